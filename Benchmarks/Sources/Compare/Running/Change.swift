import Foundation

/// How a time compares with that of another run or revision.
struct Change: Codable {
  /// The other median, in nanoseconds.
  let baselineNs: Double
  /// This time as a multiple of the other one; from two runs, of ours as a multiple of what happened to the peers.
  let ratio: Double
  /// Between which the ratio lies, as far as the rounds tell.
  let low: Double
  let high: Double

  /// Whether nothing can be said: a ratio of 1 is among those possible.
  var isNoise: Bool { low <= 1 && 1 <= high }

  /// What even many quiet rounds don't show: other addresses, other neighbours in the caches, another clock of the
  /// processor. Added in quadrature to what they show.
  private static let hidden = 0.05
  /// For a run that did not write down its spread.
  private static let unknown = 0.1

  /// From two runs. Their rounds went through different minutes of the machine, so more rounds don't make the medians
  /// surer: the uncertainty is the half of p10–p90, of both.
  ///
  /// - Parameter drift: what the machine alone has changed: ``drift(of:baseline:)``.
  init(_ row: Row, baseline: Row, drift: Double) {
    let uncertainties = [row, baseline].map { row in
      guard let (p10, p90) = row.range else { return Self.unknown }
      return (p90 - p10) / 2 / row.ns
    }
    let ratio = row.ns / baseline.ns / drift
    self.init(
      baselineNs: baseline.ns, ratio: ratio,
      uncertainty: hypot(uncertainties[0], uncertainties[1]))
  }

  /// How many times as long the peers in a comparison took as in the baseline, in the median; 1 without any. Their code is
  /// the same, so it was the machine.
  static func drift(of rows: [Row], baseline: [Row]) -> Double {
    let ratios = rows.filter { !$0.isOurs }.compactMap { row in
      baseline.first(where: row.isAbout).map { row.ns / $0.ns }
    }
    return ratios.isEmpty ? 1 : Spread(ratios.sorted()).median
  }

  /// From rounds of one run in which both took turns: the median of their ratios, and the ranks between which the
  /// true one lies with 95 %.
  ///
  /// - Precondition: as many of one as of the other, at least one.
  init(rounds: [Double], baseline: [Double]) {
    let ratios = zip(rounds, baseline).map { $0 / $1 }.sorted()
    let count = Double(ratios.count)
    let rank = max(0, Int((count / 2 - 0.98 * count.squareRoot()).rounded(.down)))
    let median = Spread(ratios).median
    self.init(
      baselineNs: Spread(baseline).median, ratio: median,
      uncertainty: max(median / ratios[rank] - 1, ratios[ratios.count - 1 - rank] / median - 1))
  }

  private init(baselineNs: Double, ratio: Double, uncertainty: Double) {
    self.baselineNs = baselineNs
    self.ratio = ratio
    let factor = 1 + hypot(Self.hidden, uncertainty)
    (low, high) = (ratio / factor, ratio * factor)
  }

  private enum CodingKeys: String, CodingKey { case baselineNs, ratio, low, high, isNoise }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    baselineNs = try container.decode(Double.self, forKey: .baselineNs)
    ratio = try container.decode(Double.self, forKey: .ratio)
    low = try container.decode(Double.self, forKey: .low)
    high = try container.decode(Double.self, forKey: .high)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(baselineNs, forKey: .baselineNs)
    try container.encode(ratio, forKey: .ratio)
    try container.encode(low, forKey: .low)
    try container.encode(high, forKey: .high)
    try container.encode(isNoise, forKey: .isNoise)
  }
}

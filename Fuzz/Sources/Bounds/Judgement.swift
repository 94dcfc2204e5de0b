import Foundation

/// The worst figures of an entry point, and those that are over a bound.
struct Judgement {
  /// How many times the time of an octet of an ordinary input an octet may take.
  private static let maximumRatio = 20.0
  /// The octets of memory that reading may take beside those for each octet of the input.
  private static let constantMemory = 256 << 10

  let entryPoint: EntryPoint
  /// The time of an octet of an ordinary input. DER is compared with a receipt that is read to be kept,
  /// whatever reads it here.
  private let usual: Double
  private var time = Worst()
  private var growth = Worst()
  private var memory = Worst()
  private(set) var violations: [String] = []

  init(_ entryPoint: EntryPoint) {
    self.entryPoint = entryPoint
    let reference: EntryPoint =
      switch entryPoint {
      case .reader, .transcoder, .streaming: .owned
      default: entryPoint
      }
    let ordinary = reference.input(reference.ordinary.octets(1 << 20))
    usual = Figures(reference, ordinary).nanoseconds
  }

  /// Whether any of the figures is over a bound.
  func isOver(_ figures: [Figures], _ shape: Shape) -> Bool {
    var copy = self
    copy.take(figures, shape)
    return copy.violations.count > violations.count
  }

  /// Takes the figures of a shape in rising sizes.
  mutating func take(_ figures: [Figures], _ shape: Shape) {
    for figure in figures {
      // A call and the clock cost a microsecond: some nanoseconds for each octet of 64 KiB.
      let nanoseconds = figure.nanoseconds - 1000 / Double(figure.octetCount)
      time.take(nanoseconds, shape)
      complain(nanoseconds, "ns an octet", over: usual * Self.maximumRatio, figure, shape)
      let beyond = Double(figure.memory - Self.constantMemory) / Double(figure.octetCount)
      memory.take(beyond, shape)
      complain(beyond, "× memory", over: figure.maximumMemory, figure, shape)
    }
    // What takes less than twice an ordinary input is about as fast as memory, which is slower the more there
    // is of it.
    guard let first = figures.first, let last = figures.last, last.nanoseconds > usual * 2,
      last.octetCount > first.octetCount
    else { return }
    let ratio = last.nanoseconds / first.nanoseconds
    growth.take(ratio, shape)
    complain(ratio, "× the time an octet", over: entryPoint.maximumGrowth, last, shape)
  }

  private mutating func complain(
    _ number: Double, _ unit: String, over bound: Double, _ figure: Figures, _ shape: Shape
  ) {
    guard number > bound else { return }
    violations.append(
      "\(entryPoint.rawValue), \(shape.name), \(figure.octetCount) octets: "
        + "\(Self.rounded(number)) \(unit), at most \(Self.rounded(bound))")
  }

  static let header = """
    | entry point | ordinary, ns | slowest shape | ns | × | growth | of | memory × | of |
    |---|--:|---|--:|--:|--:|---|--:|---|
    """

  /// A row of the table.
  var row: String {
    let cells = [
      entryPoint.rawValue, Self.rounded(usual), time.shape, Self.rounded(time.number),
      Self.rounded(time.number / usual), Self.rounded(growth.number), growth.shape,
      Self.rounded(memory.number), memory.shape,
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }

  static func rounded(_ number: Double) -> String { String(format: "%.2f", number) }
}

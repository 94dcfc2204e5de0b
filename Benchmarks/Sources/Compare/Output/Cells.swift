import Foundation

/// What tables say of one row, whatever draws them.
struct Cells {
  /// A heading, and the cell of each row under it.
  struct Column {
    let title: String
    let texts: [String]
  }

  let columns: [Column]

  /// - Parameters:
  ///   - rows: those of one comparison.
  ///   - unit: what an operation is about, as in *receipts a second*.
  ///   - hasChanges: whether there is a column for what has changed, though it may be empty.
  init(_ rows: [Row], unit: String, hasChanges: Bool) {
    var columns = [
      Column(title: "", texts: rows.map(\.subject)),
      Column(title: "median", texts: rows.map { duration($0.ns) }),
      Column(title: "p10–p90", texts: rows.map { Self.range($0) }),
      Column(title: "rounds", texts: rows.map { $0.rounds.map { rounded(Double($0), 0) } ?? "" }),
      Column(title: "MB/s", texts: rows.map { $0.megabytesPerSecond.map(Self.rate) ?? "" }),
      Column(title: "\(unit)/s", texts: rows.map { Self.rate($0.perSecond) }),
      Column(
        title: "allocations",
        texts: rows.map { $0.allocations.map { rounded(Double($0), 0) } ?? "" }),
      Column(title: "peak", texts: rows.map { $0.peakBytes.map(Self.memory) ?? "" }),
      Column(
        title: "× \(rows[0].subject)", texts: rows.map { significant($0.ns / rows[0].ns) }),
    ]
    if hasChanges {
      columns.append(
        Column(title: "change", texts: rows.map { $0.change.map(Self.text) ?? "" }))
    }
    self.columns = columns
  }

  /// The first and the last of the middle rounds, in the unit of the median.
  private static func range(_ row: Row) -> String {
    guard let (p10, p90) = row.range else { return "" }
    return "\(duration(p10)) – \(duration(p90))"
  }

  private static func rate(_ number: Double) -> String {
    number < 100 ? significant(number) : rounded(number, 0)
  }

  private static func memory(_ bytes: Int) -> String {
    let units: [(Double, String)] = [(1e6, "MB"), (1e3, "kB")]
    for (size, unit) in units where Double(bytes) >= size {
      return significant(Double(bytes) / size) + " " + unit
    }
    return "\(bytes) B"
  }

  /// By how much, how sure that is, and whether it is anything at all.
  static func text(_ change: Change) -> String {
    func percent(_ ratio: Double) -> String {
      let number = (ratio - 1) * 100
      return (number < 0 ? "−" : "+") + rounded(abs(number), abs(number) < 10 ? 1 : 0) + " %"
    }
    let range = "\(percent(change.ratio)) (\(percent(change.low)) to \(percent(change.high)))"
    return range + (change.isNoise ? " noise" : change.ratio < 1 ? " faster" : " slower")
  }
}

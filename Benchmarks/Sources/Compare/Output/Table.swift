/// The results for people, one comparison after the other.
enum Table {
  /// The heading of a measure.
  static func heading(_ measure: Measure) -> String {
    let heading = "\n\(measure.rawValue): \(measure.title)"
    return measure.note.map { "\(heading)\n  (\($0))" } ?? heading
  }

  /// The rows of a comparison, then its targets.
  static func text(_ comparison: Comparison, _ rows: [Row]) -> String {
    var lines: [String] = []
    if !comparison.input.isEmpty {
      let size = comparison.bytes.map { ", \(rounded(Double($0), 0)) bytes" } ?? ""
      lines.append("  \(comparison.input)\(size)")
    }
    if let note = comparison.note { lines.append("    (\(note))") }
    let columns = Cells(
      rows, unit: comparison.measure.unit, hasChanges: rows.contains { $0.change != nil }
    ).columns
    let widths = columns.map { column in
      (column.texts + [column.title]).map(\.count).max() ?? 0
    }
    func line(_ texts: [String]) -> String {
      let cells = texts.indices.map { texts[$0].padded(to: widths[$0], atEnd: $0 == 0) }
      return "    " + cells.joined(separator: "  ")
    }
    lines.append(line(columns.map(\.title)))
    lines += rows.indices.map { row in line(columns.map { $0.texts[row] }) }
    return (lines + verdicts(comparison, rows).map { "      \($0)" }).joined(separator: "\n")
  }

  private static func verdicts(_ comparison: Comparison, _ rows: [Row]) -> [Verdict] {
    // Targets are about the made-up receipts.
    guard !comparison.isGiven else { return [] }
    func row(_ subject: String) -> Row? { rows.first { $0.subject == subject } }
    var verdicts = Target.all.compactMap { target -> Verdict? in
      guard target.measure == comparison.measure, target.inputs.contains(comparison.input),
        let ours = row(target.subject), let theirs = row(target.peer)
      else { return nil }
      return target.verdict(ours.ns, besides: theirs.ns)
    }
    if let allocations = rows[0].allocations, !comparison.isBER {
      verdicts += AllocationTarget.all.filter { $0.measure == comparison.measure }
        .map { $0.verdict(allocations) }
    }
    return verdicts
  }

  /// How many rows have changed, and how changes are to be read.
  static func changes(_ rows: [Row]) -> String {
    let changes = rows.compactMap(\.change)
    let faster = changes.count { !$0.isNoise && $0.ratio < 1 }
    let slower = changes.count { !$0.isNoise && $0.ratio > 1 }
    return """
      changes: \(faster) faster, \(slower) slower, \(changes.count - faster - slower) noise
        In parentheses is where the change lies as far as the spread of the rounds tells, never less than 5 % around it;
        it is noise if that includes none at all. With --baseline it is the change beside the peers', whose code is the same.
      """
  }

  /// How the time for one purchase grows with their number; `nil` if too little was measured.
  static func growth(_ rows: [Row]) -> String? {
    let counts = [("large", 187.0), ("1k", 1_000), ("10k", 10_000)]
    var lines: [String] = []
    for measure in [Measure.walk, .owned, .materialise] {
      let ours = rows.filter { $0.measure == measure.rawValue && $0.subject == "ours" }
      func time(_ input: String) -> Double? { ours.first { $0.input == input }?.ns }
      guard let small = time("small") else { continue }
      let each = counts.compactMap { name, count in time(name).map { ($0 - small) / count } }
      guard each.count == counts.count, let least = each.min(), let most = each.max() else {
        continue
      }
      let verdict = Verdict(
        isMet: most / least <= 1.1,
        text: "the most is \(rounded(most / least, 2)) of the least, target at most 1.10")
      let texts = each.map { duration($0) }.joined(separator: ", ")
      lines.append("  \(measure.rawValue.padded(to: 14))\(texts)\n      \(verdict)")
    }
    guard !lines.isEmpty else { return nil }
    return "\ngrowth: our time for one purchase, when there are 187, 1,000 and 10,000\n"
      + lines.joined(separator: "\n")
  }
}

extension String {
  fileprivate func padded(to count: Int, atEnd: Bool = true) -> String {
    let spaces = String(repeating: " ", count: max(0, count - self.count))
    return atEnd ? self + spaces : spaces + self
  }
}

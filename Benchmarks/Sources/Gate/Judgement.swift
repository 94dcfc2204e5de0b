import Foundation

/// Compares figures with thresholds.
struct Judgement {
  let figures: [String: Figures]
  let thresholds: Thresholds
  /// Whether only some entry points were looked at.
  let isPart: Bool

  /// Says what differs, and whether nothing is worse.
  func say() -> Bool {
    let name = "Benchmarks/Thresholds/\(thresholds.file.lastPathComponent)"
    guard thresholds.exists else {
      print("There are no thresholds for this version of Swift. Make \(name) with: gate --update")
      return false
    }
    var lines: [String] = []
    var worse = 0
    var better = 0
    for (entry, found) in figures.sorted(by: { $0.key < $1.key }) {
      guard let allowed = thresholds.figures[entry] else {
        worse += 1
        lines += ["+ \(entry): \(found)  (no threshold yet)"]
        continue
      }
      if found.isWorse(than: allowed) {
        worse += 1
      } else if found.isBetter(than: allowed) {
        better += 1
      } else {
        continue
      }
      lines += ["- \(entry): \(allowed)", "+ \(entry): \(found)"]
    }
    if !isPart {
      for entry in thresholds.figures.keys.sorted() where figures[entry] == nil {
        worse += 1
        lines.append("- \(entry)  (no longer measured)")
      }
    }
    if !lines.isEmpty { print(([name] + lines).joined(separator: "\n")) }
    print("\(figures.count) entry points: \(worse) worse, \(better) better")
    if worse + better > 0 { print("To take these over: gate --update, and commit the file.") }
    return worse == 0
  }
}

import FuzzSupport
import Inspection
import ReceiptParsing
import ReceiptPurchases
import ReceiptTesting

/// A picture has a bar for each period that it has room for: where it begins, as long as it lasts, in the row of its
/// product, and called what it is. What lies in the past ends at the line of the instant, at the latest.
enum PictureCheck {
  private struct Bar {
    let kind: Substring
    /// In tenths of a pixel.
    let left: Int
    let right: Int
    let top: Int
    let title: [UInt8]
  }

  private static let rows = 200

  static func check(_ timeline: Timeline) {
    let lines = timeline.svg.split(separator: "\n")
    let bars = lines.filter { $0.hasPrefix("<rect class=\"bar ") }.map { bar($0) }
    let line = lines.first { $0.hasPrefix("<line class=\"now\"") } ?? ""
    guard let now = tenths("x1", line), let other = tenths("x2", line), now == other else {
      return require(false, "no instant: \(line)")
    }
    var places: [(instant: Int64, x: Int)] = [(timeline.instant.millisecondsSince1970, now)]
    var count = 0
    for (index, row) in timeline.rows.prefix(rows).enumerated() {
      var own = bars.filter { $0.top == 59 + index * 46 }[...]
      count += own.count
      var kinds: Set<Timeline.Kind> = []
      for period in row.periods {
        let isFirst = kinds.insert(period.kind).inserted
        guard let bar = own.first, bar.kind == period.kind.rawValue, bar.title == title(period)
        else {
          require(!isFirst, "no bar of \(period)")
          continue
        }
        own.removeFirst()
        let start = period.start.millisecondsSince1970
        places.append((start, bar.left))
        check(bar, period.end?.millisecondsSince1970, now, timeline.instant.millisecondsSince1970)
      }
      require(own.isEmpty, "bars of nothing in row \(index): \(own)")
    }
    require(count == bars.count, "\(bars.count) bars, \(count) in rows")
    // Without grace, periods are in the order of their starts.
    let starts = timeline.rows.map { $0.periods.map(\.start) }
    if starts.allSatisfy({ zip($0, $0.dropFirst()).allSatisfy { $0 <= $1 } }) {
      checkScale(places.sorted { $0.instant < $1.instant })
    }
    let legend = lines.filter { $0.hasPrefix("<rect class=\"") && $0.contains("height=\"14\"") }.map
    {
      $0.dropFirst(13).prefix { $0 != "\"" }
    }
    require(Set(legend) == Set(bars.map(\.kind)), "a legend: \(legend)")
    let more = timeline.rows.count - rows
    let counted = lines.filter {
      $0.hasPrefix("<text x=\"16\" y=") && $0.contains("\" class=\"soft\">")
    }
    let rest = ">\(more) more product\(more == 1 ? "" : "s")</text>"
    require(
      more > 0 ? counted.count == 1 && counted[0].hasSuffix(rest) : counted.isEmpty,
      "\(more) more products: \(counted)")
  }

  /// - Parameter end: in milliseconds; `nil` if there is none.
  private static func check(_ bar: Bar, _ end: Int64?, _ now: Int, _ instant: Int64) {
    // What is short has three pixels.
    let least = bar.left + 30
    require(bar.left >= 160 && least <= bar.right && bar.right <= max(9440, least), "\(bar)")
    guard let end else { return require(bar.right == max(9440, least), "without an end: \(bar)") }
    require(end > instant || bar.right <= max(now, least), "past, and to the right: \(bar)")
    require(end < instant || bar.right >= min(now, 9440), "now, and to the left: \(bar)")
  }

  /// Later is further to the right, by as much.
  private static func checkScale(_ places: [(instant: Int64, x: Int)]) {
    guard let first = places.first, let last = places.last, first.instant < last.instant else {
      return require(Set(places.map(\.x)).count == 1, "one instant: \(places)")
    }
    let scale = Double(last.x - first.x) / Double(last.instant - first.instant)
    for place in places {
      let x = Double(first.x) + Double(place.instant - first.instant) * scale
      require(abs(Double(place.x) - x) < 2.5, "\(place), not at \(x) of \(places)")
    }
  }

  // MARK: Texts

  private static let entities: [Unicode.Scalar: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;",
  ]

  private static func title(_ period: Timeline.Period) -> [UInt8] {
    let end = period.end.map { " – " + $0.utcText } ?? " –"
    let dates = period.start.utcText + (period.kind == .moment ? "" : end)
    var name = String.UnicodeScalarView()
    for scalar in period.transactionIdentifier.unicodeScalars {
      if let entity = entities[scalar] {
        name.append(contentsOf: entity.unicodeScalars)
      } else {
        let isNone = scalar.value < 0x20 || [0xFFFE, 0xFFFF].contains(scalar.value)
        name.append(isNone ? "\u{FFFD}" : scalar)
      }
    }
    return Array("\(label(period.kind)): \(dates) \(String(name))</title></rect>".utf8)
  }

  private static func label(_ kind: Timeline.Kind) -> String {
    switch kind {
    case .paid: "paid"
    case .trial: "free trial"
    case .introductory: "introductory price"
    case .offer: "promotional offer"
    case .grace: "grace period"
    case .cancelled: "refunded, upgraded or revoked"
    case .moment: "bought, without a period"
    }
  }

  private static func bar(_ line: Substring) -> Bar {
    let bytes = Array(line.utf8)
    guard let left = tenths("x", line), let width = tenths("width", line),
      let top = tenths("y", line), let place = bytes.firstRange(of: Array("<title>".utf8))
    else { fatalError("VIOLATED: a bar: \(line)") }
    return Bar(
      kind: line.dropFirst(17).prefix { $0 != "\"" }, left: left, right: left + width,
      top: top / 10, title: Array(bytes[place.upperBound...]))
  }

  /// A number of an element, in tenths.
  private static func tenths(_ name: String, _ line: Substring) -> Int? {
    let bytes = Array(line.utf8)
    guard let place = bytes.firstRange(of: Array(" \(name)=\"".utf8)) else { return nil }
    let digits = bytes[place.upperBound...].prefix { $0 != UInt8(ascii: "\"") }
    let parts = String(decoding: digits, as: UTF8.self).split(separator: ".")
    guard let whole = parts.first.flatMap({ Int($0) }), parts.count <= 2 else { return nil }
    guard parts.count == 2 else { return whole * 10 }
    return parts[1].count == 1 ? Int(parts[1]).map { whole * 10 + $0 } : nil
  }

  // MARK: Many products

  /// Of many products only the first are in the picture; the others are counted. Asked once: no input changes it.
  static let areCounted: Void = {
    for count in [rows, rows + 1, rows + 2] {
      let history = TimelineCheck.history(
        of: (0..<count).map { .nonConsumable("product\($0)", purchased: "2025-01-01T00:00:00Z") })
      let instant = ReceiptDate(millisecondsSince1970: 1_750_000_000_000)
      let timeline = Timeline(history, at: instant)
      require(timeline.rows.count == count, "\(timeline.rows.count) rows of \(count)")
      check(timeline)
    }
  }()
}

import ReceiptParsing
import TextCoding

extension Timeline {
  /// The picture: a row with a bar for each period, and a line for the instant.
  package var svg: String { TimelinePicture(self).text }
}

/// Writes a timeline as SVG. It brings its colors along, for light and dark.
private struct TimelinePicture {
  private let timeline: Timeline
  /// The milliseconds at the left and right edge.
  private let start: Int64
  private let end: Int64
  private(set) var text = ""

  // In pixels.
  private static let width = 960
  private static let margin = 16
  private static let rowHeight = 46
  private static let barHeight = 18
  /// With more rows it would not be a picture.
  private static let maximumRows = 200

  private static let colors: [(kind: Timeline.Kind, light: String, dark: String)] = [
    (.paid, "#2563eb", "#60a5fa"), (.trial, "#0d9488", "#2dd4bf"),
    (.introductory, "#7c3aed", "#a78bfa"), (.offer, "#c026d3", "#e879f9"),
    (.grace, "#d97706", "#fbbf24"), (.cancelled, "#dc2626", "#f87171"),
    (.moment, "#64748b", "#94a3b8"),
  ]

  init(_ timeline: Timeline) {
    self.timeline = timeline
    let now = timeline.instant.millisecondsSince1970
    let first = min(timeline.first?.millisecondsSince1970 ?? now, now)
    let lastStart = timeline.rows.reduce(now) { last, row in
      max(last, row.periods.last?.start.millisecondsSince1970 ?? last)
    }
    // All are in the years 0–9999. Periods of a thousand years would leave no room for others.
    let day: Int64 = 86_400_000
    let limit = lastStart + max(lastStart - first, 400 * day)
    start = first - day
    end = min(max(timeline.last?.millisecondsSince1970 ?? now, lastStart), limit) + day
    write()
  }

  private mutating func write() {
    let rows = timeline.rows.prefix(Self.maximumRows)
    let kinds = Timeline.Kind.allCases.filter { kind in
      rows.contains { $0.periods.contains { $0.kind == kind } }
    }
    let axis = 40 + rows.count * Self.rowHeight
    let height = axis + 24 + (kinds.count + 2) / 3 * 22 + 12
    line(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 \(Self.width) \(height)\" "
        + "font-family=\"system-ui, sans-serif\" font-size=\"13\">")
    line("<title>Purchases, and what is owned at \(timeline.instant.utcText)</title>")
    writeStyle()
    line("<rect class=\"page\" width=\"\(Self.width)\" height=\"\(height)\"/>")
    writeTicks(axis)
    for (index, row) in rows.enumerated() { write(row, top: 40 + index * Self.rowHeight) }
    if rows.isEmpty { line("<text x=\"16\" y=\"56\">No purchases</text>") }
    if timeline.rows.count > rows.count {
      line(
        "<text x=\"16\" y=\"\(axis + 20)\" class=\"soft\">"
          + "more product".counted(timeline.rows.count - rows.count) + "</text>")
    }
    writeInstant(axis)
    for (index, kind) in kinds.enumerated() {
      let (x, y) = (16 + index % 3 * 310, axis + 30 + index / 3 * 22)
      line(
        "<rect class=\"\(kind.rawValue)\" x=\"\(x)\" y=\"\(y)\" width=\"14\" height=\"14\" rx=\"3\"/>"
          + "<text x=\"\(x + 20)\" y=\"\(y + 12)\">\(kind.label)</text>")
    }
    line("</svg>")
  }

  private mutating func line(_ line: String) { text += line + "\n" }

  private mutating func writeStyle() {
    var (light, dark) = ("", "")
    for color in Self.colors {
      light += ".\(color.kind.rawValue){fill:\(color.light)}"
      dark += ".\(color.kind.rawValue){fill:\(color.dark)}"
    }
    line(
      "<style>.page{fill:#fff}text{fill:#0f172a}.soft{fill:#64748b}.tick{stroke:#e2e8f0}"
        + ".now{stroke:#0f172a;stroke-width:1.5;stroke-dasharray:4 3}.bar{stroke:#fff}\(light)"
        + "@media (prefers-color-scheme:dark){.page{fill:#0f172a}text{fill:#f1f5f9}"
        + ".soft{fill:#94a3b8}.tick{stroke:#334155}.now{stroke:#f1f5f9}.bar{stroke:#0f172a}\(dark)}"
        + "</style>")
  }

  /// Where an instant is, in tenths of a pixel. The years 0–9999 have less than 49 bits of milliseconds.
  private func x(_ instant: Int64) -> Int {
    let room = Int64(Self.width - 2 * Self.margin) * 10
    let inside = min(max(instant, start), end)
    return Self.margin * 10 + Int((inside - start) * room / (end - start))
  }

  /// Tenths of a pixel in pixels.
  private func pixels(_ tenths: Int) -> String {
    tenths % 10 == 0 ? String(tenths / 10) : String(tenths / 10) + "." + String(tenths % 10)
  }

  /// Lines at the beginnings of years, or of months in a short timeline; at most twelve have a label.
  private mutating func writeTicks(_ axis: Int) {
    var ticks: [(x: Int, label: String)] = []
    let firstDay = CivilDate(daysSince1970: start / 86_400_000)
    let years = (end - start) / (365 * 86_400_000)
    let step = years < 2 ? 1 : 12
    var month = (firstDay.year * 12 + firstDay.month - 1) / step * step
    while ticks.count < 24 || years >= 2 {
      month += step
      guard let day = CivilDate(year: month / 12, month: month % 12 + 1, day: 1),
        day.daysSince1970 * 86_400_000 <= end
      else { break }
      let label = String(day.year) + (step == 12 ? "" : day.month < 10 ? "-0" : "-")
      ticks.append(
        (x(day.daysSince1970 * 86_400_000), step == 12 ? label : label + String(day.month)))
    }
    let every = (ticks.count + 11) / 12
    for (index, tick) in ticks.enumerated() where index % max(every, 1) == 0 {
      let x = pixels(tick.x)
      line("<line class=\"tick\" x1=\"\(x)\" x2=\"\(x)\" y1=\"34\" y2=\"\(axis)\"/>")
      line(
        "<text class=\"soft\" x=\"\(x)\" y=\"\(axis + 14)\" text-anchor=\"middle\">\(tick.label)</text>"
      )
    }
  }

  private mutating func write(_ row: Timeline.Row, top: Int) {
    let name = row.productIdentifier.quotedUnlessName(limit: 60)
    line(
      "<text x=\"16\" y=\"\(top + 13)\">\(escaped(name)) "
        + "<tspan class=\"soft\">\(escaped(row.state.words.text))</tspan></text>")
    var ends = Timeline.Kind.allCases.map { (kind: $0, end: 0) }
    for period in row.periods {
      let left = x(period.start.millisecondsSince1970)
      let right = max(x(period.end?.millisecondsSince1970 ?? end), left + 30)
      // Where there are more than places, those of one kind are one bar.
      guard let index = ends.firstIndex(where: { $0.kind == period.kind }),
        ends[index].end < right
      else { continue }
      ends[index].end = right
      let until = period.end.map { " – " + $0.utcText } ?? " –"
      let dates = period.start.utcText + (period.kind == .moment ? "" : until)
      line(
        "<rect class=\"bar \(period.kind.rawValue)\" x=\"\(pixels(left))\" y=\"\(top + 19)\" "
          + "width=\"\(pixels(right - left))\" height=\"\(Self.barHeight)\" rx=\"3\">"
          + "<title>\(period.kind.label): \(dates) \(escaped(period.transactionIdentifier))</title></rect>"
      )
    }
  }

  private mutating func writeInstant(_ axis: Int) {
    let x = x(timeline.instant.millisecondsSince1970)
    let anchor = x < 1_000 ? "start" : x > 8_600 ? "end" : "middle"
    line(
      "<line class=\"now\" x1=\"\(pixels(x))\" x2=\"\(pixels(x))\" y1=\"26\" y2=\"\(axis)\"/>"
        + "<text x=\"\(pixels(x))\" y=\"20\" text-anchor=\"\(anchor)\">\(timeline.instant.utcText)</text>"
    )
  }

  /// Text as XML: characters that it has a meaning for, or doesn't have, are written in another way.
  private func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case _ where scalar.value < 0x20 || 0xFFFE...0xFFFF ~= scalar.value: escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

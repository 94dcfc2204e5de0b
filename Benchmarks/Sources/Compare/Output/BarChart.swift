import Foundation

/// A chart for the documentation: bars on a logarithmic scale, one panel for each of the chosen measures.
struct BarChart {
  let rows: [Row]

  private struct Panel {
    let measure: Measure
    let title: String
    var rows: [Row] = []
  }

  private static let input = "large"
  private static let panels = [
    Panel(measure: .walk, title: "Walk over every attribute of a receipt with 187 purchases"),
    Panel(measure: .owned, title: "Read it into a value of one's own"),
    Panel(measure: .materialise, title: "… and every string, number and date in it"),
    Panel(measure: .validate, title: "Read and validate it: certificates, signature, device"),
  ]

  /// Where the axis begins, whatever was measured: at 1 µs, as a power of ten of nanoseconds.
  private static let start = 3

  private static let (width, left, right, bar, gap) = (760.0, 210.0, 80.0, 18.0, 6.0)

  /// The chart as SVG; `nil` if there is nothing to draw.
  var svg: String? {
    let panels = Self.panels.compactMap { panel -> Panel? in
      var panel = panel
      panel.rows = rows.filter { $0.measure == panel.measure.rawValue && $0.input == Self.input }
        .sorted { $0.ns < $1.ns }
      return panel.rows.isEmpty ? nil : panel
    }
    guard let most = panels.flatMap(\.rows).map(\.ns).max() else { return nil }
    let decades = Self.start...max(Self.start + 1, Int(ceil(log10(most))))
    var top = 8.0
    var bars: [String] = []
    for panel in panels {
      bars.append(text(panel.title, x: 12, y: top + 16, "title"))
      top += 28
      let rows = Double(panel.rows.count)
      bars += grid(decades, top: top - 3, bottom: top + rows * (Self.bar + Self.gap) - 3)
      for row in panel.rows {
        bars += bar(row, top: top, decades)
        top += Self.bar + Self.gap
      }
      top += 12
    }
    let note = text(
      "Logarithmic scale, shorter is better. Medians on one machine; the ratios are what counts.",
      x: 12, y: top + 32, "note")
    return document(bars + ticks(decades, at: top + 8) + [note], height: top + 42)
  }

  private func position(_ nanoseconds: Double, _ decades: ClosedRange<Int>) -> Double {
    let share = (log10(nanoseconds) - Double(decades.lowerBound)) / Double(decades.count - 1)
    return Self.left + share * (Self.width - Self.left - Self.right)
  }

  /// A line for each power of ten.
  private func grid(_ decades: ClosedRange<Int>, top: Double, bottom: Double) -> [String] {
    decades.map { decade in
      let x = number(position(pow(10, Double(decade)), decades))
      return "<line x1=\"\(x)\" x2=\"\(x)\" y1=\"\(number(top))\" y2=\"\(number(bottom))\"/>"
    }
  }

  /// What the lines stand for.
  private func ticks(_ decades: ClosedRange<Int>, at y: Double) -> [String] {
    decades.map { decade in
      let time = pow(10, Double(decade))
      return text(unit(time), x: position(time, decades), y: y, "tick")
    }
  }

  /// A power of ten without digits that say nothing.
  private func unit(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case 1e9...: "\(Int(nanoseconds / 1e9)) s"
    case 1e6...: "\(Int(nanoseconds / 1e6)) ms"
    case 1e3...: "\(Int(nanoseconds / 1e3)) µs"
    default: "\(Int(nanoseconds)) ns"
    }
  }

  private func bar(_ row: Row, top: Double, _ decades: ClosedRange<Int>) -> [String] {
    let end = position(row.ns, decades)
    let style = row.subject.hasPrefix("ours") ? "ours" : "peer"
    return [
      text(name(row), x: Self.left - 8, y: top + 13, "label"),
      """
      <rect class="\(style)" x="\(number(Self.left))" y="\(number(top))" \
      width="\(number(max(2, end - Self.left)))" height="\(number(Self.bar))" rx="2"/>
      """,
      text(duration(row.ns), x: end + 6, y: top + 13, "value"),
    ]
  }

  private func name(_ row: Row) -> String {
    switch (row.subject, row.measure) {
    case ("ours", _): "this library"
    case ("ours-cold", _): "this library"
    case ("ours-warm", _): "… path remembered"
    case ("c-walker", _): "plain C"
    case ("c-walker-fused", _): "plain C, fused compare"
    case ("openssl", Measure.owned.rawValue): "OpenSSL, container only"
    case ("openssl", _): "OpenSSL"
    case ("asn1c", _): "asn1c, payload only"
    case ("swift-certificates", _): "swift-certificates, no reading"
    case (let subject, _): subject
    }
  }

  private func text(_ content: String, x: Double, y: Double, _ style: String) -> String {
    let escaped = content.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    return "<text class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\">\(escaped)</text>"
  }

  private func number(_ value: Double) -> String { String(format: "%.1f", value) }

  private func document(_ elements: [String], height: Double) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(Self.width)) \(number(height))" \
    role="img" aria-label="Times of this library and of others">
    <style>
    text { font: 13px system-ui, sans-serif; fill: #1f2933 }
    .title { font-weight: 600 } .label { text-anchor: end } .value { font-size: 12px; fill: #3e4c59 }
    .note, .tick { font-size: 11px; fill: #616e7c } .tick { text-anchor: middle }
    .ours { fill: #d9480f } .peer { fill: #9fb3c8 } line { stroke: #cbd2d9; stroke-width: 1 }
    @media (prefers-color-scheme: dark) {
    text { fill: #e4e7eb } .value, .note, .tick { fill: #9aa5b1 }
    .peer { fill: #52606d } line { stroke: #3e4c59 } }
    </style>
    \(elements.joined(separator: "\n"))
    </svg>

    """
  }
}

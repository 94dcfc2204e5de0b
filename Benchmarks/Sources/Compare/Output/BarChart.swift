import Foundation

/// A chart for the documentation: bars on a logarithmic scale, one panel for each of the chosen measures.
struct BarChart {
  let rows: [Row]

  private struct Panel {
    let title: String
    let rows: [Row]
  }

  private static let chosen: [(measure: Measure, input: String, title: String)] = [
    (.walk, "large", "Walk over every attribute of a receipt with 187 purchases"),
    (.owned, "large", "Read it into a value of one's own"),
    (.materialise, "large", "… and every string, number and date in it"),
    (.validate, "large", "Validate it: path, signature, device"),
  ]

  private static let names = [
    "ours": "this library", "ours-cold": "this library", "ours-warm": "… intermediate known",
    "c-walker": "plain C walker", "c-walker-fused": "… with fused compare",
    "swift-asn1": "swift-asn1", "asn1c": "asn1c, payload only", "openssl": "OpenSSL",
    "swift-certificates": "swift-certificates",
  ]

  private static let (width, left, right, bar, gap) = (760.0, 190.0, 90.0, 18.0, 6.0)

  /// The chart as SVG; `nil` if there is nothing to draw.
  var svg: String? {
    let panels = Self.chosen.compactMap { chosen -> Panel? in
      let rows = rows.filter {
        $0.measure == chosen.measure.rawValue && $0.input == chosen.input
      }
      return rows.isEmpty ? nil : Panel(title: chosen.title, rows: rows)
    }
    let times = panels.flatMap(\.rows).map(\.ns)
    guard let least = times.min(), let most = times.max() else { return nil }
    let bounds = (floor(log10(least)), max(ceil(log10(most)), floor(log10(least)) + 1))
    var top = 16.0
    var elements: [String] = []
    for panel in panels {
      elements.append(text(panel.title, x: 12, y: top + 14, "title"))
      top += 26
      for row in panel.rows.sorted(by: { $0.ns < $1.ns }) {
        elements += self.bar(row, top: top, bounds)
        top += Self.bar + Self.gap
      }
      top += 14
    }
    elements.append(
      text("Logarithmic scale; shorter is better.", x: 12, y: top + 8, "note"))
    return document(elements, height: top + 20)
  }

  private func bar(_ row: Row, top: Double, _ bounds: (Double, Double)) -> [String] {
    let share = (log10(row.ns) - bounds.0) / (bounds.1 - bounds.0)
    let length = max(2, share * (Self.width - Self.left - Self.right))
    let isOurs = row.subject.hasPrefix("ours")
    return [
      text(
        Self.names[row.subject] ?? row.subject, x: Self.left - 8, y: top + 13, "label"),
      """
      <rect class="\(isOurs ? "ours" : "peer")" x="\(number(Self.left))" y="\(number(top))" \
      width="\(number(length))" height="\(number(Self.bar))" rx="2"/>
      """,
      text(duration(row.ns), x: Self.left + length + 6, y: top + 13, "value"),
    ]
  }

  private func text(_ content: String, x: Double, y: Double, _ style: String) -> String {
    let escaped = content.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    return "<text class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\">\(escaped)</text>"
  }

  private func number(_ value: Double) -> String { String(format: "%.1f", value) }

  private func document(_ elements: [String], height: Double) -> String {
    let size = "\(number(Self.width)) \(number(height))"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size)" role="img" \
      aria-label="Times of this library and others">
      <style>
      text { font: 13px system-ui, sans-serif; fill: #1f2933 }
      .title { font-weight: 600 } .label { text-anchor: end } .note { font-size: 11px; fill: #616e7c }
      .value { font-size: 12px; fill: #3e4c59 } .ours { fill: #d9480f } .peer { fill: #9fb3c8 }
      @media (prefers-color-scheme: dark) {
      text { fill: #e4e7eb } .note, .value { fill: #9aa5b1 } .peer { fill: #52606d } }
      </style>
      \(elements.joined(separator: "\n"))
      </svg>

      """
  }
}

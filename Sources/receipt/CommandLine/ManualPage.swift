/// The manual page, out of the same table as the help.
enum ManualPage {
  static func lines(_ manuals: [Manual]) -> [String] {
    var lines = [
      ".TH RECEIPT 1 \"\" \"receipt \(Tool.version)\" \"User Commands\"", ".SH NAME",
      "receipt \\- looks into App Store receipts, and verifies them", ".SH SYNOPSIS",
      ".B receipt", "COMMAND [OPTIONS] [FILE...]", ".SH DESCRIPTION",
    ]
    lines += Tool.operands.map(escaped)
    for manual in manuals {
      lines += [".SH \(manual.name.uppercased())", escaped(manual.summary + "."), ".PP"]
      for usage in manual.usage { lines += [".B receipt \(manual.name)", escaped(usage), ".br"] }
      for paragraph in manual.description { lines += [".PP", escaped(paragraph)] }
      for group in manual.groups {
        lines += [".SS \(escaped(group.title))"]
        for option in group.options {
          lines += [".TP", ".B \(escaped(option.synopsis))"]
          for (index, line) in option.help.split(separator: "\n").enumerated() {
            lines += (index == 0 ? [] : [".br"]) + [escaped(String(line.trimmingSpaces))]
          }
        }
      }
      for section in manual.sections {
        lines += [".SS \(escaped(section.title))", ".nf"] + section.lines.map(escaped) + [".fi"]
      }
    }
    lines.append(".SH EXIT STATUS")
    for (status, meaning) in ExitStatus.table {
      lines += [".TP", ".B \(status)", escaped(meaning)]
    }
    return lines
  }

  /// Text in which roff sees no command and no escape.
  private static func escaped(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}

extension Substring {
  fileprivate var trimmingSpaces: Substring { drop { $0 == " " } }
}

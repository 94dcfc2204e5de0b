import Foundation

/// The first block of PEM text (RFC 7468).
struct PEMText {
  /// What stands after BEGIN: `PKCS7`, `CERTIFICATE`.
  let label: String
  /// What stands between the lines.
  let base64: String

  /// `nil` if there is no whole block. The header lines of old PEM are left out.
  init?(_ text: String) {
    let dashes = "-----"
    guard let begin = text.range(of: dashes + "BEGIN "),
      let close = text.range(of: dashes, range: begin.upperBound..<text.endIndex)
    else { return nil }
    label = String(text[begin.upperBound..<close.lowerBound])
    guard
      let end = text.range(
        of: dashes + "END \(label)" + dashes, range: close.upperBound..<text.endIndex)
    else { return nil }
    base64 = text[close.upperBound..<end.lowerBound].split(whereSeparator: \.isNewline)
      .filter { !$0.contains(":") }.joined(separator: "\n")
  }

  var isPrivateKey: Bool { label.hasSuffix("PRIVATE KEY") }
}

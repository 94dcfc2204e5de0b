import AppStoreReceipt

/// The bytes around the place that an error is about.
struct ByteContext {
  let lines: [String]

  init(_ error: ReceiptError, given: [UInt8]) {
    guard error.hasByte else {
      lines = []
      return
    }
    // Errors in Base64 count characters of the text; all others count the bytes that it stands for.
    let bytes = error.isAboutBase64 ? given : Specimen(given, error).container
    lines = Self.dump(bytes, around: error.offset)
  }

  /// Three rows of bytes in hexadecimal and as text, and a marker under the one at `offset`, which may be
  /// the place after the last.
  static func dump(_ bytes: [UInt8], around offset: Int) -> [String] {
    let width = 16
    let row = offset / width * width
    var lines: [String] = []
    for start in stride(from: max(0, row - width), through: row + width, by: width)
    where start < bytes.count || start == row {
      let part = bytes[min(start, bytes.count)..<min(start + width, bytes.count)]
      let hexadecimal = part.map { [$0].hexadecimal }.joined(separator: " ")
      let characters = part.map { 0x20..<0x7F ~= $0 ? String(UnicodeScalar($0)) : "." }.joined()
      lines.append(
        offsetText(start) + "  " + hexadecimal.padded(to: width * 3 - 1) + "  " + characters)
      if start == row {
        let indent = 10 + (offset - row) * 3
        lines.append(String(repeating: " ", count: indent) + "^^ byte \(offset)")
      }
    }
    return lines
  }

  /// Eight hexadecimal digits.
  private static func offsetText(_ offset: Int) -> String {
    let text = String(offset, radix: 16)
    return String(repeating: "0", count: max(0, 8 - text.count)) + text
  }
}

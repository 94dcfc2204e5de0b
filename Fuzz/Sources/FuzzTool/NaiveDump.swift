import FuzzSupport

/// The bytes around a place, as they are shown below an error: the row of sixteen that it is in, one before and one
/// behind, each with its offset and its characters.
enum NaiveDump {
  static func lines(_ bytes: [UInt8], _ offset: Int) -> [String] {
    let own = offset >> 4
    return [own - 1, own, own + 1].flatMap { row -> [String] in
      guard row >= 0, row == own || row << 4 < bytes.count else { return [] }
      let part = bytes.dropFirst(row << 4).prefix(16)
      let columns = (0..<16).map { column -> String in
        column < part.count ? [part[part.startIndex + column]].hexadecimal : "  "
      }
      let characters = part.map { byte -> Character in
        byte < 0x20 || byte > 0x7E ? "." : Character(Unicode.Scalar(byte))
      }
      let number = String(row << 4, radix: 16)
      let zeros = String(repeating: "0", count: max(8 - number.count, 0))
      let text = "\(zeros)\(number)  \(columns.joined(separator: " "))  \(String(characters))"
      let mark = String(repeating: " ", count: 10 + offset % 16 * 3) + "^^ byte \(offset)"
      return row == own ? [text, mark] : [text]
    }
  }
}

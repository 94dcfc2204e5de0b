/// The blocks of PEM text as RFC 7468 has them, line by line.
enum NaivePEM {
  struct Block: Equatable {
    let label: String
    let bytes: [UInt8]
  }

  /// `nil` if a block is not as it should be.
  static func blocks(_ text: [UInt8]) -> [Block]? {
    var blocks: [Block] = []
    var open: (label: String, lines: [[UInt8]])?
    for line in lines(text) {
      if let begun = open {
        if line.starts(with: "-----END ".utf8) {
          guard line == Array("-----END \(begun.label)-----".utf8),
            let bytes = bytes(begun.lines)
          else { return nil }
          blocks.append(Block(label: begun.label, bytes: bytes))
          open = nil
        } else {
          open?.lines.append(line)
        }
      } else if line.starts(with: "-----BEGIN ".utf8) {
        guard let label = label(line.dropFirst(11)) else { return nil }
        open = (label, [])
      }
    }
    return open == nil ? blocks : nil
  }

  /// Between CR, LF and both, without blanks at their ends.
  private static func lines(_ text: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = [[]]
    for (index, byte) in text.enumerated() {
      switch byte {
      case 0x0A where index > 0 && text[index - 1] == 0x0D: break
      case 0x0A, 0x0D: lines.append([])
      default: lines[lines.count - 1].append(byte)
      }
    }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { line in
      Array(line.reversed().drop { $0 == 0x20 || $0 == 0x09 }.reversed())
    }
  }

  /// Printable characters, with a blank or a hyphen only between others.
  private static func label(_ text: ArraySlice<UInt8>) -> String? {
    guard text.count >= 5, text.suffix(5).allSatisfy({ $0 == 0x2D }) else { return nil }
    let label = text.dropLast(5)
    let words = label.split(omittingEmptySubsequences: false) { $0 == 0x20 || $0 == 0x2D }
    guard label.allSatisfy({ 0x20...0x7E ~= $0 }),
      label.isEmpty || words.allSatisfy({ !$0.isEmpty })
    else { return nil }
    return String(decoding: label, as: UTF8.self)
  }

  /// Lines without characters may come before the others only.
  private static func bytes(_ lines: [[UInt8]]) -> [UInt8]? {
    let lines = lines.drop { $0.isEmpty }
    let text = Array(lines.joined())
    let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=".utf8)
    guard lines.allSatisfy({ !$0.isEmpty }), text.allSatisfy({ alphabet.contains($0) }),
      text.count % 4 == 0
    else { return nil }
    return NaiveBase64.decode(text)
  }
}

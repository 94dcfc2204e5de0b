import FuzzSupport

/// The blocks of PEM text as RFC 7468 has them, line by line.
enum NaivePEM {
  struct Block: Equatable {
    let label: String
    let bytes: [UInt8]
    /// Where its BEGIN is.
    let offset: Int
  }

  /// A line without blanks at its end, and where it is.
  private struct Line {
    var offset: Int
    var text: [UInt8] = []

    /// What is behind `-----WORD `, if it begins with that: the label, if it is one.
    func label(after word: String) throws(NaiveFault) -> String? {
      let start = Array("-----\(word) ".utf8)
      guard text.starts(with: start) else { return nil }
      let rest = text.dropFirst(start.count)
      // Printable characters, with a blank or a hyphen only between others.
      let label = rest.dropLast(5)
      let words = label.split(omittingEmptySubsequences: false) { $0 == 0x20 || $0 == 0x2D }
      guard rest.count >= 5, rest.suffix(5).allSatisfy({ $0 == 0x2D }),
        label.allSatisfy({ 0x20...0x7E ~= $0 }),
        label.isEmpty || words.allSatisfy({ !$0.isEmpty })
      else { throw NaiveFault(.invalidBoundary, at: offset) }
      return String(decoding: label, as: UTF8.self)
    }
  }

  /// - Parameter wanted: the label of the one block that is read, up to its end; of others, only their ends are looked for.
  static func blocks(_ text: [UInt8], wanted: String? = nil) throws(NaiveFault) -> [Block] {
    var blocks: [Block] = []
    var open: (label: String, offset: Int, lines: [Line])?
    for line in lines(text) {
      let begun = try open == nil ? nil : line.label(after: "END")
      if let block = open, let begun {
        guard begun == block.label else { throw NaiveFault(.labelsDiffer, at: line.offset) }
        open = nil
        guard wanted == nil || begun == wanted else { continue }
        let bytes = try bytes(block.lines, end: line.offset)
        blocks.append(Block(label: begun, bytes: bytes, offset: block.offset))
        if wanted != nil { return blocks }
      } else if let label = try line.label(after: "BEGIN") {
        guard open == nil else { throw NaiveFault(.endMissing, at: line.offset) }
        open = (label, line.offset, [])
      } else if let block = open, wanted == nil || block.label == wanted {
        try check(line, isFirst: block.lines.isEmpty)
        if !line.text.isEmpty { open?.lines.append(line) }
      }
    }
    guard open == nil else { throw NaiveFault(.endMissing, at: text.count) }
    return blocks
  }

  /// Between CR, LF and both, without blanks at their ends.
  private static func lines(_ text: [UInt8]) -> [Line] {
    var lines = [Line(offset: 0)]
    for (index, byte) in text.enumerated() {
      switch byte {
      case 0x0A where index > 0 && text[index - 1] == 0x0D:
        lines[lines.count - 1].offset = index + 1
      case 0x0A, 0x0D: lines.append(Line(offset: index + 1))
      default: lines[lines.count - 1].text.append(byte)
      }
    }
    if lines.last?.text.isEmpty == true { lines.removeLast() }
    for index in lines.indices {
      while let last = lines[index].text.last, last == 0x20 || last == 0x09 {
        lines[index].text.removeLast()
      }
    }
    return lines
  }

  /// Lines without characters may come before the others only. There are no headers, and no blanks inside.
  private static func check(_ line: Line, isFirst: Bool) throws(NaiveFault) {
    guard isFirst || !line.text.isEmpty else {
      throw NaiveFault(.invalidCharacter, at: line.offset)
    }
    guard !line.text.contains(0x3A) else { throw NaiveFault(.unexpectedHeader, at: line.offset) }
    if let blank = line.text.firstIndex(where: { $0 == 0x20 || $0 == 0x09 }) {
      throw NaiveFault(.invalidCharacter, at: line.offset + blank)
    }
  }

  /// - Parameter end: where the line is that ends them.
  private static func bytes(_ lines: [Line], end: Int) throws(NaiveFault) -> [UInt8] {
    var (digits, paddingCount): ([UInt8], Int) = ([], 0)
    for line in lines {
      for (index, character) in line.text.enumerated() {
        let isPadding = character == 0x3D
        guard isPadding || NaiveBase64.alphabet.contains(character) else {
          throw NaiveFault(.invalidCharacter, at: line.offset + index)
        }
        let rest = digits.count % 4
        guard isPadding ? rest > 1 && rest + paddingCount < 4 : paddingCount == 0 else {
          throw NaiveFault(.invalidLength, at: line.offset + index)
        }
        if isPadding { paddingCount += 1 } else { digits.append(character) }
      }
    }
    guard (digits.count + paddingCount) % 4 == 0 else {
      throw NaiveFault(.invalidLength, at: end)
    }
    guard let bytes = NaiveBase64.decode(digits) else {
      throw NaiveFault(.nonZeroUnusedBits, at: end)
    }
    return bytes
  }
}

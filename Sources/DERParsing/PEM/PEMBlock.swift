import TextCoding

/// One block of PEM text, RFC 7468 §3: what is between BEGIN and END, decoded.
///
/// ```swift
/// let certificate = try PEMBlock(text, label: "CERTIFICATE").bytes
/// ```
///
/// The rules are those of the RFC's figure 1, but for white space: a block may be empty, no line after its first line of
/// Base64 may be, and none begins with a blank. Lines may have any length and white space at their end, and there may be
/// any text before, between and after blocks, as `openssl x509 -text` writes it. There are no header lines, other
/// alphabets, or white space inside lines.
public struct PEMBlock: Hashable, Sendable {
  /// The label after BEGIN: `CERTIFICATE`, `PRIVATE KEY`, `PKCS7`.
  public let label: String

  /// The decoded bytes, which are DER or, in some messages, BER. They have not been read.
  public let bytes: [UInt8]

  /// Where the block begins: the offset of its BEGIN line.
  public let offset: Int

  /// Reads the first block with a label, and decodes only that one.
  ///
  /// - Throws: ``PEMError``, also for a block before it whose boundaries are malformed.
  /// - Complexity: O(n).
  public init(_ text: [UInt8], label: String, limits: DERLimits = .default) throws(PEMError) {
    var found: PEMBlock?
    try text.withRawSpan { (text) throws(PEMError) in
      var lines = try PEMLines(text, limits)
      while found == nil, let begin = try lines.nextBegin() {
        found = try lines.block(begin, isWanted: begin.label.utf8.elementsEqual(label.utf8))
      }
    }
    guard let found else { throw PEMError(.blockMissing, at: text.count) }
    self = found
  }

  /// Reads all blocks, in their order.
  ///
  /// - Returns: an empty array if nothing begins a block.
  /// - Throws: ``PEMError`` if one of them is malformed.
  /// - Complexity: O(n).
  public static func all(
    in text: [UInt8], limits: DERLimits = .default
  ) throws(PEMError) -> [PEMBlock] {
    try text.withRawSpan { (text) throws(PEMError) in
      var lines = try PEMLines(text, limits)
      var blocks: [PEMBlock] = []
      while let begin = try lines.nextBegin() {
        if let block = try lines.block(begin, isWanted: true) { blocks.append(block) }
      }
      return blocks
    }
  }

  fileprivate init(label: String, bytes: [UInt8], offset: Int) {
    (self.label, self.bytes, self.offset) = (label, bytes, offset)
  }
}

extension PEMBlock: CustomStringConvertible {
  /// The label and the number of bytes: keys are not printed.
  public var description: String { "\(label), \(bytes.count) bytes" }
}

/// The lines of a text, one after the other.
private struct PEMLines: ~Copyable, ~Escapable {
  private let text: RawSpan
  private var position = 0

  /// A BEGIN line.
  struct Begin {
    let offset: Int
    let label: String
  }

  private static let begin = Array("-----BEGIN ".utf8)
  private static let end = Array("-----END ".utf8)
  private static let dashes = UInt8(ascii: "-")

  @_lifetime(copy text)
  init(_ text: RawSpan, _ limits: DERLimits) throws(PEMError) {
    guard text.byteCount <= limits.inputBound else { throw PEMError(.inputTooLarge, at: 0) }
    self.text = text
  }

  /// The next line without its end and without white space there; `nil` after the last one. CR, LF and both end lines.
  private mutating func nextLine() -> Range<Int>? {
    guard position < text.byteCount else { return nil }
    let start = position
    while position < text.byteCount, !Self.endsLine(text.byte(at: position)) { position += 1 }
    var end = position
    while end > start, Self.isBlank(text.byte(at: end - 1)) { end -= 1 }
    if position < text.byteCount {
      let isCR = text.byte(at: position) == 0x0D
      position += 1
      if isCR, position < text.byteCount, text.byte(at: position) == 0x0A { position += 1 }
    }
    return start..<end
  }

  private static func endsLine(_ character: UInt8) -> Bool {
    character == 0x0A || character == 0x0D
  }

  private static func isBlank(_ character: UInt8) -> Bool { character == 0x20 || character == 0x09 }

  /// Steps over other text to the next BEGIN line.
  mutating func nextBegin() throws(PEMError) -> Begin? {
    while let line = nextLine() {
      if let label = try label(of: line, after: Self.begin) {
        return Begin(offset: line.lowerBound, label: label)
      }
    }
    return nil
  }

  /// Reads to the END line.
  ///
  /// - Returns: `nil` for a block that is not wanted, of which only the lines are looked for.
  mutating func block(_ begin: Begin, isWanted: Bool) throws(PEMError) -> PEMBlock? {
    let contentsStart = position
    var hasContents = false
    while let line = nextLine() {
      if let label = try label(of: line, after: Self.end) {
        guard label.utf8.elementsEqual(begin.label.utf8) else {
          throw PEMError(.labelsDiffer, at: line.lowerBound)
        }
        guard isWanted else { return nil }
        let bytes = try decoded(contentsStart..<line.lowerBound)
        return PEMBlock(label: label, bytes: bytes, offset: begin.offset)
      }
      guard try label(of: line, after: Self.begin) == nil else {
        throw PEMError(.endMissing, at: line.lowerBound)
      }
      guard isWanted else { continue }
      // Only before the first line of Base64 may lines be empty.
      guard !line.isEmpty || !hasContents else {
        throw PEMError(.invalidCharacter, at: line.lowerBound)
      }
      hasContents = hasContents || !line.isEmpty
      try checkCharacters(of: line)
    }
    throw PEMError(.endMissing, at: text.byteCount)
  }

  /// Checks what makes a line different from Base64 with white space in it.
  private func checkCharacters(of line: Range<Int>) throws(PEMError) {
    guard !line.contains(where: { text.byte(at: $0) == UInt8(ascii: ":") }) else {
      throw PEMError(.unexpectedHeader, at: line.lowerBound)
    }
    if let blank = line.first(where: { Self.isBlank(text.byte(at: $0)) }) {
      throw PEMError(.invalidCharacter, at: blank)
    }
  }

  private func decoded(_ lines: Range<Int>) throws(PEMError) -> [UInt8] {
    do throws(Base64Error) {
      return try Base64Decoding(text.extracting(lines), policy: .pem).bytes
    } catch {
      throw PEMError(error, from: lines.lowerBound)
    }
  }

  /// The label of a boundary line; `nil` for a line that does not start as one.
  private func label(of line: Range<Int>, after start: [UInt8]) throws(PEMError) -> String? {
    guard text.extracting(line).begins(with: start) else { return nil }
    let rest = line.dropFirst(start.count)
    let closing = rest.suffix(5)
    let label = rest.dropLast(5)
    guard closing.count == 5, closing.allSatisfy({ text.byte(at: $0) == Self.dashes }),
      isLabel(label)
    else { throw PEMError(.invalidBoundary, at: line.lowerBound) }
    return text.extracting(label).decodedUTF8
  }

  /// Printable characters, with single hyphens and spaces between them; may be empty.
  private func isLabel(_ label: Range<Int>) -> Bool {
    var wasSeparator = true
    for offset in label {
      let character = text.byte(at: offset)
      let isSeparator = character == 0x20 || character == Self.dashes
      guard 0x20...0x7E ~= character, !(isSeparator && wasSeparator) else { return false }
      wasSeparator = isSeparator
    }
    return label.isEmpty || !wasSeparator
  }
}

extension PEMError {
  fileprivate init(_ error: Base64Error, from start: Int) {
    let code: Code =
      switch error.code {
      case .space, .percentSign, .backslash, .invalidCharacter: .invalidCharacter
      case .invalidLength: .invalidLength
      case .nonZeroUnusedBits: .nonZeroUnusedBits
      }
    self.init(code, at: start + error.offset)
  }
}

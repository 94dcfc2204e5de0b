import DERParsing
import Foundation
import TestSupport
import TextCoding

/// Cases out of the tests of other projects, which are not part of this one: one JSON object a line with
/// source, name, what the bytes are, and whether they are right in DER or in BER.
struct ForeignCase: Decodable, Sendable {
  enum Verdict: String, Decodable, Sendable { case ok, fail }

  let src: String
  let id: String
  let kind: String
  let hex: String
  let der: Verdict?
  let ber: Verdict?
  let value: String?
  let note: String?

  var name: String { "\(src) \(id) \(kind)" }
  var input: [UInt8] {
    let bytes = TestSupport.bytes(hex)
    return ForeignException.firstOnly.contains(name) ? Self.firstElement(of: bytes) : bytes
  }

  static func all() throws -> [ForeignCase] {
    guard let folder = Corpus.folder else { return [] }
    let text = try String(
      contentsOf: folder.appending(path: "suites/asn1/cases.jsonl"), encoding: .utf8)
    return try text.split(separator: "\n").map {
      try JSONDecoder().decode(ForeignCase.self, from: Data($0.utf8))
    }
  }
}

extension ForeignCase {
  /// What one of our readers makes of the bytes: a text of the value, empty if there is none to compare.
  typealias Reading = Result<String, DERError>

  /// Reading as DER; `nil` where the case is about something that this module does not judge.
  func derReading() -> Reading? {
    if ForeignException.notEncodings.contains(name) { return nil }
    if ForeignException.outermostOnly.contains(name) {
      return Self.text(input) { (reader) throws(DERError) in try reader.readElement().endOffset }
    }
    let type = kind.split(separator: "-").first ?? ""
    if kind.hasSuffix("-content") { return contentsReading(String(type)) }
    if kind.hasSuffix("-tlv") { return Self.typed(String(type), input) }
    switch kind {
    case "tlv", "tlv-typed": return Self.typedWalk(input)
    case "ber2der": return Self.typedWalk(input).map { _ in hex }
    case "tlv-moz", "tlv-schema": return Self.typedWalk(input)
    case "base128": return Self.subidentifier(input)
    case "header": return Self.header(input) { strictWalk($0).map { _ in [] } }
    default: return nil
    }
  }

  /// Reading as BER: transcoding, then what DER reads; `nil` as above.
  func berReading() -> Reading? {
    if ForeignException.notEncodings.contains(name) { return nil }
    switch kind {
    case "length": return Self.length(input)
    case "utctime-content", "gentime-content": return contentsReading(String(kind.prefix(7)))
    case "base128": return Self.subidentifier(input)
    case "header": return Self.header(input) { transcoded($0).map(\.bytes) }
    case "int32-tlv", "tlv-empty_integer": return Self.transcodedThenTyped("integer", input)
    case "bool-tlv": return Self.transcodedThenTyped("bool", input)
    case "bitstring-tlv": return Self.transcodedThenTyped("bitstring", input)
    case "tlv-get_sequence_of": return Self.transcodedThenTyped("octetstrings", input)
    case "tlv-get_enum": return Self.transcodedThenTyped("enumerated", input)
    case "tlv-get_integer_raw":
      return Self.transcodedThenTyped("positive", Self.firstElement(of: input))
    case "tlv-get_alg": return Self.transcodedThenTyped("algorithm", Self.firstElement(of: input))
    case "tlv-traverse_sequence_of": return transcoded(input).flatMap { traversal($0.bytes) }
    case "tlv-schema" where id.hasSuffix("spec=Null"):
      return Self.transcodedThenTyped("null", input)
    case "tlv-schema", "tlv", "tlv-parse_prefixes":
      return transcoded(input).flatMap { Self.typedWalk($0.bytes) }
    case "ber2der": return transcoded(input).map(\.bytes.hexadecimal)
    default: return nil
    }
  }

  /// Whether it is one of the two types whose values are stepped over: only their headers are judged.
  var isOfUnreadType: Bool {
    kind == "tlv" && ["09", "29", "0d"].contains(hex.prefix(2))
  }

  /// The bytes up to the end of the first element, for tests that leave what follows.
  private static func firstElement(of bytes: [UInt8]) -> [UInt8] {
    bytes.withRawSpan { (span) -> [UInt8] in
      guard var reader = try? DERReader(span), let element = try? reader.readElement() else {
        return bytes
      }
      return Array(bytes[..<element.endOffset])
    }
  }

  /// A SEQUENCE whose elements have to have certain bits in their identifier octets, as the note says:
  /// `name:mask:value:…`.
  private func traversal(_ input: [UInt8]) -> Reading {
    let numbers = (note ?? "").split(separator: ":").dropFirst().prefix(2).map { (text) -> UInt8 in
      UInt8(text.replacing("0x", with: ""), radix: 16) ?? 0
    }
    guard let mask = numbers.first, let value = numbers.last else {
      return .failure(DERError(.missingElement, at: 0))
    }
    return Self.text(input) { (reader) throws(DERError) in
      var elements = try reader.readConstructed(.sequence)
      while !elements.isAtEnd {
        let element = try elements.readElement()
        guard let byte = element.identifier.singleByte, byte & mask == value else {
          throw elements.error(.unexpectedIdentifier, at: element.offset)
        }
      }
    }
  }

  /// The value to compare with a reading, where the two have the same form.
  var comparableValue: String? {
    guard let value else { return nil }
    switch kind {
    case "tlv":
      let hasText = ["06", "0c", "13", "16"].contains(hex.prefix(2))
      return hasText ? value.split(separator: "\n").first.map(String.init) : nil
    default: return value.contains("0x") ? nil : value
    }
  }

  private static func transcodedThenTyped(_ type: String, _ input: [UInt8]) -> Reading? {
    switch transcoded(input) {
    case .success(let transcoding): typed(type, transcoding.bytes)
    case .failure(let error): .failure(error)
    }
  }

  private func contentsReading(_ type: String) -> Reading? {
    let tags: [String: UInt8] = [
      "bool": 0x01, "bitstring": 0x03, "utctime": 0x17, "gentime": 0x18,
    ]
    return Self.typed(type, element(tags[type] ?? 0x02, input))
  }

  private static func typed(_ type: String, _ input: [UInt8]) -> Reading? {
    switch type {
    case "bool": text(input) { (reader) throws(DERError) in try reader.read() as Bool }
    case "int": text(input) { (reader) throws(DERError) in try reader.read() as Int64 }
    case "integer":
      text(input) { (reader) throws(DERError) in try reader.read(as: DERInteger.self).contentsRange
      }
    case "octetstrings":
      text(input) { (reader) throws(DERError) in
        try reader.readSetOf(of: DEROctetString.self, tagged: .sequence).contentsRange
      }
    case "positive":
      text(input) { (reader) throws(DERError) in
        let integer: DERInteger = try reader.read()
        guard !integer.isNegative else { throw reader.error(.integerOutOfRange) }
        return integer.contentsRange
      }
    case "enumerated":
      text(input) { (reader) throws(DERError) in try reader.read(tagged: .enumerated) as Int64 }
    case "null": text(input) { (reader) throws(DERError) in try reader.read() as DERNull }
    case "algorithm":
      text(input) { (reader) throws(DERError) in
        var contents = try reader.readConstructed(.sequence)
        _ = try contents.read(as: DERObjectIdentifier.self)
        if !contents.isAtEnd { _ = try contents.readElement() }
        try contents.finish()
      }
    case "int32": text(input) { (reader) throws(DERError) in try reader.read() as Int32 }
    case "int64": text(input) { (reader) throws(DERError) in try reader.read() as Int64 }
    case "uint8": text(input) { (reader) throws(DERError) in try reader.read() as UInt8 }
    case "uint64": text(input) { (reader) throws(DERError) in try reader.read() as UInt64 }
    case "bitstring":
      text(input) { (reader) throws(DERError) in try reader.read(as: DERBitString.self).bitCount }
    case "oid":
      text(input) { (reader) throws(DERError) in try reader.read(as: DERObjectIdentifier.self) }
    case "utctime": text(input) { (reader) throws(DERError) in try reader.readUTCTime() }
    case "gentime": text(input) { (reader) throws(DERError) in try reader.readGeneralizedTime() }
    default: nil
    }
  }

  private static func text<Value>(
    _ input: [UInt8], _ read: (inout DERReader) throws(DERError) -> Value
  ) -> Reading {
    outcome(of: input, read).map { "\($0)" }
  }

  /// One subidentifier, as the second of an OBJECT IDENTIFIER.
  private static func subidentifier(_ contents: [UInt8]) -> Reading {
    guard !contents.isEmpty else { return .failure(DERError(.emptyObjectIdentifier, at: 0)) }
    return text(element(0x06, [0x78] + contents)) { (reader) throws(DERError) in
      try reader.read(as: DERObjectIdentifier.self).description.dropFirst("2.40.".count)
    }
  }

  /// Identifier and length octets, whether the contents are there or not.
  private static func header(
    _ input: [UInt8], _ read: ([UInt8]) -> Result<[UInt8], DERError>
  ) -> Reading {
    switch read(input) {
    case .failure(let error) where error.code == .truncated && isCompleteHeader(input):
      .success("")
    case .failure(let error): .failure(error)
    case .success: .success("")
    }
  }

  private static func isCompleteHeader(_ input: [UInt8]) -> Bool {
    var position = 1
    if let first = input.first, first & 0x1F == 0x1F {
      while position < input.count, input[position] >= 0x80 { position += 1 }
      position += 1
    }
    guard position < input.count else { return false }
    let length = input[position]
    return length <= 0x80 || position + Int(length & 0x7F) < input.count
  }

  /// Length octets of BER, as the length of an OCTET STRING.
  private static func length(_ bytes: [UInt8]) -> Reading {
    let count =
      bytes.count == 1 ? Int(bytes[0]) : bytes.dropFirst().reduce(0) { $0 << 8 | Int($1) }
    let input = [0x04] + bytes + [UInt8](repeating: 0x41, count: count)
    return transcoded(input).flatMap { transcoding in
      text(transcoding.bytes) { (reader) throws(DERError) in
        try reader.read(as: DEROctetString.self).contentsRange.count
      }
    }
  }

  /// Reads elements down to the primitive ones, those of universal types as what they are.
  static func typedWalk(_ input: [UInt8]) -> Reading {
    outcome(of: input) { (reader) throws(DERError) in try typedElement(&reader) }
  }

  private static func typedElement(_ reader: inout DERReader) throws(DERError) -> String {
    guard let identifier = try reader.peekIdentifier(), identifier.tagClass == .universal else {
      return try untypedElement(&reader)
    }
    switch identifier.tagNumber {
    case 1: return "\(try reader.read() as Bool)"
    case 2: return "\(try reader.read() as DERInteger)"
    case 3: return "\(try reader.read(as: DERBitString.self).bitCount) bit"
    case 4: return "\(try reader.read(as: DEROctetString.self).contentsRange.count) byte"
    case 5: return "\(try reader.read() as DERNull)"
    case 6: return "\(try reader.read() as DERObjectIdentifier)"
    case 10: return "\(try reader.read(as: DERInteger.self, tagged: .enumerated))"
    case 12, 18, 19, 20, 22, 26, 28, 30:
      return try reader.readAnyString().text(in: reader.bytes)
    case 16: return try elements(of: .sequence, &reader)
    case 17: return try elements(of: .set, &reader)
    case 23: return "\(try reader.readUTCTime())"
    case 24: return "\(try reader.readGeneralizedTime())"
    default: return try untypedElement(&reader)
    }
  }

  private static func elements(
    of identifier: DERIdentifier, _ reader: inout DERReader
  ) throws(DERError) -> String {
    var contents = try reader.readConstructed(identifier)
    while !contents.isAtEnd { _ = try typedElement(&contents) }
    return ""
  }

  private static func untypedElement(_ reader: inout DERReader) throws(DERError) -> String {
    let element = try reader.readElement()
    guard element.identifier.isConstructed else { return "" }
    var contents = try reader.contents(of: element)
    while !contents.isAtEnd { _ = try typedElement(&contents) }
    return ""
  }
}

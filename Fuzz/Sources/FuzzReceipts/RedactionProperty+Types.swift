import DERParsing
import FuzzSupport
import ReceiptParsing
import ReceiptRedaction

// What becomes of the types that receipts and certificates have, also where nobody can read them.

extension RedactionProperty {
  /// An element of each type, and whether what it becomes is of its kind.
  private typealias Sample = (
    tag: UInt8, contents: [UInt8], isRight: @Sendable ([UInt8]) -> Bool
  )

  private static let samples: [Sample] = {
    let letters = Array("Attributes are so".utf8)
    let digits = Array("31415926535897".utf8)
    // Only UTF8String has these, of those whose bytes are looked at.
    let umlauts = Array("Ärger, Übergröße".utf8)
    let inner: [UInt8] = [0x02, 0x06, 0x31, 0x41, 0x59, 0x26, 0x53, 0x58]
    let texts: [UInt8] = [0x0C, 0x12, 0x13, 0x14, 0x16, 0x1E]
    func samples(
      _ tags: [UInt8], _ contents: [UInt8], _ isRight: @escaping @Sendable ([UInt8]) -> Bool
    )
      -> [Sample]
    { tags.map { ($0, contents, isRight) } }
    return samples(texts, letters) { $0.allSatisfy { 0x61...0x7A ~= $0 } }
      + samples(texts, digits) { $0 != digits && $0.allSatisfy { 0x30...0x39 ~= $0 } }
      + samples([0x0C], umlauts) { $0.allSatisfy { 0x61...0x7A ~= $0 } }
      + samples(texts.filter { $0 != 0x0C }, umlauts) { $0[0] >= 0x80 && $0 != umlauts }
      + samples(texts, [0xFD]) { $0[0] >= 0x80 && $0 != [0xFD] }
      + samples(texts, [0x37]) { 0x30...0x39 ~= $0[0] && $0 != [0x37] }
      + samples(texts, [0x30]) { $0 == [0x30] }
      + samples([0x01], [0xFF]) { $0 == [0xFF] }
      + samples([0x01], [0x37]) { 1..<0x7F ~= $0[0] && $0 != [0x37] }
      + samples([0x05], []) { $0.isEmpty }
      + samples([0x02, 0x0A], [0x12, 0x34, 0x56, 0x78, 0x9A]) {
        NaiveValue.isInteger($0[...]) && $0[0] < 0x80 && $0 != [0x12, 0x34, 0x56, 0x78, 0x9A]
      } + samples([0x03], [0x05] + digits) { $0[0] == 0x05 && $0.dropFirst() != digits[...] }
      + samples([0x03], [0x05, 0xA0]) { $0 == [0x05, 0x20] }
      + samples([0x03], [0x08, 0xA0]) { $0 != [0x08, 0xA0] }
      + samples([0x17], Array("2504180102030".utf8)) { $0.allSatisfy { 0x30...0x39 ~= $0 } }
      + samples([0x04, 0x06, 0x80, 0x81, 0x82, 0x83], letters) { $0 != letters }
      + samples([0x17], Array("250418010203Z".utf8)) { isTime($0, 0x17, "250418010203Z") }
      + samples([0x18], Array("20250418010203Z".utf8)) { isTime($0, 0x18, "20250418010203Z") }
      + samples([0x24, 0x30, 0x31, 0xA0, 0xA1, 0xA2, 0xA3], inner) {
        $0 != inner && $0.prefix(2) == inner.prefix(2)
      }
  }()

  private static func isTime(_ contents: [UInt8], _ tag: UInt8, _ before: String) -> Bool {
    let bytes = Message.element(tag, contents)
    guard let header = NaiveHeader(der: bytes, at: 0, end: bytes.count) else { return false }
    return NaiveTypes(bytes: bytes).seconds(header) != nil && !contents[...].equals(before)
  }

  /// Each type stays what it is, in a receipt, and in one with a wrong content type, with one byte too few or too many.
  static func checkTypes(seed: Int) {
    let elements = samples.map { Message.element($0.tag, $0.contents) }
    let attributes = elements.enumerated().map { attribute(0x4300 + $0.offset, $0.element) }
    let (bytes, payload) = Message.signed(Array(attributes.joined()))
    var other = bytes
    // What begins with id-signedData ends with 2.
    if let end = bytes.firstRange(of: [0x01, 0x07, 0x02]) { other[end.upperBound - 1] = 3 }
    for given in [bytes, other, bytes.dropLast(), bytes + [0]] {
      guard let result = redacted(given, seed: seed)?.bytes else {
        return require(false, "not redacted: \(given.hexadecimal)")
      }
      var end = payload.lowerBound
      for (place, sample) in samples.enumerated() {
        let start = end
        end += attributes[place].count
        let contents = end - sample.contents.count
        require(
          result[start..<contents] == given[start..<contents],
          "the header of type \(sample.tag): \(Array(result[start..<end]).hexadecimal)")
        let other = Array(result[contents..<end])
        require(sample.isRight(other), "type \(sample.tag) becomes \(other.hexadecimal)")
      }
    }
  }

  /// So many levels may be opened, and what is deeper is replaced as a whole.
  static func checkDepth(seed: Int) {
    let limit = 12 + seed % 21
    let secret = Array("Attributes are so".utf8)
    for isIndefinite in [false, true] {
      for (type, tail) in [(0x4321, []), (16, []), (16, [0xFF, 0xFE])] as [(Int, [UInt8])] {
        // Nine levels are around the value of an attribute.
        let count = limit - 9 + 3
        var chain = Message.element(0x04, secret)
        for _ in 0..<count {
          // Headers of five bytes stay by chance in none of 2⁴⁰ cases.
          let size = [UInt8(chain.count >> 8), UInt8(chain.count & 0xFF)]
          chain = isIndefinite ? [0x30, 0x80] + chain + [0, 0] : [0x30, 0x83, 0] + size + chain
        }
        for isWhole in [true, false] {
          let (bytes, payload) = Message.signed(attribute(type, chain + tail))
          let given = isWhole ? bytes : bytes + [0]
          let start = payload.upperBound - chain.count - tail.count
          var generator = RandomBytes(seed: UInt64(seed))
          let limits = ReceiptLimits(der: DERLimits(maximumDepth: limit))
          guard let result = try? ReceiptRedaction(given, limits: limits, using: &generator).bytes
          else { continue }
          // One more than the limit, since BER may have a primitive value there.
          let deeper = start + (isIndefinite ? 2 : 5) * (limit - 8)
          if !isIndefinite {
            require(
              result[start..<deeper] == given[start..<deeper],
              "\(limit - 8) levels stay: \(result.hexadecimal)")
          }
          require(
            result[deeper..<deeper + 5] != given[deeper..<deeper + 5],
            "level \(limit + 2) does not: \(result.hexadecimal)")
          require(!result.hasBytes(secret), "what is inside stays")
        }
      }
    }
  }

  /// Of a value that goes on after its encoding, nothing stays but what encodings begin with; of an app as of a purchase.
  static func checkRest(seed: Int) {
    let secret = Array("Attributes are so".utf8)
    let texts: [(tag: UInt8, text: String)] = [
      (0x0C, "314.159.265"), (0x0C, "Sandboxes"), (0x16, "2025-04-18T01:02:03Z"), (0x02, "31415"),
    ]
    let elements = texts.map { Message.element($0.tag, Array($0.text.utf8)) }
    let types = [0, 1, 2, 3, 4, 9, 12, 16, 18, 19, 21, 25, 0x4321]
    let ofPurchases = [1701, 1702, 1703, 1704, 1706, 1708, 1711, 1713, 1719, 0x4321]
    for rest in [secret, [0x05] + secret, [0x0C, 0x30] + secret] {
      for element in elements {
        let inApp = ofPurchases.flatMap { attribute($0, element + rest) }
        let payload = types.flatMap { attribute($0, element + rest) }
        let (bytes, _) = Message.signed(payload + attribute(17, Message.element(0x31, inApp)))
        for given in [bytes, bytes.dropLast()] {
          guard let result = redacted(given, seed: seed)?.bytes else {
            return require(false, "not redacted: \(given.hexadecimal)")
          }
          for text in [secret, Array(element.dropFirst(2))] {
            require(!result.hasBytes(text), "\(text) stays: \(result.hexadecimal)")
          }
        }
      }
    }
  }

  /// An attribute of version 1.
  static func attribute(_ type: Int, _ value: [UInt8]) -> [UInt8] {
    let number = type < 128 ? [UInt8(type)] : [UInt8(type >> 8), UInt8(type & 0xFF)]
    return Message.element(
      0x30, Message.element(0x02, number) + [0x02, 0x01, 0x01] + Message.element(0x04, value))
  }
}

import FuzzSupport
import ReceiptParsing
import ReceiptRedaction

// What random numbers may be.

extension RedactionProperty {
  /// INTEGERs stay as minimal as they were, by X.690 §8.3.2: a first byte of 00 or FF before another stays, and there is
  /// none where there was none. The highest bit that counts stays, and every other takes both values.
  static func checkIntegers(seed: Int) {
    let firsts: [UInt8] = [0x00, 0x01, 0x41, 0x7F, 0x80, 0x81, 0xC1, 0xFE, 0xFF]
    let seconds: [UInt8] = [0x00, 0x7F, 0x80]
    let values: [[UInt8]] =
      [[0x35], [0xB7], [0x00, 0x7F], [0x00, 0x80], [0xFF, 0x7F], [0xFF, 0x80]]
      + firsts.flatMap { first in seconds.map { [first, $0, 0x5A] } }
    let attributes = values.map { Message.element(0x02, $0) }.enumerated()
    let bits = bits(of: attributes.map { (256 + $0.offset, $0.element) }, seed: seed) {
      place, result in
      let (value, result) = (values[place], Array(result.dropFirst(2)))
      require(result.count == value.count && result != value, "\(value) becomes \(result)")
      let isPadded = value.count > 1 && (value[0] == 0 || value[0] == 0xFF)
      require(
        isPadded ? result[0] == value[0] : result[0] != 0 && result[0] != 0xFF,
        "the first byte of \(value) becomes \(result)")
    }
    for (place, value) in values.enumerated() {
      let isPadded = value.count > 1 && (value[0] == 0 || value[0] == 0xFF)
      for index in value.indices where index > 0 || !isPadded {
        let isFirst = index == (isPadded ? 1 : 0)
        let (ones, zeros) = (bits[place].ones[index + 2], bits[place].zeros[index + 2])
        let both = ones & zeros
        require(both == (isFirst ? 0x7F : 0xFF), "bits \(both) of byte \(index) of \(value)")
        require(!isFirst || ones & 0x80 == value[index] & 0x80, "the sign of \(value)")
      }
    }
  }

  /// Of types that are bytes every bit takes both values, also where they look like an element; so it does where a number
  /// or an OBJECT IDENTIFIER is in an OCTET STRING, and in a BIT STRING. Of a date's fraction every digit changes.
  static func checkBits(seed: Int) {
    let text = Message.element(0x0C, Array("letters".utf8))
    let identifier: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64, 0x06, 0x01]
    let date = Message.element(0x16, Array("2025-04-18T01:02:03.123456Z".utf8))
    // The type, the value, which of its bytes change, and the bits of them.
    let samples: [(type: Int, value: [UInt8], free: Range<Int>, mask: UInt8)] =
      [4, 5, 6, 7].map { ($0, text, 0..<text.count, 0xFF) } + [
        (0x4321, Message.element(0x03, [0] + identifier), 3..<12, 0xFF),
        (0x4322, Message.element(0x04, Message.element(0x06, identifier)), 4..<13, 0xFF),
        (0x4323, Message.element(0x04, Message.element(0x02, [0x35])), 4..<5, 0x7F),
        (12, date, 22..<28, 0x07),
      ]
    let bits = bits(of: samples.map { ($0.type, $0.value) }, seed: seed) { _, _ in }
    for (sample, bits) in zip(samples, bits) {
      for index in sample.value.indices where sample.free.contains(index) {
        let both = bits.ones[index] & bits.zeros[index] & sample.mask
        require(both == sample.mask, "bits \(both) of byte \(index) of \(sample.value)")
      }
    }
  }

  /// Which bits of the values of attributes are 1 at least once in 32 redactions, and which are 0.
  private static func bits(
    of attributes: [(type: Int, value: [UInt8])], seed: Int, check: (Int, [UInt8]) -> Void
  ) -> [(ones: [UInt8], zeros: [UInt8])] {
    let bytes = Message.signed(attributes.flatMap { attribute($0.type, $0.value) }, unsigned: [])
      .bytes
    let none = attributes.map { Array(repeating: UInt8(0), count: $0.value.count) }
    var (ones, zeros) = (none, none)
    for round in 0..<32 {
      guard let redaction = redacted(bytes, seed: seed &* 64 &+ round),
        let receipt = Answer(redaction.bytes).receipt
      else {
        require(false, "not redacted")
        break
      }
      for (place, attribute) in receipt.attributes.enumerated() {
        let result = Array(attribute.value)
        check(place, result)
        for (index, byte) in result.enumerated() {
          ones[place][index] |= byte
          zeros[place][index] |= ~byte
        }
      }
    }
    return Array(zip(ones, zeros))
  }
}

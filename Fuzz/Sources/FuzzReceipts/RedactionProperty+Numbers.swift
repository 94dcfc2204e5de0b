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
    let payload = values.enumerated().map {
      attribute(256 + $0.offset, Message.element(0x02, $0.element))
    }
    let bytes = Message.signed(Array(payload.joined())).bytes
    var ones = values.map { Array(repeating: UInt8(0), count: $0.count) }
    var zeros = ones
    for round in 0..<32 {
      guard let redaction = redacted(bytes, seed: seed &* 64 &+ round),
        let receipt = Answer(redaction.bytes).receipt
      else { return require(false, "not redacted") }
      for (place, (value, attribute)) in zip(values, receipt.attributes).enumerated() {
        let result = Array(attribute.value.dropFirst(2))
        require(result.count == value.count && result != value, "\(value) becomes \(result)")
        let isPadded = value.count > 1 && (value[0] == 0 || value[0] == 0xFF)
        require(
          isPadded ? result[0] == value[0] : result[0] != 0 && result[0] != 0xFF,
          "the first byte of \(value) becomes \(result)")
        for (index, byte) in result.enumerated() {
          ones[place][index] |= byte
          zeros[place][index] |= ~byte
        }
      }
    }
    for (place, value) in values.enumerated() {
      let isPadded = value.count > 1 && (value[0] == 0 || value[0] == 0xFF)
      for index in value.indices where index > 0 || !isPadded {
        let isFirst = index == (isPadded ? 1 : 0)
        let both = ones[place][index] & zeros[place][index]
        require(both == (isFirst ? 0x7F : 0xFF), "bits \(both) of byte \(index) of \(value)")
        let sign = isFirst ? value[index] & 0x80 : ones[place][index] & 0x80
        require(ones[place][index] & 0x80 == sign, "the sign of \(value)")
      }
    }
  }
}

import FuzzSupport

/// An input that would cost much more than its length if something were read twice, nested without a bound or
/// allocated by a declared length.
struct Shape: Sendable {
  let name: String
  /// The octets, about as many as asked for.
  let octets: @Sendable (Int) -> [UInt8]

  static let all: [Shape] = [
    Shape(name: "SEQUENCE of NULL") { element(0x30, repeated([0x05, 0x00], $0)) },
    Shape(name: "SEQUENCE of empty SEQUENCE") { element(0x30, repeated([0x30, 0x00], $0)) },
    Shape(name: "SEQUENCE of INTEGER of two octets") {
      element(0x30, repeated([0x02, 0x02, 0x12, 0x34], $0))
    },
    Shape(name: "chunks of one octet") {
      [0x24, 0x80] + repeated([0x04, 0x01, 0x41], $0) + [0x00, 0x00]
    },
    Shape(name: "chunks of no octet") {
      [0x24, 0x80] + repeated([0x04, 0x00], $0) + [0x00, 0x00]
    },
    Shape(name: "8,000 chunks") { count in
      [0x24, 0x80] + repeated(element(0x04, [UInt8](repeating: 0x41, count: count / 8000)), count)
        + [0x00, 0x00]
    },
    Shape(name: "30 levels round chunks") { nested(0x24, 30, repeated([0x04, 0x01, 0x41], $0)) },
    Shape(name: "30 levels round one string") {
      nested(0x24, 30, element(0x04, [UInt8](repeating: 0x41, count: $0)))
    },
    Shape(name: "levels without end") { repeated([0x30, 0x80], $0) },
    Shape(name: "levels with an end") {
      repeated([0x30, 0x80], $0 / 2) + repeated([0, 0], $0 / 2)
    },
    Shape(name: "end-of-contents again and again") { [0x30, 0x80] + repeated([0, 0], $0) },
    Shape(name: "lengths of five octets") {
      element(0x30, repeated([0x04, 0x84, 0x00, 0x00, 0x00, 0x01, 0x41], $0))
    },
    Shape(name: "a length of 2 GiB") {
      [0x30, 0x84, 0x7F, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0x04, count: $0)
    },
    Shape(name: "a tag number without end") { [0x1F] + [UInt8](repeating: 0xFF, count: $0) },
    Shape(name: "an arc without end") {
      element(0x30, element(0x06, [0x2A] + [UInt8](repeating: 0x81, count: $0)))
    },
    Shape(name: "an INTEGER") { element(0x02, [UInt8](repeating: 0x7F, count: $0)) },
    Shape(name: "levels of definite length") { count in
      var octets: [UInt8] = [0x05, 0x00]
      while octets.count < min(count, 2048) { octets = element(0x30, octets) }
      return octets
    },
    Shape(name: "attributes without value") { container(repeated(attribute(99, []), $0)) },
    Shape(name: "one attribute again and again") {
      container(repeated(attribute(12, [0x16, 0x00]), $0))
    },
    Shape(name: "purchases without attributes") {
      container(repeated(attribute(17, [0x31, 0x00]), $0))
    },
    Shape(name: "purchases of one attribute") {
      container(repeated(attribute(17, element(0x31, attribute(1702, [0x0C, 0x00]))), $0))
    },
    Shape(name: "one purchase with everything") {
      container(attribute(17, element(0x31, repeated(attribute(1702, [0x0C, 0x00]), $0))))
    },
    Shape(name: "certificates without contents") {
      container([], certificates: element(0xA0, repeated([0x30, 0x00], $0)))
    },
    Shape(name: "BER round attributes without value") {
      inBER([element(0x31, repeated(attribute(99, []), $0))])
    },
    Shape(name: "BER round purchases without attributes") {
      inBER([element(0x31, repeated(attribute(17, [0x31, 0x00]), $0))])
    },
    Shape(name: "8,000 chunks of a payload") { count in
      let payload = element(0x31, repeated(attribute(99, []), count))
      let size = payload.count / 8000 + 1
      return inBER(
        stride(from: 0, to: payload.count, by: size).map {
          Array(payload[$0..<min($0 + size, payload.count)])
        })
    },
    Shape(name: "line breaks in Base64") {
      Array("MII".utf8) + [UInt8](repeating: 0x0A, count: $0)
    },
    Shape(name: "Base64 of zeros") { Array("MII".utf8) + [UInt8](repeating: 0x41, count: $0) },
    Shape(name: "white space") { [UInt8](repeating: 0x20, count: $0) },
    Shape(name: "a brace and no more") { Array("{".utf8) + [UInt8](repeating: 0x61, count: $0) },
  ]

  /// Purchases with the attributes that real ones have: what the others are compared with.
  static let normal = Shape(name: "an ordinary receipt") { count in
    let date: [UInt8] = [0x16, 0x14] + Array("2025-04-14T08:30:00Z".utf8)
    let purchase =
      attribute(1701, [0x02, 0x01, 0x01])
      + attribute(1702, [0x0C, 0x0F] + Array("com.example.app".utf8))
      + attribute(1703, [0x0C, 0x0F] + Array("730001900000912".utf8)) + attribute(1704, date)
      + attribute(1705, [0x0C, 0x0F] + Array("730001900000912".utf8)) + attribute(1706, date)
      + attribute(1708, date) + attribute(1711, [0x02, 0x01, 0x00]) + attribute(1712, [0x16, 0x00])
    return container(repeated(attribute(17, element(0x31, purchase)), count))
  }

  private static func repeated(_ unit: [UInt8], _ count: Int) -> [UInt8] {
    var octets: [UInt8] = []
    octets.reserveCapacity(count + unit.count)
    while octets.count < count { octets += unit }
    return octets
  }

  private static func nested(_ tag: UInt8, _ levels: Int, _ contents: [UInt8]) -> [UInt8] {
    repeated([tag, 0x80], levels * 2) + contents + [UInt8](repeating: 0, count: levels * 2)
  }

  private static func attribute(_ type: Int, _ value: [UInt8]) -> [UInt8] {
    let number: [UInt8] =
      type < 128 ? [0x02, 0x01, UInt8(type)] : [0x02, 0x02, UInt8(type >> 8), UInt8(type & 0xFF)]
    return element(0x30, number + [0x02, 0x01, 0x01] + element(0x04, value))
  }

  /// A payload in chunks, inside indefinite lengths.
  private static func inBER(_ chunks: [[UInt8]]) -> [UInt8] {
    let identifier: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7]
    let strings = chunks.flatMap { element(0x04, $0) }
    let end: [UInt8] = [0x00, 0x00]
    let content =
      [0x30, 0x80] + identifier + [1, 0xA0, 0x80, 0x24, 0x80] + strings + end + end + end
    let message = [0x30, 0x80, 0x02, 0x01, 0x01, 0x31, 0x00] + content + [0x31, 0x00] + end
    return [0x30, 0x80] + identifier + [2, 0xA0, 0x80] + message + end + end
  }

  private static func container(
    _ attributes: [UInt8], certificates: [UInt8] = []
  ) -> [UInt8] {
    let identifier: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7]
    let content = element(
      0x30, identifier + [1] + element(0xA0, element(0x04, element(0x31, attributes))))
    let message = element(
      0x30, [0x02, 0x01, 0x01, 0x31, 0x00] + content + certificates + [0x31, 0x00])
    return element(0x30, identifier + [2] + element(0xA0, message))
  }

  private static func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
    NaiveHeader.encoding(tag & 0xE0, Int(tag & 0x1F), length: contents.count) + contents
  }
}

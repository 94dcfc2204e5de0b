import FuzzSupport

extension Shape {
  /// Short object identifiers, and those that everybody uses.
  static let objectIdentifiers = Shape(name: "object identifiers") { count in
    element(0x30, numbered(count) { element(0x06, [0x2A] + arc($0)) + Message.sha256 })
  }

  /// Encodings that are no receipts.
  static let encodings: [Shape] =
    [
      objectIdentifiers,
      Shape(name: "SEQUENCE of NULL") { element(0x30, repeated([0x05, 0x00], $0)) },
      Shape(name: "SEQUENCE of empty SEQUENCE") { element(0x30, repeated([0x30, 0x00], $0)) },
      Shape(name: "SEQUENCE of INTEGER of two bytes") {
        element(0x30, repeated([0x02, 0x02, 0x12, 0x34], $0))
      },
      Shape(name: "chunks of one byte") {
        [0x24, 0x80] + repeated([0x04, 0x01, 0x41], $0) + [0x00, 0x00]
      },
      Shape(name: "chunks of no byte") {
        [0x24, 0x80] + repeated([0x04, 0x00], $0) + [0x00, 0x00]
      },
      Shape(name: "8,000 chunks") { count in
        let chunk = element(0x04, [UInt8](repeating: 0x41, count: count / 8000))
        return [0x24, 0x80] + repeated(chunk, chunk.count * 8000) + [0x00, 0x00]
      },
      Shape(name: "levels without end") { repeated([0x30, 0x80], $0) },
      Shape(name: "levels with an end") {
        repeated([0x30, 0x80], $0 / 2) + repeated([0, 0], $0 / 2)
      },
      Shape(name: "a definite length of zeros") { [0x30, 0x84, 0, 0x10, 0, 0] + zeros($0) },
      Shape(name: "1,000 definite levels") { _ in definite(0x30, 1000, [0x05, 0x00]) },
      Shape(name: "10,000 definite levels") { _ in definite(0x30, 10_000, [0x05, 0x00]) },
      Shape(name: "28 definite levels round NULLs") {
        definite(0x30, 28, repeated([0x05, 0x00], $0))
      },
      Shape(name: "end-of-contents again and again") { [0x30, 0x80] + zeros($0) },
      Shape(name: "levels and chunks by turns") {
        repeated([0x30, 0x80, 0x24, 0x80, 0x04, 0x01, 0x41, 0, 0, 0, 0], $0)
      },
      Shape(name: "lengths of five bytes") {
        element(0x30, repeated([0x04, 0x84, 0x00, 0x00, 0x00, 0x01, 0x41], $0))
      },
      Shape(name: "lengths of 100 bytes") {
        element(0x30, repeated([0x04, 0xE4] + zeros(99) + [0x01, 0x41], $0))
      },
      Shape(name: "a length of 2 GiB") { [0x04, 0x84, 0x7F, 0xFF, 0xFF, 0xFF] + letters($0) },
      Shape(name: "a length of 2⁶³ − 1") {
        [0x04, 0x88, 0x7F] + [UInt8](repeating: 0xFF, count: 7) + letters($0)
      },
      Shape(name: "a length of 2⁶⁴ − 1") {
        [0x04, 0x88] + [UInt8](repeating: 0xFF, count: 8) + letters($0)
      },
      Shape(name: "a tag number without end") {
        [0x1F] + [UInt8](repeating: 0xFF, count: $0) + [0x7F, 0x00]
      },
      Shape(name: "an arc without end") {
        element(0x06, [0x2A] + [UInt8](repeating: 0x81, count: $0) + [0x01])
      },
      Shape(name: "many arcs") {
        element(0x06, [0x2A] + [UInt8](repeating: 0x01, count: $0))
      },
      Shape(name: "an INTEGER") {
        element(0x02, [0x7F] + [UInt8](repeating: 0xFF, count: $0))
      },
    ]
    + [10, 20, 28, 40, 45].flatMap { levels in
      [
        Shape(name: "\(levels) levels round chunks") {
          indefinite(0x24, levels, repeated([0x04, 0x01, 0x41], $0))
        },
        Shape(name: "\(levels) levels round one string") {
          indefinite(0x24, levels, element(0x04, letters($0)))
        },
        Shape(name: "\(levels) definite levels, each with another chunk") { count in
          let chunk = element(0x04, letters(count / 2))
          return definite(0x24, levels, chunk + chunk, tail: [0x04, 0x00])
        },
      ]
    }

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  private static func letters(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x41, count: count) }

  private static func indefinite(_ tag: UInt8, _ levels: Int, _ contents: [UInt8]) -> [UInt8] {
    repeated([tag, 0x80], levels * 2) + contents + zeros(levels * 2)
  }

  /// Levels of definite length round some contents, `tail` behind the contents of each.
  private static func definite(
    _ tag: UInt8, _ levels: Int, _ contents: [UInt8], tail: [UInt8] = []
  ) -> [UInt8] {
    var headers: [[UInt8]] = []
    var length = contents.count
    for _ in 0..<levels {
      length += tail.count
      headers.append(NaiveHeader.encoding(tag & 0xE0, Int(tag & 0x1F), length: length))
      length += headers[headers.count - 1].count
    }
    return headers.reversed().flatMap { $0 } + contents + repeated(tail, tail.count * levels)
  }
}

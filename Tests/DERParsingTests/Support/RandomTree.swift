import TestSupport

/// A random element, which can be written in DER, and in BER in random ways.
indirect enum RandomTree {
  case primitive(identifier: [UInt8], contents: [UInt8])
  case constructed(identifier: [UInt8], [RandomTree])
  /// A string type, which BER may cut into chunks; `tag` without the constructed bit.
  case string(tag: UInt8, contents: [UInt8])

  /// Builds a tree of at most `depth` levels.
  init(depth: Int, using generator: inout SeededGenerator) {
    switch Int.random(in: 0..<(depth > 0 ? 6 : 3), using: &generator) {
    case 0:
      let tags: [UInt8] = [0x01, 0x02, 0x03, 0x05, 0x06, 0x0A, 0x0D, 0x17, 0x18, 0x41, 0x80, 0x9E]
      self = .primitive(
        identifier: [tags.randomElement(using: &generator) ?? 0x02],
        contents: Self.contents(using: &generator))
    case 1:
      let number = UInt32.random(in: 31...0x1FFF_FFFF, using: &generator)
      let bits = UInt32.random(in: 0...23, using: &generator)
      let identifier = Self.highTag(0x9F, max(number >> bits, 31))
      self = .primitive(identifier: identifier, contents: Self.contents(using: &generator))
    case 2:
      let tags: [UInt8] = [4, 4, 4, 12, 18, 19, 20, 21, 22, 25, 26, 27, 28, 30]
      self = .string(
        tag: tags.randomElement(using: &generator) ?? 4, contents: Self.contents(using: &generator))
    default:
      let count = Int.random(in: 0...4, using: &generator)
      let children = (0..<count).map { _ in RandomTree(depth: depth - 1, using: &generator) }
      let identifiers: [[UInt8]] = [
        [0x30], [0x31], [0xA0], [0x61], [0xBE], Self.highTag(0xBF, 128),
      ]
      self = .constructed(
        identifier: identifiers.randomElement(using: &generator) ?? [0x30], children)
    }
  }

  private static func contents(using generator: inout SeededGenerator) -> [UInt8] {
    let limit = [0, 3, 3, 20, 140, 300].randomElement(using: &generator) ?? 0
    let count = Int.random(in: 0...limit, using: &generator)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  private static func highTag(_ first: UInt8, _ number: UInt32) -> [UInt8] {
    let digits = stride(from: 28, through: 0, by: -7).map { UInt8(number >> $0 & 0x7F) }
    let minimal = digits.drop { $0 == 0 }
    return [first] + minimal.dropLast().map { $0 | 0x80 } + minimal.suffix(1)
  }

  /// The encoding in DER.
  var der: [UInt8] {
    switch self {
    case .primitive(let identifier, let contents):
      identifier + lengthOctets(contents.count) + contents
    case .constructed(let identifier, let children):
      identifier + lengthOctets(children.flatMap(\.der).count) + children.flatMap(\.der)
    case .string(let tag, let contents): element(tag, contents)
    }
  }

  /// An encoding in BER: lengths indefinite or too long, strings in chunks, or none of it.
  func ber(using generator: inout SeededGenerator) -> [UInt8] {
    switch self {
    case .primitive(let identifier, let contents):
      return Self.definite(identifier, contents, using: &generator)
    case .constructed(let identifier, let children):
      let contents = children.flatMap { $0.ber(using: &generator) }
      return Self.anyForm(identifier, contents, using: &generator)
    case .string(let tag, let contents):
      guard Bool.random(using: &generator) else {
        return Self.definite([tag], contents, using: &generator)
      }
      return Self.chunks(tag, contents[...], depth: 2, using: &generator)
    }
  }

  private static func chunks(
    _ tag: UInt8, _ contents: ArraySlice<UInt8>, depth: Int, using generator: inout SeededGenerator
  ) -> [UInt8] {
    var rest = contents
    var chunks: [UInt8] = []
    while !rest.isEmpty || Int.random(in: 0..<4, using: &generator) == 0 {
      let count = Int.random(in: 0...rest.count, using: &generator)
      chunks +=
        depth > 0 && Int.random(in: 0..<4, using: &generator) == 0
        ? Self.chunks(0x04, rest.prefix(count), depth: depth - 1, using: &generator)
        : definite([0x04], Array(rest.prefix(count)), using: &generator)
      rest = rest.dropFirst(count)
    }
    return anyForm([tag | 0x20], chunks, using: &generator)
  }

  private static func anyForm(
    _ identifier: [UInt8], _ contents: [UInt8], using generator: inout SeededGenerator
  ) -> [UInt8] {
    guard Bool.random(using: &generator) else {
      return definite(identifier, contents, using: &generator)
    }
    return identifier + [0x80] + contents + [0x00, 0x00]
  }

  private static func definite(
    _ identifier: [UInt8], _ contents: [UInt8], using generator: inout SeededGenerator
  ) -> [UInt8] {
    let minimal = lengthOctets(contents.count)
    guard Int.random(in: 0..<3, using: &generator) == 0 else {
      return identifier + minimal + contents
    }
    let digits = minimal.count > 1 ? Array(minimal.dropFirst()) : minimal
    let zeros = [UInt8](repeating: 0, count: .random(in: 0...9, using: &generator))
    return identifier + [0x80 | UInt8(zeros.count + digits.count)] + zeros + digits + contents
  }
}

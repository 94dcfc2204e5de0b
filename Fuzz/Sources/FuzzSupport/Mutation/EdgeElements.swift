/// Elements and contents at the edges of what a type allows: on either side of them.
enum EdgeElements {
  /// Contents for an identifier octet: those of its type, or of any type, as under an IMPLICIT tag.
  static func contents(for tag: UInt8, _ random: inout RandomBytes) -> [UInt8] {
    let own = tag & 0xE0 == 0 ? byTag[Int(tag)] : []
    let list = own.isEmpty || random.below(8) == 0 ? all : own
    return list[random.below(list.count)]
  }

  /// A whole element: a primitive one of any type, or one that certificates and messages are made of.
  static func element(_ random: inout RandomBytes) -> [UInt8] {
    if random.below(2) == 0 { return constructed[random.below(constructed.count)] }
    let tag = tags[random.below(tags.count)]
    return TLVEdit.element(tag, contents(for: tag, &random))
  }

  private static let tags: [UInt8] = [
    0x01, 0x02, 0x03, 0x05, 0x06, 0x0A, 0x0C, 0x12, 0x13, 0x14, 0x16, 0x17, 0x18, 0x1A, 0x1C, 0x1E,
    0x80, 0x81, 0x82,
  ]

  private static let byTag: [[[UInt8]]] = {
    var table = [[[UInt8]]](repeating: [], count: 32)
    table[0x01] = [[], [0], [1], [0x80], [0xFE], [0xFF], [0xFF, 0xFF]]
    table[0x02] = integers
    table[0x03] = bitStrings
    table[0x05] = [[], [0], [5, 0]]
    table[0x06] = identifiers
    table[0x0A] = integers
    table[0x0C] = utf8
    table[0x12] = texts(["", "09 ", "0/9", "0:", "\u{1F}"])
    table[0x13] = texts([
      "", "AZ az 09", "@", "[", "`", "{", "&", "'()", "*", "+,-./:", ";", "<=>", "?",
    ])
    table[0x14] = [[], [0], [0x7F], [0x80], [0xFF]]
    table[0x16] = [[], [0], [0x41], [0x7F], [0x80]]
    table[0x17] = texts([
      "491231235959Z", "500101000000Z", "700101000000Z", "691231235959Z", "000229000000Z",
      "230229000000Z", "250431000000Z", "250418240000Z", "250418236000Z", "250418235960Z",
      "251301000000Z", "250001000000Z", "250100000000Z", "2504180102Z", "250418010203+0000",
      "250418010203.5Z", "250418010203z", "250418010203",
    ])
    table[0x18] = texts([
      "20500101000000Z", "19500101000000Z", "19491231235959Z", "20491231235959Z", "00000101000000Z",
      "00000229000000Z", "99991231235959Z", "20000229000000Z", "19000229000000Z", "20250418240000Z",
      "20250418010260Z", "20250418010203.5Z", "20250418010203.50Z", "20250418010203.Z",
      "20250418010203.000000001Z", "20250418010203.123456789Z", "20250418010203.0000000001Z",
      "20250418010203.1234567890Z", "20250418010203,5Z", "20250418010203.5", "20250418010203+0000",
      "202504180102Z", "20250418010203.1:Z",
    ])
    table[0x1A] = [[], [0x1F], [0x20], [0x7E], [0x7F]]
    let scalars = [0, 0xD7FF, 0xD800, 0xDFFF, 0xE000, 0xFFFF]
    table[0x1C] = (scalars + [0x10FFFF, 0x110000]).map { bytes($0, 4) } + [[0, 0, 0]]
    table[0x1E] = scalars.map { bytes($0, 2) } + [[0x41]]
    return table
  }()

  private static let all = Array(byTag.joined())

  /// Zero, and the ends of numbers of 1, 2, 3, 4, 5, 8 and 16 bytes and of serial numbers; and bytes that are not needed.
  private static let integers: [[UInt8]] = {
    var list: [[UInt8]] = [
      [], [0], [1], [2], [3], [0x11], [0x7F], [0x80], [0xFF], [0, 0x7F], [0xFF, 0x80],
      [0xFF, 0xFF],
    ]
    for count in [2, 3, 4, 5, 8, 9, 16, 17, 20, 21] {
      let ones = [UInt8](repeating: 0xFF, count: count - 1)
      let zeros = [UInt8](repeating: 0, count: count - 1)
      list.append([0x7F] + ones)
      list.append([0x80] + zeros)
      list.append([0x00] + ones)
      list.append([0x01] + zeros)
      list.append([0x00, 0x80] + zeros.dropFirst())
      list.append([0xFF, 0x7F] + ones.dropFirst())
    }
    return list
  }()

  private static let bitStrings: [[UInt8]] = {
    var list: [[UInt8]] = [[], [0], [1], [8], [0, 0], [0, 0x80], [8, 0], [0xFF, 0]]
    for unused in 1...7 as ClosedRange<UInt8> {
      // Those that are not used are 0; the highest of them, the lowest of them, or the last that is used is 1.
      for last in [0, 1 << (unused - 1), 1, 1 << unused] as [UInt8] { list.append([unused, last]) }
    }
    for count in 3...5 { list.append([7] + [UInt8](repeating: 0, count: count - 1) + [0x80]) }
    return list
  }()

  private static let identifiers: [[UInt8]] = {
    var list: [[UInt8]] = [
      [], [0], [0x27], [0x28], [0x4F], [0x50], [0x77], [0x78], [0x7F], [0x80], [0x80, 1], [0x81],
      [0x81, 0], [0x2A, 0x80, 1], [0x2A, 0x81], [0x88, 0x37], [0x55, 0x1D, 0x0F],
      [0x55, 0x1D, 0x13], [0x55, 0x1D, 0x20], [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 1],
      [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 2],
    ]
    // Arcs of 63, 64, 65, 70 and more bits; 63 bytes, and one more.
    for first in [0x81, 0x82, 0x83, 0xFF] as [UInt8] {
      for count in [8, 9, 10, 11, 61, 62] {
        let middle = [UInt8](repeating: 0xFF, count: count - 1)
        list.append([0x2A, first] + middle + [0x7F])
      }
    }
    for count in [63, 64] { list.append([UInt8](repeating: 0x2A, count: count)) }
    return list
  }()

  private static let utf8: [[UInt8]] = [
    [], [0], [0x41], [0x7F], [0x80], [0xC1, 0xBF], [0xC2, 0x80], [0xC2], [0xDF, 0xBF],
    [0xE0, 0x9F, 0xBF],
    [0xE0, 0xA0, 0x80], [0xE0, 0xA0], [0xED, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xEE, 0x80, 0x80],
    [0xEF, 0xBF, 0xBF],
    [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x90, 0x80, 0x80], [0xF4, 0x8F, 0xBF, 0xBF],
    [0xF4, 0x90, 0x80, 0x80],
    [0xF5, 0x80, 0x80, 0x80], [0xE1, 0x80, 0xC0], [0xF1, 0x80, 0x80, 0x7F],
  ]

  private static func texts(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

  private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static let constructed: [[UInt8]] = headers + names + fields + extensions + attributes

  /// Identifiers and lengths of more than one byte, and of more than are needed; strings in chunks.
  private static let headers: [[UInt8]] = {
    let (letters, more) = (
      [UInt8](repeating: 0x41, count: 127), [UInt8](repeating: 0x41, count: 128)
    )
    return [
      [0x1F, 0x1E, 0], [0x1F, 0x1F, 0], [0x5F, 0x80, 0x1F, 0], [0x5F, 0x81, 0, 0],
      [0xBF, 0x83, 0xFF, 0xFF, 0x7F, 0], [0x9F, 0x81, 0xFF, 0xFF, 0xFF, 0x7F, 0],
      [0x9F, 0x82, 0x80, 0x80, 0x80, 0, 0], [4, 0x81, 0], [4, 0x81, 1, 0x41],
      [4, 0x82, 0, 1, 0x41],
      [0x30, 0x80, 0, 0], [0x24, 0x80, 0, 0], [0x04, 0x80, 0, 0], [4, 0xFF], [0, 0],
      [0x24, 4, 4, 0, 4, 0], [0x23, 3, 3, 1, 0], [0x2C, 3, 4, 1, 0x41], [0x3E, 2, 4, 0], [0x30, 0],
      [0x31, 0], [0xA0, 0], [4, 0x7F] + letters, [4, 0x81, 0x7F] + letters, [4, 0x81, 0x80] + more,
    ]
  }()

  private static func element(_ tag: UInt8, _ contents: [UInt8]...) -> [UInt8] {
    TLVEdit.element(tag, Array(contents.joined()))
  }

  /// Parts of names: of two, in both orders, the same twice, of none.
  private static let names: [[UInt8]] = {
    let name = element(0x30, element(6, [0x55, 4, 3]), element(0x0C, [0x41]))
    let unit = element(0x30, element(6, [0x55, 4, 0x0B]), element(0x13, [0x42]))
    return [
      element(0x31, name, unit), element(0x31, unit, name), element(0x31, name, name),
      element(0x31, name), element(0x30, element(0x31, name, unit), element(0x31, unit)),
    ]
  }()

  /// Validity, algorithms with and without parameters, versions, unique identifiers, and attributes of signers.
  private static let fields: [[UInt8]] = {
    let early = element(0x17, Array("250418010203Z".utf8))
    let late = element(0x18, Array("20500101000000Z".utf8))
    let pkcs9: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 9]
    var list = [
      element(0x30, early, late), element(0x30, late, early), element(0x30, early, early),
      element(0x30, element(6, pkcs9 + [3]), element(0x31)),
      element(0x30, element(6, pkcs9 + [5]), element(0x31, early, early)),
      element(0xA0, element(0x30, element(6, [0x2A]), element(0x31, [5, 0]))),
      element(0xA1, element(0x30, element(6, [0x2A]), element(0x31, [0x24, 3, 4, 1, 0x41]))),
    ]
    let rsa = element(6, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 11])
    let sha256 = element(6, [0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 1])
    for parameters in [[], [5, 0], [5, 1, 0], [0x30, 0], [5, 0, 5, 0]] as [[UInt8]] {
      list.append(element(0x30, rsa, parameters))
      list.append(element(0x30, sha256, parameters))
    }
    for version in [[0], [1], [2], [3], [4], [0xFF], [0, 2]] as [[UInt8]] {
      list.append(element(0xA0, element(2, version)))
    }
    for tag in [0x80, 0x81, 0x82, 0x83] as [UInt8] {
      for contents in [[], [0], [0, 0x41], [4, 0x10], [4, 0x18]] as [[UInt8]] {
        list.append(element(tag, contents))
      }
    }
    return list
  }()

  /// Key usage, basic constraints, policies and an unknown one; and what is around them.
  private static let extensions: [[UInt8]] = {
    let (yes, no): ([UInt8], [UInt8]) = ([1, 1, 0xFF], [1, 1, 0])
    var list = [
      element(0xA3, element(0x30)),
      element(0xA3, element(0x30, element(0x30, element(6, [0x2A]), [4, 0]))),
    ]
    func append(_ identifier: [UInt8], _ value: [UInt8]) {
      for critical in [[], yes, no, [1, 1, 1]] {
        list.append(element(0x30, element(6, identifier), critical, element(4, value)))
      }
    }
    append([0x2A], [])
    for bits in [[7, 0x80], [2, 0x04], [5, 0xA0], [7, 0x06, 0x80]] as [[UInt8]] {
      append([0x55, 0x1D, 0x0F], element(3, bits))
    }
    let paths: [[UInt8]] = [[], yes, no, yes + [2, 1, 0], yes + [2, 1, 0xFF], [2, 1, 1]]
    for path in paths { append([0x55, 0x1D, 0x13], element(0x30, path)) }
    append([0x55, 0x1D, 0x20], element(0x30, element(0x30, element(6, [0x2A]))))
    return list
  }()

  /// Attributes of receipts and of purchases.
  private static let attributes: [[UInt8]] = {
    let date = element(0x16, Array("2025-04-18T01:02:03Z".utf8))
    let values: [[UInt8]] = [
      [], [0x0C, 0], [0x16, 1, 0x41], [2, 1, 1], [5, 0], date, [0x31, 0],
    ]
    return [0, 2, 3, 4, 5, 12, 17, 21, 1701, 1703, 1704, 1708, 1712, 1713, 1719].flatMap { type in
      values.map {
        element(0x30, element(2, bytes(type, type > 127 ? 2 : 1)), [2, 1, 1], element(4, $0))
      }
    }
  }()
}

import DERParsing
import ReceiptParsing
import TestSupport
import Testing

/// The common forms of an attribute's header are a short cut: the same bytes are given to them and to the
/// plain path, and both have to agree in every number, every error code, offset and field.
@Suite struct AttributeReaderTests {
  typealias Part = SampleReceipt

  /// What a way of reading makes of the first attribute. `unfit` is a common form's that leaves it to others.
  private enum Outcome: Equatable {
    case attribute(RawAttribute, next: Int)
    case failure(ReceiptError)
    case end, unfit
  }

  private enum Way: CaseIterable {
    case plain, ofReceipt, ofPurchase, readOwn, readInApp, readPurchase

    /// Whether it reads everything, in one form or another.
    var isComplete: Bool { self == .plain || self == .ofReceipt || self == .ofPurchase }

    func outcome(_ bytes: RawSpan, _ contents: Range<Int>, depth: Int) -> Outcome {
      var reader = AttributeReader(bytes, contents: contents, depth: depth)
      do throws(ReceiptError) {
        let attribute: RawAttribute?
        switch self {
        case .plain:
          guard !contents.isEmpty else { return .end }
          let attribute = try AttributeReader.plainAttribute(
            in: bytes, at: contents, depth: depth)
          return .attribute(attribute, next: attribute.value.upperBound)
        case .ofReceipt: attribute = try reader.nextOfReceipt()
        case .ofPurchase: attribute = try reader.nextOfPurchase()
        case .readOwn: attribute = reader.readOwn()
        case .readInApp: attribute = reader.readInApp()
        case .readPurchase: attribute = reader.readPurchase()
        }
        if let attribute { return .attribute(attribute, next: reader.position) }
        return isComplete || reader.position != contents.lowerBound ? .end : .unfit
      } catch {
        return .failure(error)
      }
    }
  }

  /// Reads the first attribute of `contents` in every way and demands the same answer of all. Gives that of
  /// the plain path, and which common forms fit.
  @discardableResult
  private func compare(
    _ bytes: RawSpan, _ contents: Range<Int>, depth: Int = 8,
    _ label: @autoclosure () -> String
  ) -> (plain: Outcome, fitting: [Way]) {
    let plain = Way.plain.outcome(bytes, contents, depth: depth)
    var fitting: [Way] = []
    for way in Way.allCases.dropFirst() {
      let outcome = way.outcome(bytes, contents, depth: depth)
      if outcome == .unfit { continue }
      if !way.isComplete { fitting.append(way) }
      if outcome != plain { Issue.record("\(label()), \(way): \(outcome), not \(plain)") }
    }
    return (plain, fitting)
  }

  /// The same with the bytes in memory of exactly their size.
  @discardableResult
  private func compare(
    _ bytes: [UInt8], depth: Int = 8, _ label: @autoclosure () -> String
  ) -> (plain: Outcome, fitting: [Way]) {
    withExactlySized(bytes) { compare($0, 0..<$0.byteCount, depth: depth, label()) }
  }

  /// One attribute in each of the common forms.
  private static let samples: [(way: Way, attribute: [UInt8], headerCount: Int)] = [
    (.readOwn, Part.attribute(2, DER.utf8("a.b")), 10),
    (.readInApp, Part.attribute(1702, DER.utf8("com.example.monthly")), 11),
    (.readPurchase, Part.attribute(17, [UInt8](repeating: 0x31, count: 300)), 14),
  ]

  @Test func `The common forms read the attributes that they are made for`() {
    for sample in Self.samples {
      #expect(compare(sample.attribute, "\(sample.way)").fitting == [sample.way])
      #expect(compare(sample.attribute + [0x30, 0x00], "\(sample.way)").fitting == [sample.way])
    }
  }

  @Test func `Every value of every byte of a header`() {
    var fitting = 0
    for sample in Self.samples {
      let rest = Part.attribute(5, [])
      for offset in 0..<sample.headerCount {
        for value in UInt8.min...UInt8.max {
          var bytes = sample.attribute
          bytes[offset] = value
          let label = "\(sample.way), byte \(offset) = \(value)"
          // At the end of the input, with room behind it, and with none.
          fitting += compare(bytes, label).fitting.count
          compare(bytes + rest, label)
          compare(Array(bytes.dropLast()), label)
        }
      }
    }
    // The original value of each byte; every other type and version, and nothing else, fits too: in a
    // receipt 127 + 127, in a purchase 255 + 127, of a purchase 127 + 127.
    #expect(fitting == (10 + 254) + (11 + 382) + (14 + 254))
  }

  @Test func `Both lengths changed together`() {
    let rest = [UInt8](repeating: 0x31, count: 300)
    for sample in Self.samples.dropLast() {
      let (outer, inner) = (1, sample.headerCount - 1)
      for length in UInt8.min...UInt8.max {
        var bytes = sample.attribute.prefix(sample.headerCount) + rest
        bytes[outer] = length
        bytes[inner] = length &- UInt8(sample.headerCount - 2)
        let isShort = sample.headerCount - 2..<0x80 ~= Int(length)
        let fitting = compare(Array(bytes), "\(sample.way), lengths \(length)").fitting
        #expect(fitting == (isShort ? [sample.way] : []))
      }
    }
    let header = Self.samples[2].attribute.prefix(14)
    for count in [0, 1, 127, 128, 255, 256, 257, 4096, 65_525, 65_526, 65_535] {
      let value = [UInt8](repeating: 0x31, count: count)
      var bytes = header + value
      let whole = UInt16(truncatingIfNeeded: count + 10)
      (bytes[2], bytes[3]) = (UInt8(whole >> 8), UInt8(truncatingIfNeeded: whole))
      (bytes[12], bytes[13]) = (UInt8(count >> 8), UInt8(truncatingIfNeeded: count))
      let fitting = compare(Array(bytes), "a purchase of \(count)").fitting
      #expect(fitting == (256...65_525 ~= count ? [.readPurchase] : []), "\(count)")
    }
  }

  @Test func `Two bytes of a header changed at random`() {
    var generator = SeededGenerator(seed: 2)
    for sample in Self.samples {
      for round in 0..<4000 {
        var bytes = sample.attribute
        for _ in 0..<2 {
          bytes[Int.random(in: 0..<sample.headerCount, using: &generator)] =
            [0x00, 0x01, 0x02, 0x04, 0x06, 0x30, 0x7F, 0x80, 0x81, 0x82, 0xFF]
            .randomElement(using: &generator) ?? 0
        }
        compare(bytes, "\(sample.way), round \(round)")
      }
    }
  }

  @Test(arguments: [
    0, 1, 2, 17, 127, 128, 255, 256, 1535, 1536, 1701, 1722, 1791, 1792, 32_767, 32_768, 65_535,
    65_536, 1 << 24, Int64(Int32.max), 1 << 31, 1 << 32, 1 << 40, -1, -128, -129,
  ])
  func `Types, versions and lengths around every border`(type: Int64) {
    let versions: [Int64] = [
      0, 1, 2, 127, 128, 255, 256, 65_535, 1 << 16, 1 << 24 - 1, 1 << 24, 1 << 32, -1,
    ]
    let lengths = Array(0...300) + [65_520, 65_525, 65_526, 65_535, 65_536, 70_000]
    var generator = SeededGenerator(seed: UInt64(bitPattern: type))
    for length in lengths {
      // All versions for few lengths, one for all of them.
      let all = [0, 1, 118, 119, 120, 127, 128, 245, 246, 247, 255, 256].contains(length)
      for version in all ? versions : [versions.randomElement(using: &generator) ?? 1] {
        let value = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
        let bytes = Part.attribute(type, value, version: version)
        let found = compare(bytes, "type \(type), version \(version), length \(length)")
        let isRead = 0...Int64(Int32.max) ~= type && 0..<1 << 24 ~= version
        if case .attribute(let attribute, _) = found.plain {
          let isRight =
            isRead && attribute.type == type && attribute.version == version
            && attribute.value == bytes.count - length..<bytes.count && attribute.offset == 0
          if !isRight { Issue.record("type \(type), version \(version), length \(length)") }
        } else if isRead {
          Issue.record("type \(type), version \(version), length \(length): \(found.plain)")
        }
      }
    }
  }

  @Test func `Lengths in every form, right and wrong`() {
    let lengths: [[UInt8]] = [
      [0x00], [0x08], [0x0B], [0x7F], [0x80], [0x81, 0x08], [0x81, 0x7F], [0x81, 0x80],
      [0x82, 0, 8],
      [0x82, 0x00, 0xFF], [0x82, 0x01, 0x00], [0x82, 0x01, 0x0A], [0x82, 0x7F, 0xFF],
      [0x82, 0xFF, 0xFF], [0x83, 0, 1, 0x0A], [0x83, 0x01, 0, 0], [0x84, 0, 0, 1, 0x0A], [0xFF],
    ]
    let numbers: [[UInt8]] = [
      [2, 1, 1], [2, 1, 0x80], [2, 2, 6, 1], [2, 2, 0, 0x80], [2, 2, 0, 1], [2, 0],
      [2, 0x81, 1, 1],
      [0x22, 1, 1], [2, 3, 0, 0x80, 0],
    ]
    let value = [UInt8](repeating: 0x31, count: 0x100)
    for outer in lengths {
      for type in numbers {
        for version in numbers {
          for inner in lengths {
            let bytes = [0x30] + outer + type + version + [0x04] + inner + value
            compare(bytes, bytes.prefix(20).hexadecimal)
          }
        }
      }
    }
  }

  @Test func `Attributes that end with the input, and every prefix of them`() {
    for count in Array(0...40) + [117, 118, 119, 255, 256, 257] {
      let value = [UInt8](repeating: 0x04, count: count)
      for type in [Int64(2), 17, 200, 1701] {
        let bytes = Part.attribute(type, value)
        for end in 0...bytes.count {
          compare(Array(bytes[..<end]), "type \(type), length \(count), prefix \(end)")
        }
      }
    }
  }

  @Test func `Contents that end inside the input`() {
    for sample in Self.samples {
      let bytes = [UInt8](repeating: 0x30, count: 3) + sample.attribute + sample.attribute
      withExactlySized(bytes) { bytes in
        for end in 3...bytes.byteCount { compare(bytes, 3..<end, "\(sample.way), end \(end)") }
      }
    }
  }

  @Test func `Depth that does not suffice is an error in both`() {
    for sample in Self.samples {
      for depth in 0...2 {
        let found = compare(sample.attribute, depth: depth, "\(sample.way), depth \(depth)")
        if depth == 0 {
          guard case .failure(let error) = found.plain else {
            Issue.record("\(sample.way): \(found.plain)")
            continue
          }
          #expect(error.der?.code == .nestedTooDeeply)
        } else {
          #expect(found.fitting == [sample.way])
        }
      }
    }
  }

  @Test(arguments: Fixtures.names)
  func `Every attribute of every receipt, and what begins at every byte of the payload`(
    name: String
  ) throws {
    let receipt = try AppReceipt(Fixtures.receipt(name))
    let content = Array(receipt.contentBytes)
    var fitting = 0
    withExactlySized(content) { bytes in
      for start in 0..<bytes.byteCount {
        fitting += compare(bytes, start..<bytes.byteCount, "\(name), \(start)").fitting.count
      }
    }
    let count = receipt.inAppReceipts.reduce(receipt.attributes.count) { $0 + $1.attributes.count }
    // Some attributes are made to have other forms.
    #expect(fitting >= count / 2, "\(fitting) of \(count) attributes")
  }
}

import DERParsing
import ReceiptParsing
import TestSupport
import Testing

/// Purchases that are alike, with others among them.
@Suite struct AlikePurchasesTests {
  typealias Part = SampleReceipt

  /// Some have more or fewer attributes, one of another form, or one type twice, anywhere among others that don't.
  private static func mixedPurchases(seed: UInt64) -> [[[UInt8]]] {
    var generator = SeededGenerator(seed: seed)
    return (0..<Int.random(in: 0...12, using: &generator)).map { _ in
      let odd = Int.random(in: 0..<8, using: &generator)
      let count = odd == 0 ? Int.random(in: 0...5, using: &generator) : 3
      return (0..<count).map { place in
        let value = DER.utf8(String(repeating: "x", count: 80 + place))
        let texts: [Int64] = [1702, 1703, 1705, 1709, 1714]
        let type = odd == 1 ? texts[0] : odd == 2 && place == 1 ? 99 : texts[place]
        return Part.attribute(type, value)
      }
    }
  }

  @Test(arguments: 0..<60)
  func `Purchases that are alike and others are read in any order`(seed: UInt64) throws {
    let purchases = Self.mixedPurchases(seed: seed)
    let own = Part.attribute(3, DER.utf8("1"))
    let bytes = Part(of: purchases.map { Part.attribute(17, DER.element(0x31, of: $0)) } + [own])
      .bytes
    let receipt = try AppReceipt(bytes)
    #expect(receipt.attributes.map(\.type) == purchases.map { _ in 17 } + [3])
    for (purchase, expected) in zip(receipt.inAppReceipts, purchases) {
      let encodings = purchase.attributes.map { attribute in
        Part.attribute(Int64(attribute.type), Array(attribute.value))
      }
      #expect(encodings == expected)
      // With a type twice, its value is unreadable, however the purchase was read.
      let types = purchase.attributes.map(\.type)
      #expect(purchase.problems.isEmpty == (Set(types).count == types.count))
    }
    // Attributes count in the order of their bytes.
    let offsets = (receipt.attributes + receipt.inAppReceipts.flatMap(\.attributes))
      .map(\.offset).sorted()
    for limit in 0...offsets.count {
      let error = refusal(bytes, limits: ReceiptLimits(maximumAttributes: limit))
      #expect(error?.code == (limit < offsets.count ? .tooManyAttributes : nil))
      if limit < offsets.count { #expect(error?.offset == offsets[limit]) }
    }
  }

  @Test func `Among purchases that are alike, too, the first malformed attribute is the error`()
    throws
  {
    let good = (0..<3).map {
      Part.attribute(1701 + $0, DER.utf8(String(repeating: "x", count: 90)))
    }
    let bad = [good[0], good[1], [0x30, 0x02, 0x02, 0x00]]
    for place in 0..<7 {
      for other in [place, 6] {
        let purchases = (0..<7).map { index in
          Part.attribute(17, DER.element(0x31, of: index == place || index == other ? bad : good))
        }
        let bytes = Part(of: purchases).bytes
        let error = refusal(bytes)
        #expect(error?.code == .malformed)
        #expect(error?.offset == bytes.offset(of: bad[2]) + 2)
      }
    }
  }
}

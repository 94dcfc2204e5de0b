import DERParsing
import TestSupport
import Testing

@testable import ReceiptParsing

/// A purchase that was stored alone, without its receipt.
@Suite struct StoredPurchaseTests {
  typealias Part = SampleReceipt

  private static let attributes = [
    Part.attribute(1701, DER.integer(2)), Part.attribute(1702, DER.utf8("com.example.monthly")),
    Part.attribute(1703, DER.integer(1)), Part.attribute(1712, []), Part.attribute(1712, []),
  ]
  private static let purchase = DER.element(0x31, of: attributes)

  @Test func `It is what it was in its receipt, but for the places`() throws {
    let whole = try AppReceipt(Part(Part.attribute(17, Self.purchase)).bytes).inAppReceipts[0]
    let alone = InAppReceipt(
      storage: try ReceiptStorage(purchase: Array(whole.encoding)), index: 0)
    #expect(alone == whole && alone.encoding.elementsEqual(Self.purchase))
    #expect(alone.quantity == 2 && alone.productIdentifier == "com.example.monthly")
    #expect(alone.attributes.map(\.value) == whole.attributes.map(\.value))
    #expect(alone.problems.map(\.reason) == whole.problems.map(\.reason))
    #expect(alone.problems.map(\.attributeType) == [1703, 1712] && alone.isCancelled)
    let offsets = Self.attributes.map { Self.purchase.offset(of: $0) }
    #expect(alone.attributes.map(\.offset).prefix(4) == offsets.prefix(4))
  }

  @Test func `It has the limits of a receipt, in which it counts as an attribute`() {
    let count = Self.attributes.count + 1
    for limit in 0...count {
      let error = refusal(ReceiptLimits(maximumAttributes: limit))
      #expect(error?.code == (limit < count ? .tooManyAttributes : nil), "\(limit)")
      // Each is an attribute in order, after the purchase itself, which is the first.
      let offsets = Self.attributes.indices.map { place in
        2 + Self.attributes[..<place].reduce(0) { $0 + $1.count }
      }
      if limit < count { #expect(error?.offset == (limit == 0 ? 0 : offsets[limit - 1])) }
    }
    for limit in [Self.purchase.count - 1, Self.purchase.count] {
      let error = refusal(ReceiptLimits(der: DERLimits(maximumInputBytes: limit)))
      #expect(error == (limit < Self.purchase.count ? ReceiptError(.tooLarge, at: 0) : nil))
    }
    #expect(refusal(ReceiptLimits(der: DERLimits(maximumDepth: 0)))?.code == .malformed)
  }

  private func refusal(_ limits: ReceiptLimits) -> ReceiptError? {
    withExactlySized(Self.purchase) { bytes in
      do throws(ReceiptError) {
        _ = try ReceiptIndex(purchase: bytes, limits: limits)
        return nil
      } catch {
        return error
      }
    }
  }
}

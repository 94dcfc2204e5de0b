import AppStoreReceipt
import TestSupport
import Testing
import VerifyReceipt

// What a refunded purchase cancels although the answer leaves it out.

extension VerifyReceiptResponseOfflineTests {
  @Test(arguments: [1702, 1704] as [Int64])
  func `A copy that is left out still cancels`(unreadable: Int64) throws {
    func purchase(_ cancelled: String?) -> [UInt8] {
      let attributes: [(Int64, [UInt8])] = [
        (1702, DER.utf8("pro")), (1703, DER.utf8("12")), (1704, DER.ia5("2025-07-01T00:00:00Z")),
        (1705, DER.utf8("12")), (1707, DER.integer(0)),
      ]
      let cancellation = cancelled.map { [Sample.attribute(1712, DER.ia5($0))] } ?? []
      return Sample.attribute(
        17,
        DER.element(
          0x31,
          of: attributes.map { type, value in
            let isUnreadable = cancelled != nil && type == unreadable
            return Sample.attribute(type, isUnreadable ? DER.boolean(true) : value)
          } + cancellation))
    }
    for (date, count) in [("2025-08-01T00:00:00Z", 1), ("?", 0)] {
      let receipt = try Self.receipt(purchase(date), purchase(nil))
      let validated = try Self.validated(receipt)
      #expect(validated.purchaseHistory().owned(at: Self.now).isEmpty)
      let answer = VerifyReceiptResponse(validated, requestDate: Self.now)
      #expect(answer.receipt?.inApp?.count == count)
      #expect(answer.receipt?.inApp?.allSatisfy { $0.isCancelled } ?? false)
    }
    let receipt = try Self.receipt(purchase(nil))
    let answer = VerifyReceiptResponse(try Self.validated(receipt), requestDate: Self.now)
    #expect(answer.receipt?.inApp?.map(\.isCancelled) == [false])
  }

  @Test(arguments: [3, nil] as [Int64?])
  func `A period that is left out cancels no other one, whether the kind is said or not`(
    kind: Int64?
  ) throws {
    func period(
      _ transaction: String, from start: [UInt8], until end: String, _ more: [UInt8]...
    ) -> [UInt8] {
      let attributes = [
        Self.text(1702, "pro"), Self.text(1703, transaction), start, Self.text(1705, "11"),
        Self.date(1708, end),
      ]
      let kind = kind.map { [Self.number(1707, $0)] } ?? []
      return Sample.attribute(17, DER.element(0x31, of: attributes + kind + more))
    }
    let receipt = try Self.receipt(
      period(
        "11", from: Sample.attribute(1704, DER.boolean(true)), until: "2025-07-01T00:00:00Z",
        Self.date(1712, "2025-06-01T00:00:00Z")),
      period(
        "12", from: Self.date(1704, "2025-07-01T00:00:00Z"), until: "2025-08-01T00:00:00Z"))
    let validated = try Self.validated(receipt)
    let answer = VerifyReceiptResponse(validated, requestDate: Self.now)
    #expect(answer.receipt?.inApp?.map(\.isCancelled) == [false])
    #expect(validated.purchaseHistory().purchases.map(\.isCancelled) == [false])
  }

  @Test(arguments: [("Xcode", false), ("Production", true)])
  func `Xcode's purchases share the number 0, so an omitted refund cancels no other one`(
    environment: String, isCancelled: Bool
  ) throws {
    let number = [Self.text(1702, "pro"), Self.text(1703, "0")]
    let refunded = [
      Self.date(1704, "2025-07-01T00:00:00Z"), Self.date(1708, "?"),
      Self.date(1712, "2025-08-01T00:00:00Z"),
    ]
    let other = [Self.date(1704, "2025-09-01T00:00:00Z")]
    let receipt = try Self.receipt(
      environment: environment,
      Sample.attribute(17, DER.element(0x31, of: number + refunded)),
      Sample.attribute(17, DER.element(0x31, of: number + other)))
    let validated = try Self.validated(receipt)
    let answer = VerifyReceiptResponse(validated, requestDate: Self.now)
    #expect(answer.receipt?.inApp?.map(\.isCancelled) == [isCancelled])
    #expect(validated.purchaseHistory().purchases.last?.isCancelled == isCancelled)
  }
}

import AppStoreReceipt
import BenchmarkSupport
import Foundation

extension GateCase {
  /// The bridges to Foundation.
  static func foundation() throws -> [GateCase] {
    let file = Repository.root.appending(path: "Tests/Fixtures/Receipts/many-purchases.p7")
    let receipt = try AppReceipt(contentsOf: file)
    guard let date = receipt.creationDate, let uuid = UUID(uuidString: text) else { return [] }
    return [
      .succeeding("AppReceipt.containerData") { receipt.containerData.count },
      .succeeding("ReceiptDate.date") { Int(date.date.timeIntervalSince1970) },
      .succeeding("ReceiptDate(_: Date)") {
        Int(ReceiptDate(Date(timeIntervalSince1970: 1_745_114_584)).millisecondsSince1970)
      },
      .succeeding("DeviceIdentifier(_: UUID)") { DeviceIdentifier(uuid).bytes.count },
    ]
  }

  private static let text = "5F1C0E2A-7B3D-4C68-9A41-0D2E8B6F3C57"
}

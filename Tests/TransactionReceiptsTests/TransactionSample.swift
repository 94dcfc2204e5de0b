import Foundation
import TransactionReceipts

/// A transaction receipt written by hand, without a signature that anybody could verify.
struct TransactionSample {
  /// The keys and values of the purchase.
  var purchase: [(String, String)]
  /// The keys and values of the receipt besides `purchase-info`.
  var unsigned: [(String, String)] = []

  init(_ purchase: (String, String)..., unsigned: [(String, String)] = []) {
    self.purchase = purchase
    self.unsigned = unsigned
  }

  /// A list as Apple writes it.
  static func list(_ entries: [(String, String)]) -> String {
    "{\n" + entries.map { "\t\"\($0)\" = \"\($1)\";\n" }.joined() + "}"
  }

  static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  var purchaseInfo: String { Self.list(purchase) }

  var text: String {
    Self.list([("purchase-info", Self.base64(purchaseInfo))] + unsigned)
  }

  var bytes: [UInt8] { Array(text.utf8) }

  func receipt() throws -> TransactionReceipt { try TransactionReceipt(bytes) }
}

/// The purchase of a receipt with these keys.
func purchaseInfo(_ entries: (String, String)...) throws -> PurchaseInfo {
  var sample = TransactionSample()
  sample.purchase = entries
  return try sample.receipt().purchaseInfo
}

/// Why bytes are refused; `nil` when they are read.
func transactionRefusal(
  _ bytes: [UInt8], limits: TransactionReceiptLimits = .default, spacesArePlusSigns: Bool = false
) -> TransactionReceiptError? {
  do throws(TransactionReceiptError) {
    _ = try TransactionReceipt(bytes, limits: limits, spacesArePlusSigns: spacesArePlusSigns)
    return nil
  } catch {
    return error
  }
}

/// What `receipt` in an answer is.
public enum AnsweredReceipt: Hashable, Sendable {
  /// An app receipt.
  case app(ResponseReceipt)
  /// One transaction, in the style of iOS 6.
  case transaction(ResponseTransaction)
}

extension AnsweredReceipt: MemberValue {
  /// An object with a key that only transactions have, and none that only app receipts have, is a transaction.
  static func read(
    _ json: VerifyReceiptJSON, at path: VerifyReceiptPath, problems: inout [VerifyReceiptError]
  ) throws(VerifyReceiptError) -> AnsweredReceipt {
    guard case .object(let object) = json else {
      throw VerifyReceiptError(.wrongType, at: path, expected: "an object", found: json.kind)
    }
    func hasOne(of keys: String...) -> Bool { keys.contains { object[$0] != nil } }
    let isTransaction =
      hasOne(of: "bid", "bvrs", "item_id", "product_id", "transaction_id")
      && !hasOne(of: "in_app", "bundle_id", "receipt_type")
    return isTransaction
      ? .transaction(try ResponseTransaction.read(json, at: path, problems: &problems))
      : .app(try ResponseReceipt.read(json, at: path, problems: &problems))
  }

  var tree: VerifyReceiptJSON {
    switch self {
    case .app(let receipt): receipt.tree
    case .transaction(let transaction): transaction.tree
    }
  }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .app(let receipt): receipt.write(to: &writer)
    case .transaction(let transaction): transaction.write(to: &writer)
    }
  }
}

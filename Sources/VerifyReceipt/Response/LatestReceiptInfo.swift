/// What `latest_receipt_info` in an answer is.
public enum LatestReceiptInfo: Hashable, Sendable {
  /// All transactions without finished consumables.
  case purchases([ResponsePurchase])
  /// The newest transaction of one subscription, in the style of iOS 6.
  case transaction(ResponseTransaction)
}

extension LatestReceiptInfo: MemberValue {
  static func read(
    _ json: VerifyReceiptJSON, at path: VerifyReceiptPath, problems: inout [VerifyReceiptError]
  ) throws(VerifyReceiptError) -> LatestReceiptInfo {
    switch json {
    case .array: .purchases(try [ResponsePurchase].read(json, at: path, problems: &problems))
    case .object:
      .transaction(try ResponseTransaction.read(json, at: path, problems: &problems))
    default:
      throw VerifyReceiptError(
        .wrongType, at: path, expected: "an array or an object", found: json.kind)
    }
  }

  var tree: VerifyReceiptJSON {
    switch self {
    case .purchases(let purchases): purchases.tree
    case .transaction(let transaction): transaction.tree
    }
  }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .purchases(let purchases): purchases.write(to: &writer)
    case .transaction(let transaction): transaction.write(to: &writer)
    }
  }
}

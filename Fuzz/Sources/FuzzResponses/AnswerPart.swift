import VerifyReceipt

/// What has to stand in an answer or in a request, place by place.
indirect enum AnswerPart {
  /// An object: its scalar members, and other parts under their keys.
  case object([AnswerMember], [String: AnswerPart])
  case list(AnswerPart)
  /// In one of two styles; what is neither shows none of them.
  case listOrObject

  static var request: AnswerPart {
    let texts = ["receipt-data", "password"].map { AnswerMember.text($0, nil) }
    return .object(texts + [.flag("exclude-old-transactions", nil, .boolean)], [:])
  }

  /// An answer whose parts have the styles of this one's.
  static func answer(like value: NaiveJSON.Value) -> AnswerPart {
    let transaction = AnswerPart.object(ResponseTransaction().members, [:])
    let purchases = AnswerPart.list(.object(ResponsePurchase().members, [:]))
    let receipt = AnswerPart.object(ResponseReceipt().members, ["in_app": purchases])
    let latest: AnswerPart =
      switch value["latest_receipt_info"] {
      case .array: purchases
      case .object: transaction
      default: .listOrObject
      }
    return .object(
      VerifyReceiptResponse().members + AnswerMember.retryFlags,
      [
        "receipt": NaiveAnswer.isTransaction(value["receipt"]) ? transaction : receipt,
        "latest_receipt_info": latest, "latest_expired_receipt_info": transaction,
        "pending_renewal_info": .list(.object(ResponseRenewal().members, [:])),
      ])
  }

  /// What an error at a place in this part says that has to be there; `nil` if there is no such place.
  func words(at path: ArraySlice<JSONPath.Element>) -> String? {
    guard let first = path.first else {
      return switch self {
      case .object: "an object"
      case .list: "an array"
      case .listOrObject: "an array or an object"
      }
    }
    switch (self, first) {
    case (.list(let element), .index): return element.words(at: path.dropFirst())
    case (.object(let members, let parts), .key(let key)):
      if let part = parts[key] { return part.words(at: path.dropFirst()) }
      return path.count == 1 ? members.first { $0.keys.contains(key) }?.words : nil
    default: return nil
    }
  }
}

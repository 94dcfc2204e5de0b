import AppStoreReceipt
import HTTPTypes
import Logging
import VerifyReceipt

extension Logger.Metadata {
  /// What is logged of an answer: names and numbers, and nothing that a receipt or a client says.
  static func of(
    _ answer: VerifyReceiptAnswer, to method: HTTPRequest.Method,
    _ endpoint: VerifyReceiptEndpoint, _ bytes: Int, _ seconds: Double
  ) -> Logger.Metadata {
    let reason = method == .post ? answer.failure?.name ?? "none" : "method"
    return [
      "endpoint": "\(endpoint)", "status": "\(answer.response.status?.rawValue ?? -1)",
      "reason": .string(reason), "bytes": "\(bytes)",
      "microseconds": "\(Int(seconds * 1e6))",
    ]
  }
}

extension VerifyReceiptAnswer.Failure {
  /// A name that is always the same, unlike the sentence, which quotes the receipt.
  var name: String {
    switch self {
    case .request(let error): "request.\(error.code.rawValue)"
    case .receipt(let error): "receipt.\(error.code.rawValue)"
    case .validation(let error): "\(error.check.rawValue).\(error.reason.name)"
    case .transactionReceipt(let error): "transaction.\(error.code.rawValue)"
    case .transactionValidation(let error): "transaction.\(error.reason.name)"
    case .subscriptionExpired: "transaction.subscriptionExpired"
    case .wrongPassword: "wrongPassword"
    case .temporary: "temporary"
    }
  }
}

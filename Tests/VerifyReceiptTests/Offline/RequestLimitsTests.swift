import AppStoreReceipt
import Testing
import VerifyReceipt

/// What an endpoint reads of a request unless its owner says otherwise.
@Suite struct RequestLimitsTests {
  /// How reading the body fails, with these members behind the receipt.
  private func failure(_ members: String) -> String {
    let responder = VerifyReceiptResponder(
      for: .any, at: nil, verifier: AcceptingVerifier(),
      transactionVerifier: RefusingVerifier(code: .signatureMismatch))
    let body = Array("{\"receipt-data\":\"MIIT\",\(members)}".utf8)
    switch responder.answer(body: body, at: ReceiptDate(millisecondsSince1970: 0)).failure {
    case .request(let error): return "request \(error.code.rawValue)"
    case .receipt(let error): return "receipt \(error.code.rawValue)"
    default: return "another"
    }
  }

  @Test func `A request may have 128 values, of which its object counts as 16`() {
    let members = (1...112).map { "\"\($0)\":\($0)" }
    #expect(failure(members.dropLast().joined(separator: ",")) == "receipt truncated")
    #expect(failure(members.joined(separator: ",")) == "request tooManyValues")
  }

  @Test func `A request may have 8 levels`() {
    func nested(_ levels: Int) -> String {
      "\"x\":" + String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }
    #expect(failure(nested(7)) == "receipt truncated")
    #expect(failure(nested(8)) == "request tooDeep")
  }
}

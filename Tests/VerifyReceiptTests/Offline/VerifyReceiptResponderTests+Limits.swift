import AppStoreReceipt
import Testing
import VerifyReceipt

// What an endpoint reads of a request unless its owner says otherwise.

extension VerifyReceiptResponderTests {
  /// Why a body with these members after the receipt isn't answered.
  private func reason(with members: String) -> String {
    let body = Array("{\"receipt-data\":\"MIIT\",\(members)}".utf8)
    return reason(Self.responder().answer(body: body, at: Self.now))
  }

  @Test func `A request may have 128 values, of which its object counts as 16`() {
    let members = (1...112).map { "\"\($0)\":\($0)" }
    #expect(reason(with: members.dropLast().joined(separator: ",")) == "receipt truncated")
    #expect(reason(with: members.joined(separator: ",")) == "request tooManyValues")
  }

  @Test func `A request may have 8 levels`() {
    func nested(_ levels: Int) -> String {
      "\"x\":" + String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }
    #expect(reason(with: nested(7)) == "receipt truncated")
    #expect(reason(with: nested(8)) == "request tooDeep")
  }
}

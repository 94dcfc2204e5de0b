import AppStoreReceipt
import Foundation
import TestSupport
import Testing
import VerifyReceipt

@Suite struct VerifyReceiptRequestTests {
  @Test func `A request is written with Apple's keys`() throws {
    let receipt = try AppReceipt(SampleReceipt().bytes)
    let base64 = Data(receipt.containerBytes).base64EncodedString()
    let request = VerifyReceiptRequest(receipt, password: "secret", excludesOldTransactions: true)
    let text = """
      {"receipt-data":"\(base64)","password":"secret","exclude-old-transactions":true}
      """
    #expect(String(decoding: request.json(), as: UTF8.self) == text)
    #expect(try VerifyReceiptRequest(json: Array(text.utf8)) == request)
    #expect(try AppReceipt(base64: request.receiptData ?? "") == receipt)
    #expect(
      String(decoding: VerifyReceiptRequest(receiptData: "MIIT").json(), as: UTF8.self)
        == "{\"receipt-data\":\"MIIT\"}")
  }

  /// A member is cheaper to write than to read: of so many, nothing of a request is left.
  @Test func `A request of many values is refused`() throws {
    func members(_ count: Int) -> [UInt8] {
      let others = (0..<count).map { ",\"\($0)\":1" }.joined()
      return Array("{\"receipt-data\":\"MIIT\"\(others)}".utf8)
    }
    #expect(try VerifyReceiptRequest(json: members(64)).otherMembers.members.count == 64)
    let error = #expect(throws: JSONError.self) { try VerifyReceiptRequest(json: members(128)) }
    #expect(error?.code == .tooManyValues)
    let generous = try VerifyReceiptRequest(json: members(128), limits: .default)
    #expect(generous.otherMembers.members.count == 128)
  }

  @Test func `Foundation's coders read and write the same`() throws {
    var request = VerifyReceiptRequest(receiptData: "MIIT", excludesOldTransactions: false)
    request.otherMembers["x"] = .array([.null])
    let data = try JSONEncoder().encode(request)
    #expect(try JSONDecoder().decode(VerifyReceiptRequest.self, from: data) == request)
    #expect(
      try JSONValue(parsing: data) == JSONValue(parsing: Data(request.json())))
  }

  @Test(
    arguments: [
      ("[]", .wrongType), ("{\"receipt-data\":[]}", .wrongType),
      ("{\"password\":true}", .wrongType), ("{", .truncated),
    ] as [(String, JSONError.Code)])
  func `A request of the wrong type is refused`(text: String, code: JSONError.Code) {
    let error = #expect(throws: JSONError.self) { try VerifyReceiptRequest(json: Array(text.utf8)) }
    #expect(error?.code == code)
  }

  @Test func `The password is not printed`() {
    let request = VerifyReceiptRequest(receiptData: "MIIT", password: "hunter2")
    for text in ["\(request)", String(reflecting: request), "\([request])"] {
      #expect(!text.contains("hunter2") && text.contains("4 characters"))
      #expect(text.contains("password: given"))
    }
    #expect("\(VerifyReceiptRequest(receiptData: "MIIT"))".contains("password: none"))
  }
}

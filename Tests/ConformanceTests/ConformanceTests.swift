import ConformanceSupport
import Foundation
import ReceiptJSON
import TestSupport
import Testing

/// Every case of the conformance set: the library judges as the set says, and reads what the set says.
@Suite struct ConformanceTests {
  private let set: ConformanceSet

  init() throws {
    let file = Fixtures.root.appending(path: "Tests/Conformance/receipts.json")
    set = try ConformanceSet(text: Fixtures.bytes(of: file))
  }

  @Test func `Every case is judged as the set says`() throws {
    #expect(set.cases.count >= 1300)
    for conformanceCase in set.cases {
      let answer = try conformanceCase.answer()
      #expect(
        answer.result == conformanceCase.result,
        "\(conformanceCase): \(answer.detail). \(conformanceCase.comment)")
    }
  }

  @Test func `Fields have the values that the set says`() throws {
    for conformanceCase in set.cases where !conformanceCase.fields.isEmpty {
      let fields = try conformanceCase.answer().fields(of: conformanceCase)
      for (pointer, value) in conformanceCase.fields {
        #expect(
          fields[pointer] == value, "\(conformanceCase) \(pointer): \(conformanceCase.comment)")
      }
    }
  }

  @Test(arguments: ["", "{}", "{\"format\":\"app-store-receipts\",\"version\":\"2.0.0\"}"])
  func `Other files are no set`(text: String) {
    #expect(throws: (any Error).self) { try ConformanceSet(text: Array(text.utf8)) }
  }
}

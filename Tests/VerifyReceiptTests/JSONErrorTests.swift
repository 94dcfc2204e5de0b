import Foundation
import TestSupport
import Testing

@testable import VerifyReceipt

@Suite struct JSONErrorTests {
  @Test func `Every error says the same to Foundation`() {
    let path = JSONPath([.key("receipt"), .key("in_app"), .index(3)])
    let errors = JSONError.Code.allCases.map {
      JSONError($0, at: path, offset: 412, expected: "a string", found: "an array")
    }
    for error in errors {
      #expect(faults(ofSentence: error.description) == [], "\(error)")
      #expect(error.errorDescription == error.description)
      #expect((error as any Error).localizedDescription == error.description)
      if let advice = error.recoverySuggestion { #expect(faults(ofSentence: advice) == []) }
    }
    #expect(Set(errors.map(\.description)).count == errors.count)
    #expect(
      errors.first { $0.code == .wrongType }?.description
        == "receipt.in_app[3]: wrong type, expected a string, found an array, at byte 412")
  }

  @Test func `Keys of the input are escaped, and cut where they do not end`() {
    let keys = ["a\u{1B}[2J", "\u{202E}b", "c d", String(repeating: "x", count: 1 << 20)]
    let path = JSONPath(keys.map { .key($0) })
    #expect(
      JSONError(.wrongType, at: path).description
        == #"["a\u{1B}[2J"]["\u{202E}b"]["c d"][""# + String(repeating: "x", count: 100)
        + #""…]: wrong type"#)
    // A path by itself is whole.
    #expect(path.description.utf8.count > 1 << 20)
  }
}

import AppStoreReceipt
import Foundation
import TestSupport
import Testing
import VerifyReceipt

/// What the reasons for an answer that isn't valid say.
@Suite struct AnswerFailureTests {
  @Test(
    arguments: [
      (.wrongPassword, "wrong shared secret"), (.temporary, "the server can't answer now"),
      (.subscriptionExpired(nil), "the end of the subscription is unreadable"),
      (
        .subscriptionExpired(ReceiptDate(millisecondsSince1970: 0)),
        "the subscription expired at 1970-01-01T00:00:00Z"
      ),
    ] as [(VerifyReceiptAnswer.Failure, String)])
  func `What no other error says is a sentence of its own`(
    failure: VerifyReceiptAnswer.Failure, text: String
  ) {
    #expect(failure.description == text && failure.errorDescription == text)
    #expect(faults(ofSentence: text) == [])
  }
}

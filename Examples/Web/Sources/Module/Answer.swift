import ReceiptInspection
import ReceiptJSON
import ReceiptParsing
import ReceiptValidation

/// The answer about some bytes, as one JSON object.
///
/// | member | |
/// |---|---|
/// | `form` | `encoding`, `isBase64`, and `bytes`, the size of the container; missing if it is not a receipt |
/// | `receipt` | what `receipt show --json` prints; missing if it is not a receipt |
/// | `places` | where to see it in the file: see ``ReceiptPlaces``; missing if it is not a receipt |
/// | `report` | what `receipt verify --json` prints, but `valid` is null and `reason` says why if expectations are missing |
/// | `misunderstanding` | instead of all these: what is wrong with the question |
///
/// Numbers that JavaScript would round are strings.
struct Answer {
  private(set) var text = JSONWriter(quotesLargeIntegers: true)

  init(to question: [UInt8], about bytes: [UInt8]) {
    do throws(Misunderstanding) {
      let question = try Question(question)
      text.object { Self.write(bytes, question, to: &$0) }
    } catch {
      text.object { $0.member("misunderstanding", error.message) }
    }
  }

  private static func write(_ bytes: [UInt8], _ question: Question, to text: inout JSONWriter) {
    do throws(ReceiptError) {
      let receipt = try AppReceipt(bytes)
      text.object("form") { text in
        text.member("encoding", receipt.form.encoding == .ber ? "BER" : "DER")
        text.member("isBase64", receipt.form.isBase64)
        text.member("bytes", receipt.containerBytes.count)
      }
      let message = MessageSummary(receipt)
      text.object("receipt") { text in text.members(of: receipt, message) }
      text.object("places") { text in ReceiptPlaces(receipt, message).write(to: &text) }
      let report = VerifyReport(
        receipt.report(
          question.expectations, ignoresBundleIdentifier: question.bundleIdentifier == nil,
          verifier: question.verifier),
        missing: question.missing)
      text.object("report") { text in report.write(to: &text) }
    } catch {
      let report = VerifyReport(notAReceipt: error)
      text.object("report") { text in report.write(to: &text) }
    }
  }
}

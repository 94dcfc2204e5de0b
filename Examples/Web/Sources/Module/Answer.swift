import ReceiptParsing

/// What there is to say about some bytes, as one JSON object.
///
/// | member | |
/// |---|---|
/// | `form` | `encoding`, `isBase64` and `bytes`, how many of them the container has; missing if it is no receipt |
/// | `receipt` | what `receipt show --json` prints, and of each purchase `isCancelled`; missing if it is no receipt |
/// | `report` | what `receipt verify --json` prints, but `valid` is null and `reason` says why if expectations are missing |
/// | `misunderstanding` | in place of all these: what is wrong with the question |
///
/// Numbers that JavaScript would round are texts.
struct Answer {
  private(set) var text = JSONText()

  init(to question: [UInt8], about bytes: [UInt8]) {
    do throws(Misunderstanding) {
      let question = try Question(question)
      text.object { Self.add(bytes, question, to: &$0) }
    } catch {
      text.object { $0.member("misunderstanding", error.message) }
    }
  }

  private static func add(_ bytes: [UInt8], _ question: Question, to text: inout JSONText) {
    do throws(ReceiptError) {
      let receipt = try AppReceipt(bytes)
      text.object("form") { text in
        text.member("encoding", receipt.form.encoding == .ber ? "BER" : "DER")
        text.member("isBase64", receipt.form.isBase64)
        text.member("bytes", Int64(receipt.containerBytes.count))
      }
      text.object("receipt") { text in text.addReceipt(receipt) }
      let report = receipt.report(question.expectations, verifier: question.verifier)
      text.object("report") { text in text.addReport(report, missing: question.missing) }
    } catch {
      text.object("report") { text in text.addReport(notAReceipt: error) }
    }
  }
}

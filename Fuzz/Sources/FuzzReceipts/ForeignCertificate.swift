import FuzzSupport
import ReceiptParsing

/// A certificate that somebody takes for a receipt.
enum ForeignCertificate {
  /// Each is refused as one, plain and as Base64, and as a whole: the error names no place and no field.
  static func check(_ bytes: [UInt8]) {
    let answer = Answer(bytes)
    require(
      answer.error?.code == .certificate && answer.error?.offset == 0 && answer.error?.field == nil,
      "a certificate: \(answer)")
    Sentences.check(answer.error)
    let base64 = Answer(Array(NaiveBase64.encode(bytes).utf8))
    require(base64 == answer, "a certificate as Base64: \(base64)")
  }
}

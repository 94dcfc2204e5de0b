import DERParsing
import FuzzDER
import FuzzSupport
import ReceiptParsing

// What is said of an input as a whole: how large it is, that it is another one, and what it is instead of a receipt.

extension ReceiptProperty {
  /// With another last byte, as of a signature, it is another receipt, if it still is one.
  static func checkEquality(_ receipt: AppReceipt) {
    var bytes = receipt.containerBytes
    bytes[bytes.count - 1] ^= 1
    guard let other = Answer(bytes).receipt else { return }
    Hashes.check([receipt, other]) { $0.containerBytes }
  }

  /// As many bytes as there are may be read, and not one less, also of those that Base64 stands for.
  static func checkSize(_ receipt: AppReceipt, _ bytes: [UInt8]) {
    let base64 = Array(NaiveBase64.encode(bytes).utf8)
    for form in [bytes, base64] {
      let enough = ReceiptLimits(der: DERLimits(maximumInputBytes: bytes.count))
      require(Answer(form, limits: enough).receipt == receipt, "within \(bytes.count) bytes")
      let less = ReceiptLimits(der: DERLimits(maximumInputBytes: bytes.count - 1))
      let error = Answer(form, limits: less).error
      require(
        error?.code == .tooLarge && error?.offset == 0,
        "\(bytes.count) bytes and one less: \(error, default: "read")")
    }
  }

  /// What is no message is told as what it is, if that can be seen: it has no place then. What may be BER is not looked
  /// at here.
  static func checkForeign(_ error: ReceiptError, _ bytes: [UInt8]) {
    guard bytes.first == 0x30 else { return }
    guard let fault = NaiveSchema.contentInfo.fault(in: bytes) else {
      let isUnsigned = NaiveMessage(bytes)?.isSigned == false
      return require(
        (error.code == .notSignedData) == isUnsigned && (!isUnsigned || error.offset == 0),
        "signed: \(!isUnsigned), but \(error)")
    }
    guard !mayBeBER(fault) else { return }
    if let code = code(of: bytes, fault) {
      require(
        error.code == code && error.offset == 0 && error.der == nil, "\(error), not \(code)")
    } else {
      let code: ReceiptError.Code = fault.rule == .truncated ? .truncated : .malformed
      require(
        error.code == code && error.der.map { NaiveFault($0) } == fault, "\(error), not \(fault)")
    }
  }

  /// What it is instead of a message; `nil` for one that is broken.
  private static func code(of bytes: [UInt8], _ fault: NaiveFault) -> ReceiptError.Code? {
    let isText = bytes.starts(with: [0x30, 0xEF, 0xBF, 0xBD]) || bytes.starts(with: [0x30, 0xC2])
    if isText { return .decodedAsText }
    if fault.rule == .truncated { return nil }
    if NaiveCertificate(bytes) != nil { return .certificate }
    // Where a message has the OBJECT IDENTIFIER of its type is something else, or nothing.
    let isOther = fault.rule == .unexpectedIdentifier || fault.rule == .missingElement
    return isOther && fault.field == "ContentInfo.contentType" ? .notAReceipt : nil
  }

  /// Whether what breaks a rule of DER may be allowed in BER, or be in another order there.
  private static func mayBeBER(_ fault: NaiveFault) -> Bool {
    switch fault.rule {
    case .indefiniteLength, .nonMinimalLength, .unsortedSet: return true
    case .unexpectedIdentifier:
      // A string in chunks.
      guard let actual = fault.actual, actual.form == 0x20 else { return false }
      return [3, 4, 12, 18, 19, 20, 21, 22, 25, 26, 27, 28, 30].contains(actual.number)
    default: return false
    }
  }
}

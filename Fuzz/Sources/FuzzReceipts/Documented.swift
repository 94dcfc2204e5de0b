import DERParsing
import FuzzSupport
import ReceiptParsing
import ReceiptTrust
import ReceiptValidation
import TransactionReceipts

/// What the documentation says once for all, asked once: no input changes it.
enum Documented {
  /// The limits where a caller gives none.
  static let limits: Void = {
    let der = DERLimits(
      maximumInputBytes: 33_554_432, maximumDepth: 32, maximumRewrites: 8_192)
    require(DERLimits() == der && DERLimits.default == der, "of DER: \(DERLimits())")
    let receipts = ReceiptLimits(der: der, maximumAttributes: 1_048_576)
    require(
      ReceiptLimits() == receipts && ReceiptLimits.default == receipts,
      "of receipts: \(ReceiptLimits())")
    let signatures = SignatureLimits(certificates: 16, extensions: 32, signatureChecks: 8)
    require(
      SignatureLimits() == signatures && SignatureLimits.default == signatures,
      "of signatures: \(SignatureLimits())")
    let verifier = AppleSignatureVerifier()
    require(
      verifier.limits == signatures && verifier.minimumKeyBits == 2_048 && !verifier.allowsXcode,
      "of a verifier: \(verifier.limits), \(verifier.minimumKeyBits) bits")
    checkEnds()
  }()

  /// Limits may be the least and the largest numbers that there are.
  private static func checkEnds() {
    let attribute = Message.element(0x30, [0x02, 1, 3, 0x02, 1, 1, 0x04, 0])
    let bytes = Message.container(attribute).bytes
    let most = ReceiptLimits(
      der: DERLimits(maximumInputBytes: .max, maximumDepth: .max, maximumRewrites: .max),
      maximumAttributes: .max)
    for form in [bytes, Message.indefinite(bytes)] {
      require(Answer(form, limits: most).receipt != nil, "all that there may be: \(form)")
    }
    let rows: [(limits: ReceiptLimits, code: ReceiptError.Code)] = [
      (ReceiptLimits(der: DERLimits(maximumInputBytes: .min)), .tooLarge),
      (ReceiptLimits(der: DERLimits(maximumDepth: .min)), .malformed),
      (ReceiptLimits(maximumAttributes: .min), .tooManyAttributes),
    ]
    for row in rows {
      let answer = Answer(bytes, limits: row.limits)
      require(answer.error?.code == row.code, "within \(row.limits): \(answer)")
    }
  }

  /// Each code of an error has a text of its own.
  static let codes: Void = {
    CodeTexts.check(DERError.Code.self)
    CodeTexts.check(PEMError.Code.self)
    CodeTexts.check(ReceiptError.Code.self)
    CodeTexts.check(ReceiptSignatureError.Code.self)
    // A value that breaks a rule says which.
    for code in DERError.Code.allCases {
      let (reason, text) = (ReceiptProblem.Reason.malformed(code).description, code.description)
      require(reason.utf8.elementsEqual(text.utf8), "\(reason), not \(text)")
    }
  }()

  /// Both, of transaction receipts, which only one target reads.
  static let transactions: Void = {
    let limits = TransactionReceiptLimits(maximumBytes: 65_536, maximumKeys: 256)
    require(
      TransactionReceiptLimits() == limits && TransactionReceiptLimits.default == limits,
      "of transaction receipts: \(TransactionReceiptLimits())")
    CodeTexts.check(TransactionReceiptError.Code.self)
  }()

  /// Entries of property lists are equal exactly if key and value are, byte by byte, in the same place: these are all of
  /// one length, and some only Unicode takes for the same.
  static let entries: Void = {
    let keys = [#""ab" "#, "\"\u{E9}\" ", "\"e\u{301}\""]
    let values = ["abcdef", "abcdeg", #"\U00e9"#, #"\145"# + "\u{301}"]
    let lists: [String] = ["", " "].flatMap { blank in
      keys.flatMap { key in
        values.map { value in "{\(blank)\(key)=\"\(value)\";\"purchase-info\"=\"e30=\";}" }
      }
    }
    let entries = lists.map { list in
      (0..<2).compactMap { _ in TransactionAnswer(Array(list.utf8)).receipt?.entries.first }
    }
    for (place, first) in entries.enumerated() {
      require(first.count == 2, "no receipt: \(lists[place])")
      for (otherPlace, other) in entries.enumerated() {
        guard let one = first.first, let second = other.last else { continue }
        Hashes.check(
          one, second, areSame: place == otherPlace, "\(lists[place]), \(lists[otherPlace])")
      }
    }
  }()
}

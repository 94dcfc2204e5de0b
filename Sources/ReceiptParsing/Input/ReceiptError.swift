public import DERParsing
public import TextCoding

/// Why the input can't be read as a receipt, and where. *Error codes*, in `AppStoreReceipt`, has causes and remedies.
public struct ReceiptError: Error, Hashable, Sendable {
  /// What is wrong.
  public let code: Code

  /// The byte of the input, after Base64 decoding if it was Base64. For codes about Base64 itself, the character of the
  /// text; for codes that say what the input is instead of a receipt, 0.
  public let offset: Int

  /// The rule of the encoding that is broken, for ``Code/malformed`` and ``Code/truncated``; for ``Code/tooLarge`` only
  /// where the error comes from a reader of DER.
  public let der: DERError?

  /// The type of the attribute, for ``Code/duplicateAttribute``.
  public let attributeType: ReceiptAttributeType?

  init(_ code: Code, at offset: Int, attributeType: ReceiptAttributeType? = nil) {
    self.code = code
    self.offset = offset
    self.attributeType = attributeType
    der = nil
  }

  /// Wraps an error of your own reader for what is inside an attribute.
  public init(_ error: DERError) {
    switch error.code {
    case .truncated: code = .truncated
    case .inputTooLarge: code = .tooLarge
    default: code = .malformed
    }
    offset = error.offset
    der = error
    attributeType = nil
  }

  /// The value that is read, or what was wrong with its encoding.
  @inline(__always)
  static func wrapping<Value>(
    _ read: @autoclosure () throws(DERError) -> Value
  ) throws(ReceiptError) -> Value {
    do {
      return try read()
    } catch {
      throw ReceiptError(error)
    }
  }

  /// Says why text is not Base64.
  package init(_ error: Base64Error) {
    let code: Code =
      switch error.code {
      case .space: .base64WithSpaces
      case .percentSign: .percentEncoded
      case .backslash: .jsonEscapes
      case .invalidCharacter: .base64InvalidCharacter
      case .invalidLength, .nonZeroUnusedBits: .base64InvalidLength
      }
    self.init(code, at: error.offset)
  }

  /// The field being read, such as "SignedData.signerInfos", if the error is about one.
  public var field: String? {
    attributeType.map { "attribute \($0)" } ?? der?.field.name
  }

  /// Whether ``offset`` says something: whether the error is about one place, not about the whole input.
  package var hasOffset: Bool { code.row.place != .whole }

  /// Whether ``offset`` counts characters of Base64 text.
  package var isAboutBase64: Bool { code.row.place == .character }

  /// The same error, at its place in the input.
  func mapped(by inputOffset: (Int) -> Int) -> ReceiptError {
    if let der { return ReceiptError(der.moved(to: inputOffset(der.offset))) }
    return ReceiptError(code, at: inputOffset(offset), attributeType: attributeType)
  }
}

/// The fields of a receipt's payload that an error can name.
extension DERField {
  static var payload: DERField { "payload" }
  static var attribute: DERField { "ReceiptAttribute" }
  static var attributeType: DERField { "ReceiptAttribute.type" }
  static var attributeVersion: DERField { "ReceiptAttribute.version" }
  static var attributeValue: DERField { "ReceiptAttribute.value" }
  static var inAppReceipt: DERField { "in-app receipt" }
  static var certificate: DERField { "certificate" }
}

extension ReceiptError: CustomStringConvertible {
  /// One sentence: what is wrong, in which field, where.
  public var description: String {
    var text = field.map { $0 + ": " } ?? ""
    text += code.row.problem
    if let der, code == .malformed { text += ": " + der.rule }
    if hasOffset { text += der?.place ?? " at byte " + String(offset) }
    return code.row.remedy.map { text + "; " + $0 } ?? text
  }
}

extension ReceiptError {
  /// What can be wrong. New codes may come, so a `switch` over them needs a `default`.
  @nonexhaustive
  public enum Code: String, CaseIterable, Sendable, BitwiseCopyable {
    /// No bytes, or only white space.
    case empty
    /// More than `DERLimits.maximumInputBytes`.
    case tooLarge
    /// The receipt is cut off at ``ReceiptError/offset``.
    case truncated
    /// A rule of the encoding is broken; ``ReceiptError/der`` says which.
    case malformed
    /// Neither a receipt nor anything recognized.
    case notAReceipt
    /// A signed transaction or app transaction of StoreKit 2, or of the App Store Server API.
    case jsonWebSignature
    /// A transaction receipt in the style of iOS 6, which `TransactionReceipt` reads.
    case transactionReceipt
    /// PEM text.
    case pem
    /// A receipt in Base64 with the quotation marks of a JSON string.
    case jsonString
    /// A JSON object or array, such as a request or an answer of verifyReceipt.
    case jsonObject
    /// Base64 that is still percent-encoded.
    case percentEncoded
    /// Base64 with spaces inside, which were plus signs before a form was posted.
    case base64WithSpaces
    /// Base64 with an invalid character.
    case base64InvalidCharacter
    /// Base64 that is truncated, badly padded, or has leftover bits.
    case base64InvalidLength
    /// Base64 of a receipt in Base64.
    case doubleBase64
    /// Base64 with escapes of a JSON string: `\/` or `\n`.
    case jsonEscapes
    /// Text that begins with the byte order mark of UTF-8.
    case byteOrderMark
    /// Text in UTF-16.
    case utf16
    /// Bytes of a receipt that were decoded as text, which loses or doubles everything above 7F.
    case decodedAsText
    /// Hexadecimal digits: a dump, or `<3082…>` as old systems print data.
    case hexadecimal
    /// The printed description of a value instead of the value: `Optional("…")`, `{length = 5432, bytes = …}`.
    case printedDescription
    /// The field of a form, `receipt-data=…`.
    case formField
    /// A URL that holds its data.
    case dataURL
    /// A number, such as that of a transaction.
    case transactionIdentifier
    /// HTML or XML, often a server's error page.
    case markup
    /// A file compressed with ZIP or gzip.
    case archive
    /// A certificate by itself.
    case certificate
    /// A receipt of Apple's App Attest service.
    case appAttestReceipt
    /// A PKCS #7 or CMS message that is not signed.
    case notSignedData
    /// A signed message whose content type is not id-data.
    case contentTypeNotData
    /// A signature without the content.
    case detachedContent
    /// An attribute that decides trust (2, 3, 4, 5 or 12) appears twice.
    case duplicateAttribute
    /// More than ``ReceiptLimits/maximumAttributes``.
    case tooManyAttributes
    /// A certificate that is not DER: its signature covers the bytes as they are.
    case certificateNotDER
  }
}

extension ReceiptError.Code: ErrorCode {
  /// What is wrong and, if known, what to do.
  public var description: String { row.description }

  package var row: ErrorRow {
    switch self {
    case .empty: ErrorRow("the input is empty")
    case .tooLarge:
      ErrorRow(
        "the input is too large",
        remedy: "raise DERLimits.maximumInputBytes if receipts may be that large"
      )
    case .truncated: ErrorRow("the receipt is truncated", at: .byte)
    case .malformed: ErrorRow("malformed", at: .byte)
    case .notAReceipt: ErrorRow("this is not a receipt")
    case .jsonWebSignature:
      ErrorRow("this is a JWS (StoreKit 2 signed transaction), not an App Store receipt")
    case .transactionReceipt:
      ErrorRow(
        "this is an iOS 6 style transaction receipt", remedy: "read it with TransactionReceipt")
    case .pem:
      ErrorRow(
        "this is PEM text",
        remedy: "pass the receipt itself, or its Base64 without the header lines")
    case .jsonString:
      ErrorRow("this is a JSON string", remedy: "remove the quotation marks and escapes")
    case .jsonObject:
      ErrorRow("this is JSON, not a receipt", remedy: "pass the Base64 that it contains")
    case .percentEncoded:
      ErrorRow("this Base64 is percent-encoded", at: .character, remedy: "decode it first")
    case .base64WithSpaces:
      ErrorRow(
        "this Base64 has spaces in place of plus signs", at: .character,
        remedy: "percent-encode the form field")
    case .base64InvalidCharacter: ErrorRow("invalid character in Base64", at: .character)
    case .base64InvalidLength: ErrorRow("Base64 is truncated or badly padded", at: .character)
    case .doubleBase64: ErrorRow("this is Base64 of Base64", remedy: "decode it once")
    case .jsonEscapes:
      ErrorRow(
        "this Base64 contains JSON escapes", at: .character, remedy: "decode the JSON string first")
    case .byteOrderMark:
      ErrorRow("this text begins with a byte order mark", remedy: "remove its three bytes")
    case .utf16: ErrorRow("this text is UTF-16", remedy: "pass UTF-8")
    case .decodedAsText:
      ErrorRow("these bytes were decoded as text, which destroyed them", remedy: "send Base64")
    case .hexadecimal: ErrorRow("this is hexadecimal", remedy: "pass the bytes, or Base64")
    case .printedDescription:
      ErrorRow("this is the printed description of a value", remedy: "send Base64")
    case .formField: ErrorRow("this is a form field", remedy: "pass only its value")
    case .dataURL: ErrorRow("this is a data URL", remedy: "pass the Base64 after its comma")
    case .transactionIdentifier:
      ErrorRow(
        "this is a number, not a receipt",
        remedy: "the App Store Server API looks up transactions by number")
    case .markup: ErrorRow("this is HTML or XML, not a receipt")
    case .archive: ErrorRow("this is a compressed file", remedy: "decompress it")
    case .certificate: ErrorRow("this is a certificate, not a receipt")
    case .appAttestReceipt: ErrorRow("this is an App Attest receipt, not an App Store receipt")
    case .notSignedData: ErrorRow("this is a PKCS #7 message without a signature, not a receipt")
    case .contentTypeNotData: ErrorRow("the content type is not id-data", at: .byte)
    case .detachedContent: ErrorRow("the signed content is missing", at: .byte)
    case .duplicateAttribute: ErrorRow("duplicate attribute", at: .byte)
    case .tooManyAttributes:
      ErrorRow(
        "too many attributes", at: .byte,
        remedy: "raise ReceiptLimits.maximumAttributes if receipts may have that many")
    case .certificateNotDER: ErrorRow("a certificate is not DER", at: .byte)
    }
  }
}

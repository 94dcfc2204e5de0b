public import DERParsing

/// Why the input can't be read as a receipt, and where.
public struct ReceiptError: Error, Hashable, Sendable {
  /// What is wrong.
  public let code: Code

  /// The byte of the input, after Base64 decoding if it was Base64. For codes about Base64 itself, the character of the
  /// text; for codes that say what the input is instead of a receipt, 0.
  public let offset: Int

  /// The rule of the encoding that is broken, for ``Code/malformed`` and ``Code/truncated``.
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

  /// The field being read, such as "SignedData.signerInfos", if the error is about one.
  public var field: String? {
    attributeType.map { "attribute \($0)" } ?? der?.field.name
  }

  /// Whether the error is about one byte, not about the whole input.
  package var hasByte: Bool { code.isAboutAByte }

  /// Whether ``offset`` counts characters of Base64 text.
  package var isAboutBase64: Bool { code.isAboutBase64 }

  /// The same error, at its place in the input.
  func mapped(by inputOffset: (Int) -> Int) -> ReceiptError {
    if let der { return ReceiptError(der.moved(to: inputOffset(der.offset))) }
    return ReceiptError(code, at: inputOffset(offset), attributeType: attributeType)
  }
}

extension ReceiptError: CustomStringConvertible {
  /// One sentence: what is wrong, in which field, where.
  public var description: String {
    var text = field.map { $0 + ": " } ?? ""
    text += code.problem
    if let der, code == .malformed { text += ": " + der.rule }
    if code.isAboutAByte { text += der?.place ?? " at byte " + String(offset) }
    return code.remedy.map { text + "; " + $0 } ?? text
  }
}

extension ReceiptError {
  /// What can be wrong. New codes may come, so a `switch` over them needs a `default`.
  public struct Code: Hashable, Sendable, BitwiseCopyable {
    enum Value: String, CaseIterable, BitwiseCopyable {
      case empty, tooLarge, truncated, malformed, notAReceipt
      case jsonWebSignature, transactionReceipt, pem, jsonString, jsonObject, percentEncoded
      case base64WithSpaces, base64InvalidCharacter, base64InvalidLength, doubleBase64
      case jsonEscapes, byteOrderMark, utf16, decodedAsText, hexadecimal, printedDescription
      case formField, dataURL, transactionIdentifier, markup, archive
      case certificate, appAttestReceipt, notSignedData, contentTypeNotData, detachedContent
      case duplicateAttribute, tooManyAttributes, certificateNotDER
    }

    let value: Value

    /// Every code there is, for tests.
    package static var all: [Code] { Value.allCases.map { Code(value: $0) } }

    /// The code's name as written in Swift: a stable identifier for logging.
    public var name: String { value.rawValue }

    /// No bytes, or only white space.
    public static var empty: Code { Code(value: .empty) }
    /// More than `DERLimits.inputBytes`.
    public static var tooLarge: Code { Code(value: .tooLarge) }
    /// The receipt is cut off at ``ReceiptError/offset``.
    public static var truncated: Code { Code(value: .truncated) }
    /// A rule of the encoding is broken; ``ReceiptError/der`` says which.
    public static var malformed: Code { Code(value: .malformed) }
    /// Neither a receipt nor anything recognized.
    public static var notAReceipt: Code { Code(value: .notAReceipt) }
    /// A signed transaction or app transaction of StoreKit 2, or of the App Store Server API.
    public static var jsonWebSignature: Code { Code(value: .jsonWebSignature) }
    /// A transaction receipt in the style of iOS 6, which `TransactionReceipt` reads.
    public static var transactionReceipt: Code { Code(value: .transactionReceipt) }
    /// PEM text.
    public static var pem: Code { Code(value: .pem) }
    /// A receipt in Base64 with the quotation marks of a JSON string.
    public static var jsonString: Code { Code(value: .jsonString) }
    /// A JSON object or array, such as a request or an answer of verifyReceipt.
    public static var jsonObject: Code { Code(value: .jsonObject) }
    /// Base64 that is still percent-encoded.
    public static var percentEncoded: Code { Code(value: .percentEncoded) }
    /// Base64 with spaces inside, which were plus signs before a form was posted.
    public static var base64WithSpaces: Code { Code(value: .base64WithSpaces) }
    /// Base64 with an invalid character.
    public static var base64InvalidCharacter: Code { Code(value: .base64InvalidCharacter) }
    /// Base64 that is truncated, badly padded, or has leftover bits.
    public static var base64InvalidLength: Code { Code(value: .base64InvalidLength) }
    /// Base64 of a receipt in Base64.
    public static var doubleBase64: Code { Code(value: .doubleBase64) }
    /// Base64 with escapes of a JSON string: `\/` or `\n`.
    public static var jsonEscapes: Code { Code(value: .jsonEscapes) }
    /// Text that begins with the byte order mark of UTF-8.
    public static var byteOrderMark: Code { Code(value: .byteOrderMark) }
    /// Text in UTF-16.
    public static var utf16: Code { Code(value: .utf16) }
    /// Bytes of a receipt that were decoded as text, which loses or doubles everything above 7F.
    public static var decodedAsText: Code { Code(value: .decodedAsText) }
    /// Hexadecimal digits: a dump, or `<3082…>` as old systems print data.
    public static var hexadecimal: Code { Code(value: .hexadecimal) }
    /// The printed description of a value instead of the value: `Optional("…")`, `{length = 5432, bytes = …}`.
    public static var printedDescription: Code { Code(value: .printedDescription) }
    /// The field of a form, `receipt-data=…`.
    public static var formField: Code { Code(value: .formField) }
    /// A URL that holds its data.
    public static var dataURL: Code { Code(value: .dataURL) }
    /// A number, such as that of a transaction.
    public static var transactionIdentifier: Code { Code(value: .transactionIdentifier) }
    /// HTML or XML, often a server's error page.
    public static var markup: Code { Code(value: .markup) }
    /// A file compressed with ZIP or gzip.
    public static var archive: Code { Code(value: .archive) }
    /// A certificate by itself.
    public static var certificate: Code { Code(value: .certificate) }
    /// A receipt of Apple's App Attest service.
    public static var appAttestReceipt: Code { Code(value: .appAttestReceipt) }
    /// A PKCS #7 or CMS message that is not signed.
    public static var notSignedData: Code { Code(value: .notSignedData) }
    /// A signed message whose content type is not id-data.
    public static var contentTypeNotData: Code { Code(value: .contentTypeNotData) }
    /// A signature without the content.
    public static var detachedContent: Code { Code(value: .detachedContent) }
    /// An attribute that decides trust (2, 3, 4, 5 or 12) appears twice.
    public static var duplicateAttribute: Code { Code(value: .duplicateAttribute) }
    /// More than ``ReceiptLimits/attributes``.
    public static var tooManyAttributes: Code { Code(value: .tooManyAttributes) }
    /// A certificate that is not DER: its signature covers the bytes as they are.
    public static var certificateNotDER: Code { Code(value: .certificateNotDER) }

    /// Whether the code is about one place, not about the whole input.
    var isAboutAByte: Bool {
      switch value {
      case .truncated, .malformed, .contentTypeNotData, .detachedContent, .duplicateAttribute,
        .tooManyAttributes, .certificateNotDER:
        true
      default: isAboutBase64
      }
    }

    /// Whether the code is about a character of Base64 text.
    var isAboutBase64: Bool {
      switch value {
      case .base64WithSpaces, .base64InvalidCharacter, .base64InvalidLength, .percentEncoded,
        .jsonEscapes:
        true
      default: false
      }
    }
  }
}

extension ReceiptError.Code {
  /// What is wrong.
  package var problem: String {
    switch value {
    case .empty: "the input is empty"
    case .tooLarge: "the input is too large"
    case .truncated: "the receipt is truncated"
    case .malformed: "malformed"
    case .notAReceipt: "this is not a receipt"
    case .jsonWebSignature:
      "this is a JWS (StoreKit 2 signed transaction), not an App Store receipt"
    case .transactionReceipt: "this is an iOS 6 style transaction receipt"
    case .pem: "this is PEM text"
    case .jsonString: "this is a JSON string"
    case .jsonObject: "this is JSON, not a receipt"
    case .percentEncoded: "this Base64 is percent-encoded"
    case .base64WithSpaces: "this Base64 has spaces in place of plus signs"
    case .base64InvalidCharacter: "invalid character in Base64"
    case .base64InvalidLength: "Base64 is truncated or badly padded"
    case .doubleBase64: "this is Base64 of Base64"
    case .jsonEscapes: "this Base64 contains JSON escapes"
    case .byteOrderMark: "this text begins with a byte order mark"
    case .utf16: "this text is UTF-16"
    case .decodedAsText: "these bytes were decoded as text, which destroyed them"
    case .hexadecimal: "this is hexadecimal"
    case .printedDescription: "this is the printed description of a value"
    case .formField: "this is a form field"
    case .dataURL: "this is a data URL"
    case .transactionIdentifier: "this is a number, not a receipt"
    case .markup: "this is HTML or XML, not a receipt"
    case .archive: "this is a compressed file"
    case .certificate: "this is a certificate, not a receipt"
    case .appAttestReceipt: "this is an App Attest receipt, not an App Store receipt"
    case .notSignedData: "this is a PKCS #7 message without a signature, not a receipt"
    case .contentTypeNotData: "the content type is not id-data"
    case .detachedContent: "the signed content is missing"
    case .duplicateAttribute: "duplicate attribute"
    case .tooManyAttributes: "too many attributes"
    case .certificateNotDER: "a certificate is not DER"
    }
  }

  /// What to do about it, if that doesn't depend on where the input comes from.
  package var remedy: String? {
    switch value {
    case .tooLarge: "raise DERLimits.inputBytes if receipts may be that large"
    case .transactionReceipt: "read it with TransactionReceipt"
    case .pem: "pass the receipt itself, or its Base64 without the header lines"
    case .jsonString: "remove the quotation marks and escapes"
    case .jsonObject: "pass the Base64 that it contains"
    case .percentEncoded: "decode it first"
    case .base64WithSpaces: "percent-encode the form field"
    case .doubleBase64: "decode it once"
    case .jsonEscapes: "decode the JSON string first"
    case .byteOrderMark: "remove its three bytes"
    case .utf16: "pass UTF-8"
    case .decodedAsText, .printedDescription: "send Base64"
    case .hexadecimal: "pass the bytes, or Base64"
    case .formField: "pass only its value"
    case .dataURL: "pass the Base64 after its comma"
    case .transactionIdentifier: "the App Store Server API looks up transactions by number"
    case .archive: "decompress it"
    case .tooManyAttributes: "raise ReceiptLimits.attributes if receipts may have that many"
    default: nil
    }
  }
}

extension ReceiptError.Code: CustomStringConvertible {
  /// What is wrong and, if known, what to do.
  public var description: String { remedy.map { problem + "; " + $0 } ?? problem }
}

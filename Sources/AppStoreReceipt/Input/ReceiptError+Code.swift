extension ReceiptError {
  /// What can be wrong. New codes may come, so a `switch` over them needs a `default`.
  public struct Code: Hashable, Sendable, BitwiseCopyable {
    enum Value: String, BitwiseCopyable {
      case empty, tooLarge, truncated, malformed, notAReceipt
      case jsonWebSignature, transactionReceipt, pem, jsonString, jsonObject, percentEncoded
      case base64WithSpaces, base64InvalidCharacter, base64InvalidLength, doubleBase64
      case jsonEscapes, byteOrderMark, utf16, decodedAsText, hexadecimal, printedDescription
      case formField, dataURL, transactionIdentifier, markup, archive
      case certificate, appAttestReceipt, notSignedData, contentTypeNotData, detachedContent
      case duplicateAttribute, tooManyAttributes, certificateNotDER
    }

    let value: Value

    /// The code's name as it is written in Swift: a word for logs that will not change.
    public var name: String { value.rawValue }

    /// No octets, or nothing but white space.
    public static var empty: Code { Code(value: .empty) }
    /// More than `DERLimits.inputOctets`.
    public static var tooLarge: Code { Code(value: .tooLarge) }
    /// The receipt is cut off at ``ReceiptError/offset``.
    public static var truncated: Code { Code(value: .truncated) }
    /// A rule of the encoding is broken; ``ReceiptError/der`` says which.
    public static var malformed: Code { Code(value: .malformed) }
    /// Neither a receipt nor anything known.
    public static var notAReceipt: Code { Code(value: .notAReceipt) }
    /// A signed transaction or app transaction of StoreKit 2, or of the App Store Server API.
    public static var jsonWebSignature: Code { Code(value: .jsonWebSignature) }
    /// A transaction receipt in the style of iOS 6, which ``TransactionReceipt`` reads.
    public static var transactionReceipt: Code { Code(value: .transactionReceipt) }
    /// PEM text.
    public static var pem: Code { Code(value: .pem) }
    /// A receipt in Base64 with the quotation marks of a JSON string.
    public static var jsonString: Code { Code(value: .jsonString) }
    /// A JSON object or array, such as a request or an answer of verifyReceipt.
    public static var jsonObject: Code { Code(value: .jsonObject) }
    /// Base64 that still is percent-encoded.
    public static var percentEncoded: Code { Code(value: .percentEncoded) }
    /// Base64 with spaces inside, which were plus signs before a form was posted.
    public static var base64WithSpaces: Code { Code(value: .base64WithSpaces) }
    /// Base64 with a character that does not belong there.
    public static var base64InvalidCharacter: Code { Code(value: .base64InvalidCharacter) }
    /// Base64 that ends inside a group, with wrong padding or with bits left over.
    public static var base64InvalidLength: Code { Code(value: .base64InvalidLength) }
    /// Base64 of a receipt in Base64.
    public static var doubleBase64: Code { Code(value: .doubleBase64) }
    /// Base64 with escapes of a JSON string: `\/` or `\n`.
    public static var jsonEscapes: Code { Code(value: .jsonEscapes) }
    /// Text that begins with the byte order mark of UTF-8.
    public static var byteOrderMark: Code { Code(value: .byteOrderMark) }
    /// Text in UTF-16.
    public static var utf16: Code { Code(value: .utf16) }
    /// Octets of a receipt that were decoded as text, where everything above 7F is lost or doubled.
    public static var decodedAsText: Code { Code(value: .decodedAsText) }
    /// Hexadecimal digits: a dump, or `<3082…>` as old systems print data.
    public static var hexadecimal: Code { Code(value: .hexadecimal) }
    /// What a program prints of a value, in place of the value: `Optional("…")`, `{length = 5432, bytes = …}`.
    public static var printedDescription: Code { Code(value: .printedDescription) }
    /// The field of a form, `receipt-data=…`.
    public static var formField: Code { Code(value: .formField) }
    /// A URL that holds its data.
    public static var dataURL: Code { Code(value: .dataURL) }
    /// A number, such as that of a transaction.
    public static var transactionIdentifier: Code { Code(value: .transactionIdentifier) }
    /// HTML or XML, often a server's error page.
    public static var markup: Code { Code(value: .markup) }
    /// A file that is compressed with ZIP or gzip.
    public static var archive: Code { Code(value: .archive) }
    /// A certificate by itself.
    public static var certificate: Code { Code(value: .certificate) }
    /// A receipt of Apple's App Attest service.
    public static var appAttestReceipt: Code { Code(value: .appAttestReceipt) }
    /// A PKCS #7 or CMS message that is not signed.
    public static var notSignedData: Code { Code(value: .notSignedData) }
    /// A signed message whose content is of another type than id-data.
    public static var contentTypeNotData: Code { Code(value: .contentTypeNotData) }
    /// A signature without the content.
    public static var detachedContent: Code { Code(value: .detachedContent) }
    /// An attribute that decides trust (2, 3, 4, 5 or 12) appears twice.
    public static var duplicateAttribute: Code { Code(value: .duplicateAttribute) }
    /// More than ``ReceiptLimits/attributes``.
    public static var tooManyAttributes: Code { Code(value: .tooManyAttributes) }
    /// A certificate that is not DER: its signature covers octets that nobody may rewrite.
    public static var certificateNotDER: Code { Code(value: .certificateNotDER) }

    /// Whether the code is about one place, not about the whole input.
    var isAboutAnOctet: Bool {
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

extension ReceiptError.Code: CustomStringConvertible {
  /// What is wrong, and where it helps what to do.
  public var description: String {
    switch value {
    case .empty: "the input is empty"
    case .tooLarge: "the input is too large"
    case .truncated: "the receipt is truncated"
    case .malformed: "malformed"
    case .notAReceipt: "this is not a receipt"
    case .jsonWebSignature:
      "this is a JWS (signed transaction of StoreKit 2), not an App Store receipt"
    case .transactionReceipt:
      "this is a transaction receipt in the style of iOS 6; read it with TransactionReceipt"
    case .pem: "this is PEM text; give the receipt as it is, or its Base64 without header lines"
    case .jsonString: "this is a JSON string; remove the quotation marks and escapes"
    case .jsonObject: "this is JSON, not a receipt; take the Base64 out of it"
    case .percentEncoded: "this Base64 is percent-encoded; decode it first"
    case .base64WithSpaces:
      "this Base64 has spaces where plus signs were; the form that carried it was not encoded"
    case .base64InvalidCharacter: "this Base64 has a character that does not belong there"
    case .base64InvalidLength: "this Base64 does not end where a group ends"
    case .doubleBase64: "this is Base64 of Base64; decode it once"
    case .jsonEscapes: "this Base64 still has the escapes of a JSON string; decode them first"
    case .byteOrderMark: "this text begins with a byte order mark; remove its three octets"
    case .utf16: "this text is UTF-16; give it in UTF-8"
    case .decodedAsText:
      "these octets were decoded as text on their way, which destroys them; send Base64"
    case .hexadecimal:
      "these are hexadecimal digits; give the octets that they stand for, or Base64"
    case .printedDescription: "this is what a program prints of a value, not the value; send Base64"
    case .formField: "this is the field of a form; give its value alone"
    case .dataURL: "this is a data URL; give the Base64 after its comma"
    case .transactionIdentifier:
      "this is a number, not a receipt; for that of a transaction there is the App Store Server API"
    case .markup: "this is HTML or XML, not a receipt"
    case .archive: "this is a compressed file; give what is in it"
    case .certificate: "this is a certificate, not a receipt"
    case .appAttestReceipt: "this is an App Attest receipt, not an App Store receipt"
    case .notSignedData: "this is a PKCS #7 message that is not signed, not a receipt"
    case .contentTypeNotData: "the signed content is not of type data"
    case .detachedContent: "the signed content is missing"
    case .duplicateAttribute: "this attribute appears twice"
    case .tooManyAttributes: "too many attributes"
    case .certificateNotDER: "this certificate is not DER"
    }
  }
}

extension TransactionReceiptError {
  /// What can be wrong. New codes may come, so a `switch` over them needs a `default`.
  public struct Code: Hashable, Sendable, BitwiseCopyable {
    enum Value: String, BitwiseCopyable {
      case empty, tooLarge, notATransactionReceipt, appReceipt
      case jsonWebSignature, pem, jsonString, jsonObject, percentEncoded
      case base64WithSpaces, base64InvalidCharacter, base64InvalidLength
      case truncated, unexpectedCharacter, invalidEscape, notUTF8, nestedValue
      case duplicateKey, tooManyKeys, trailingOctets
      case purchaseInfoMissing, signatureMissing, signatureVersion
    }

    let value: Value

    /// The code's name as it is written in Swift: a word for logs that will not change.
    public var name: String { value.rawValue }

    // The input.

    /// No octets, or nothing but white space.
    public static var empty: Code { Code(value: .empty) }
    /// More than ``TransactionReceiptLimits/octets``.
    public static var tooLarge: Code { Code(value: .tooLarge) }
    /// Neither a transaction receipt nor anything known.
    public static var notATransactionReceipt: Code { Code(value: .notATransactionReceipt) }
    /// A receipt of the App Store, which ``AppReceipt`` reads, or another message in DER or BER.
    public static var appReceipt: Code { Code(value: .appReceipt) }
    /// A signed transaction of StoreKit 2.
    public static var jsonWebSignature: Code { Code(value: .jsonWebSignature) }
    /// PEM text.
    public static var pem: Code { Code(value: .pem) }
    /// Base64 with the quotation marks of a JSON string.
    public static var jsonString: Code { Code(value: .jsonString) }
    /// A JSON object or array.
    public static var jsonObject: Code { Code(value: .jsonObject) }
    /// Base64 that still is percent-encoded.
    public static var percentEncoded: Code { Code(value: .percentEncoded) }
    /// Base64 with spaces inside, which were plus signs before a form was posted.
    public static var base64WithSpaces: Code { Code(value: .base64WithSpaces) }
    /// Base64 with a character that does not belong there.
    public static var base64InvalidCharacter: Code { Code(value: .base64InvalidCharacter) }
    /// Base64 that ends inside a group, with wrong padding or with bits left over.
    public static var base64InvalidLength: Code { Code(value: .base64InvalidLength) }

    // The property lists, and the layout of the signature.

    /// It ends too early.
    public static var truncated: Code { Code(value: .truncated) }
    /// Another character than the grammar has there.
    public static var unexpectedCharacter: Code { Code(value: .unexpectedCharacter) }
    /// A backslash before something that makes no escape.
    public static var invalidEscape: Code { Code(value: .invalidEscape) }
    /// A string that is not well-formed UTF-8.
    public static var notUTF8: Code { Code(value: .notUTF8) }
    /// A value that is a list, an array or data.
    public static var nestedValue: Code { Code(value: .nestedValue) }
    /// A key that appears twice.
    public static var duplicateKey: Code { Code(value: .duplicateKey) }
    /// More than ``TransactionReceiptLimits/keys``.
    public static var tooManyKeys: Code { Code(value: .tooManyKeys) }
    /// Something after the end.
    public static var trailingOctets: Code { Code(value: .trailingOctets) }
    /// No `purchase-info`.
    public static var purchaseInfoMissing: Code { Code(value: .purchaseInfoMissing) }
    /// No `signature`.
    public static var signatureMissing: Code { Code(value: .signatureMissing) }
    /// A signature of another version than 2 and 3.
    public static var signatureVersion: Code { Code(value: .signatureVersion) }

    /// Whether the code is about one place, not about the whole input.
    var isAboutAnOctet: Bool {
      switch value {
      case .empty, .tooLarge, .notATransactionReceipt, .appReceipt, .jsonWebSignature, .pem,
        .jsonString, .jsonObject, .purchaseInfoMissing, .signatureMissing:
        false
      default: true
      }
    }
  }
}

extension TransactionReceiptError.Code {
  /// The same complaint as one about App Store receipts.
  init(_ code: ReceiptError.Code) {
    value =
      switch code {
      case .empty: .empty
      case .jsonWebSignature: .jsonWebSignature
      case .pem: .pem
      case .jsonString: .jsonString
      case .jsonObject: .jsonObject
      case .percentEncoded: .percentEncoded
      case .base64WithSpaces: .base64WithSpaces
      case .base64InvalidCharacter, .jsonEscapes: .base64InvalidCharacter
      case .base64InvalidLength: .base64InvalidLength
      default: .notATransactionReceipt
      }
  }
}

extension TransactionReceiptError.Code: CustomStringConvertible {
  /// What is wrong, and where it helps what to do.
  public var description: String {
    switch value {
    case .empty: "the input is empty"
    case .tooLarge: "the input is too large"
    case .notATransactionReceipt: "this is not a transaction receipt in the style of iOS 6"
    case .appReceipt: "this is an App Store receipt or another DER message; read it with AppReceipt"
    case .jsonWebSignature:
      "this is a JWS (signed transaction of StoreKit 2), not a transaction receipt"
    case .pem: "this is PEM text, not a transaction receipt"
    case .jsonString: "this is a JSON string; remove the quotation marks and escapes"
    case .jsonObject: "this is JSON, not a transaction receipt; take the Base64 out of it"
    case .percentEncoded: "this Base64 is percent-encoded; decode it first"
    case .base64WithSpaces:
      "this Base64 has spaces where plus signs were; the form that carried it was not encoded"
    case .base64InvalidCharacter: "this Base64 has a character that does not belong there"
    case .base64InvalidLength: "this Base64 does not end where a group ends"
    case .truncated: "truncated"
    case .unexpectedCharacter: "unexpected character"
    case .invalidEscape: "this escape means nothing"
    case .notUTF8: "this string is not UTF-8"
    case .nestedValue: "the value is not a string"
    case .duplicateKey: "this key appears twice"
    case .tooManyKeys: "too many keys"
    case .trailingOctets: "there is more after the end"
    case .purchaseInfoMissing: "purchase-info is missing"
    case .signatureMissing: "the signature is missing"
    case .signatureVersion: "the signature is of an unknown version"
    }
  }
}

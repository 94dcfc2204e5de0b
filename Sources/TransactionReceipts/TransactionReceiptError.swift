import DERParsing
import ReceiptParsing

/// Why the input can't be read as an iOS-6-style transaction receipt, and where.
public struct TransactionReceiptError: Error, Hashable, Sendable {
  /// Which bytes an offset counts.
  public enum Part: String, Hashable, Sendable {
    /// The input, for codes about Base64; for all others the property list, after Base64 decoding if it was Base64.
    case receipt
    /// The value of `purchase-info`, after Base64 decoding.
    case purchaseInfo
    /// The value of `signature`, after Base64 decoding.
    case signature
  }

  /// What is wrong.
  public let code: Code

  /// What ``offset`` counts the bytes of.
  public let part: Part

  /// The first byte that breaks the rule, or the end for ``Code/truncated``; 0 for codes that say what the input is
  /// instead of a receipt.
  public let offset: Int

  /// The key concerned, if any.
  public let key: String?

  init(_ code: Code, in part: Part = .receipt, at offset: Int = 0, key: String? = nil) {
    self.code = code
    self.part = part
    self.offset = offset
    self.key = key
  }
}

extension TransactionReceiptError: CustomStringConvertible {
  /// One sentence without a full stop: what is wrong, in which part and key, where.
  public var description: String {
    var text =
      switch part {
      case .receipt: ""
      case .purchaseInfo: "purchase-info: "
      case .signature: "signature: "
      }
    if let key { text += key.quotedUnlessName() + ": " }
    text += code.problem
    if code.isAboutAByte { text += " at byte \(offset)" }
    return code.remedy.map { text + "; " + $0 } ?? text
  }
}

extension TransactionReceiptError {
  /// What can be wrong. New codes may come, so a `switch` over them needs a `default`.
  public struct Code: Hashable, Sendable, BitwiseCopyable {
    enum Value: String, CaseIterable, BitwiseCopyable {
      case empty, tooLarge, notATransactionReceipt, appReceipt
      case jsonWebSignature, pem, jsonString, jsonObject, percentEncoded
      case base64WithSpaces, base64InvalidCharacter, base64InvalidLength
      case truncated, unexpectedCharacter, invalidEscape, notUTF8, nestedValue
      case duplicateKey, tooManyKeys, trailingBytes
      case purchaseInfoMissing, signatureMissing, signatureVersion
    }

    let value: Value

    /// Every code there is, for tests.
    package static var all: [Code] { Value.allCases.map { Code(value: $0) } }

    /// The code's name as written in Swift: a stable identifier for logging.
    public var name: String { value.rawValue }

    // The input.

    /// No bytes, or only white space.
    public static var empty: Code { Code(value: .empty) }
    /// More than ``TransactionReceiptLimits/bytes``.
    public static var tooLarge: Code { Code(value: .tooLarge) }
    /// Neither a transaction receipt nor anything recognized.
    public static var notATransactionReceipt: Code { Code(value: .notATransactionReceipt) }
    /// An App Store receipt, which ``/ReceiptParsing/AppReceipt`` reads, or another message in DER or BER.
    public static var appReceipt: Code { Code(value: .appReceipt) }
    /// A signed transaction of StoreKit 2.
    public static var jsonWebSignature: Code { Code(value: .jsonWebSignature) }
    /// PEM text.
    public static var pem: Code { Code(value: .pem) }
    /// Base64 with the quotation marks of a JSON string.
    public static var jsonString: Code { Code(value: .jsonString) }
    /// A JSON object or array.
    public static var jsonObject: Code { Code(value: .jsonObject) }
    /// Base64 that is still percent-encoded.
    public static var percentEncoded: Code { Code(value: .percentEncoded) }
    /// Base64 with spaces inside, which were plus signs before a form was posted.
    public static var base64WithSpaces: Code { Code(value: .base64WithSpaces) }
    /// Base64 with an invalid character.
    public static var base64InvalidCharacter: Code { Code(value: .base64InvalidCharacter) }
    /// Base64 that is truncated, badly padded, or has leftover bits.
    public static var base64InvalidLength: Code { Code(value: .base64InvalidLength) }

    // The property lists, and the layout of the signature.

    /// It ends too early.
    public static var truncated: Code { Code(value: .truncated) }
    /// A character that the grammar doesn't allow there.
    public static var unexpectedCharacter: Code { Code(value: .unexpectedCharacter) }
    /// An unknown escape.
    public static var invalidEscape: Code { Code(value: .invalidEscape) }
    /// A string that is not well-formed UTF-8.
    public static var notUTF8: Code { Code(value: .notUTF8) }
    /// A value that is a dictionary, an array or data.
    public static var nestedValue: Code { Code(value: .nestedValue) }
    /// A key that appears twice.
    public static var duplicateKey: Code { Code(value: .duplicateKey) }
    /// More than ``TransactionReceiptLimits/keys``.
    public static var tooManyKeys: Code { Code(value: .tooManyKeys) }
    /// Trailing bytes.
    public static var trailingBytes: Code { Code(value: .trailingBytes) }
    /// No `purchase-info`.
    public static var purchaseInfoMissing: Code { Code(value: .purchaseInfoMissing) }
    /// No `signature`.
    public static var signatureMissing: Code { Code(value: .signatureMissing) }
    /// A signature version other than 2 and 3.
    public static var signatureVersion: Code { Code(value: .signatureVersion) }

    /// Whether the code is about one place, not about the whole input.
    var isAboutAByte: Bool {
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
  /// The code for the same problem with App Store receipts.
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

extension TransactionReceiptError.Code {
  /// What is wrong.
  package var problem: String {
    switch value {
    case .empty: "the input is empty"
    case .tooLarge: "the input is too large"
    case .notATransactionReceipt: "this is not an iOS 6 style transaction receipt"
    case .appReceipt: "this is an App Store receipt or another DER message"
    case .jsonWebSignature:
      "this is a JWS (StoreKit 2 signed transaction), not a transaction receipt"
    case .pem: "this is PEM text, not a transaction receipt"
    case .jsonString: "this is a JSON string"
    case .jsonObject: "this is JSON, not a transaction receipt"
    case .percentEncoded: "this Base64 is percent-encoded"
    case .base64WithSpaces: "this Base64 has spaces in place of plus signs"
    case .base64InvalidCharacter: "invalid character in Base64"
    case .base64InvalidLength: "Base64 is truncated or badly padded"
    case .truncated: "truncated"
    case .unexpectedCharacter: "unexpected character"
    case .invalidEscape: "unknown escape"
    case .notUTF8: "string is not UTF-8"
    case .nestedValue: "the value is not a string"
    case .duplicateKey: "duplicate key"
    case .tooManyKeys: "too many keys"
    case .trailingBytes: "unexpected trailing bytes"
    case .purchaseInfoMissing: "purchase-info is missing"
    case .signatureMissing: "the signature is missing"
    case .signatureVersion: "unsupported signature version"
    }
  }

  /// What to do about it, if that doesn't depend on where the input comes from.
  package var remedy: String? {
    switch value {
    case .tooLarge: "raise TransactionReceiptLimits.bytes if receipts may be that large"
    case .appReceipt: "read it with AppReceipt"
    case .jsonString: "remove the quotation marks and escapes"
    case .jsonObject: "pass the Base64 that it contains"
    case .percentEncoded: "decode it first"
    case .base64WithSpaces: "percent-encode the form field"
    case .tooManyKeys: "raise TransactionReceiptLimits.keys if receipts may have that many"
    default: nil
    }
  }
}

extension TransactionReceiptError.Code: CustomStringConvertible {
  /// What is wrong and, if known, what to do.
  public var description: String { remedy.map { problem + "; " + $0 } ?? problem }
}

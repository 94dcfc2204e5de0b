import ReceiptParsing
public import TextCoding

/// Why the input can't be read as an iOS-6-style transaction receipt, and where.
///
/// *Error codes*, in `AppStoreReceipt`, has causes and remedies.
public struct TransactionReceiptError: Error, Hashable, Sendable {
  /// Which bytes an offset counts.
  public enum Part: Hashable, Sendable {
    /// The input, for codes about Base64 without a ``key``; otherwise the property list, after Base64 decoding if it was
    /// Base64.
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
  /// instead of a receipt, except ``Code/jsonObject`` for an object, where it is the colon.
  public let offset: Int

  /// The key concerned, if any.
  public var key: String? { keyText?.text }

  // Compared byte by byte, as it may be anybody's.
  private let keyText: UTF8Text?

  init(_ code: Code, in part: Part = .receipt, at offset: Int = 0, key: String? = nil) {
    self.code = code
    self.part = part
    self.offset = offset
    keyText = key.map { UTF8Text($0) }
  }
}

extension TransactionReceiptError {
  /// Whether ``offset`` is a place in the receipt, not in the decoded value of one of its keys.
  package var hasPlaceInReceipt: Bool { part == .receipt && code.row.place != .whole }
}

extension TransactionReceiptError: CustomStringConvertible {
  /// One sentence without a period: what is wrong, in which part and key, where.
  public var description: String {
    var text =
      switch part {
      case .receipt: ""
      case .purchaseInfo: "purchase-info: "
      case .signature: "signature: "
      }
    if let key { text += key.quotedUnlessName() + ": " }
    text += code.row.problem
    if code.row.place != .whole { text += " at byte \(offset)" }
    return code.row.remedy.map { text + "; " + $0 } ?? text
  }
}

extension TransactionReceiptError {
  /// What can be wrong. New codes may come, so a `switch` over them needs a `default`.
  @nonexhaustive
  public enum Code: String, CaseIterable, Sendable, BitwiseCopyable {
    // The input.

    /// No bytes, or only white space.
    case empty
    /// More than ``TransactionReceiptLimits/maximumBytes``.
    case tooLarge
    /// Neither a transaction receipt nor anything recognized.
    case notATransactionReceipt
    /// An App Store receipt, which ``/ReceiptParsing/AppReceipt`` reads, or another message in DER or BER.
    case appReceipt
    /// A signed transaction of StoreKit 2.
    case jsonWebSignature
    /// PEM text.
    case pem
    /// Base64 with the quotation marks of a JSON string.
    case jsonString
    /// A JSON object or array.
    case jsonObject
    /// Base64 that is still percent-encoded.
    case percentEncoded
    /// Base64 with spaces inside, which were plus signs before a form was posted.
    case base64WithSpaces
    /// Base64 with an invalid character.
    case base64InvalidCharacter
    /// Base64 that is truncated, badly padded, or has leftover bits.
    case base64InvalidLength

    // The property lists, and the layout of the signature.

    /// It ends too early.
    case truncated
    /// A character that the grammar doesn't allow there.
    case unexpectedCharacter
    /// An unknown escape.
    case invalidEscape
    /// A string that is not well-formed UTF-8.
    case notUTF8
    /// A value that is a dictionary, an array or data.
    case nestedValue
    /// A key that appears twice.
    case duplicateKey
    /// More than ``TransactionReceiptLimits/maximumKeys``.
    case tooManyKeys
    /// Trailing bytes.
    case trailingBytes
    /// No `purchase-info`.
    case purchaseInfoMissing
    /// No `signature`.
    case signatureMissing
    /// A signature version other than 2 and 3.
    case unsupportedSignatureVersion
  }
}

extension TransactionReceiptError.Code: ErrorCode {
  /// What is wrong and, if known, what to do.
  public var description: String { row.description }

  package var row: ErrorRow {
    switch self {
    case .empty, .jsonWebSignature, .pem, .jsonString, .jsonObject, .percentEncoded,
      .base64WithSpaces, .base64InvalidCharacter, .base64InvalidLength:
      // The same problems as with App Store receipts, under the same names.
      ReceiptError.Code(rawValue: rawValue)?.row ?? ErrorRow(rawValue)
    case .tooLarge:
      ErrorRow(
        "the input is too large",
        remedy: "raise TransactionReceiptLimits.maximumBytes if receipts may be that large")
    case .notATransactionReceipt: ErrorRow("this is not an iOS 6 style transaction receipt")
    case .appReceipt:
      ErrorRow(
        "this is an App Store receipt or another DER message", remedy: "read it with AppReceipt")
    case .truncated: ErrorRow("truncated", at: .byte)
    case .unexpectedCharacter: ErrorRow("unexpected character", at: .byte)
    case .invalidEscape: ErrorRow("unknown escape", at: .byte)
    case .notUTF8: ErrorRow("string is not UTF-8", at: .byte)
    case .nestedValue: ErrorRow("the value is not a string", at: .byte)
    case .duplicateKey: ErrorRow("duplicate key", at: .byte)
    case .tooManyKeys:
      ErrorRow(
        "too many keys", at: .byte,
        remedy: "raise TransactionReceiptLimits.maximumKeys if receipts may have that many")
    case .trailingBytes: ErrorRow("unexpected trailing bytes", at: .byte)
    case .purchaseInfoMissing: ErrorRow("purchase-info is missing")
    case .signatureMissing: ErrorRow("the signature is missing")
    case .unsupportedSignatureVersion: ErrorRow("unsupported signature version", at: .byte)
    }
  }

  /// The code for what is wrong with an input or with Base64, which App Store receipts have under the same name.
  init(_ code: ReceiptError.Code) {
    self =
      switch code {
      case .jsonEscapes: .base64InvalidCharacter
      case .truncated: .notATransactionReceipt  // here it is about property lists
      default: Self(rawValue: code.rawValue) ?? .notATransactionReceipt
      }
  }
}

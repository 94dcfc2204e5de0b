import DERParsing

/// Why something cannot be read as an iOS-6-style transaction receipt, and where.
public struct TransactionReceiptError: Error, Hashable, Sendable {
  /// Which bytes an offset counts.
  public enum Part: String, Hashable, Sendable {
    /// The input as it was given, for the codes about Base64; for all others the property list, after Base64 decoding if
    /// it was Base64.
    case receipt
    /// What the value of `purchase-info` is after Base64 decoding.
    case purchaseInfo
    /// What the value of `signature` is after Base64 decoding.
    case signature
  }

  /// What is wrong.
  public let code: Code

  /// What ``offset`` counts the bytes of.
  public let part: Part

  /// Where: the first byte that breaks the rule, or the end for ``Code/truncated``. For the codes that say what the
  /// input is instead of a receipt it is 0.
  public let offset: Int

  /// The key that it is about, if it is about one.
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
    if code.isAboutAnByte { text += " at byte \(offset)" }
    return code.remedy.map { text + "; " + $0 } ?? text
  }
}

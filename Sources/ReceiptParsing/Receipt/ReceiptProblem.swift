public import DERParsing

/// An attribute whose value is not what its type promises. The receipt as a whole was read.
public struct ReceiptProblem: Hashable, Sendable {
  /// Why the value cannot be read.
  public enum Reason: Hashable, Sendable {
    /// The value is not an encoding of the right type.
    case malformed(DERError.Code)
    /// The text is not a date in any of the forms of ``ReceiptDate``.
    case notADate
    /// The number is neither 0 nor 1.
    case notABoolean
    /// The hash does not have 20 bytes.
    case wrongLength
    /// The attribute appears more than once, so no value can be preferred.
    case duplicate
  }

  /// The number of the attribute's type.
  public let attributeType: Int

  /// Which purchase it belongs to, in the order of the payload from 0; `nil` for the receipt's own.
  public let purchaseIndex: Int?

  /// Where the attribute begins in the input, as for ``ReceiptError/offset``.
  public let offset: Int

  /// Why.
  public let reason: Reason
}

extension ReceiptProblem: CustomStringConvertible {
  /// One sentence.
  public var description: String {
    let place = purchaseIndex.map { "purchase \($0), " } ?? ""
    return place + "attribute \(attributeType) at byte \(offset): \(reason)"
  }
}

extension ReceiptProblem.Reason: CustomStringConvertible {
  /// A few words.
  public var description: String {
    switch self {
    case .malformed(let code): code.description
    case .notADate: "not a date"
    case .notABoolean: "neither 0 nor 1"
    case .wrongLength: "not 20 bytes"
    case .duplicate: "appears more than once"
    }
  }
}

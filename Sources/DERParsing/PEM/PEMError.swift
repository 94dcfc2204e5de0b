public import TextCoding

/// Why text is not PEM, and where. *Error codes*, in `AppStoreReceipt`, has causes and remedies.
public struct PEMError: Error, Hashable, BitwiseCopyable {
  /// The rule that is broken.
  public let code: Code
  /// The byte of the text that it is about: the first of the line for a line, the end for what is missing.
  public let offset: Int

  package init(_ code: Code, at offset: Int) {
    (self.code, self.offset) = (code, offset)
  }

  /// The rules. New ones may come in later versions, so a `switch` needs a `default`.
  @nonexhaustive
  public enum Code: String, CaseIterable, Sendable, BitwiseCopyable {
    /// There is no block, or none with the label asked for.
    case blockMissing
    /// A line that starts as BEGIN or END does, and is neither.
    case invalidBoundary
    /// END has a different label from BEGIN.
    case labelsDiffer
    /// The text, or another block, comes before END.
    case endMissing
    /// A header line, as in encrypted keys in the old form (RFC 1421). RFC 7468 has none.
    case unexpectedHeader
    /// A character that Base64 does not have.
    case invalidCharacter
    /// Base64 that does not end with a group of four, or goes on after its padding.
    case invalidLength
    /// The unused bits of the last character are not zero (RFC 4648 §3.5).
    case nonZeroUnusedBits
    /// More characters than ``DERLimits/maximumInputBytes``.
    case inputTooLarge
  }
}

extension PEMError: CustomStringConvertible {
  /// One sentence without a period, the offset last.
  public var description: String { code.description + " at byte \(offset)" }
}

extension PEMError.Code: ErrorCode {
  /// The rule in a few words.
  public var description: String { row.problem }

  package var row: ErrorRow {
    switch self {
    case .blockMissing: ErrorRow("no PEM block with this label")
    case .invalidBoundary: ErrorRow("malformed BEGIN or END line")
    case .labelsDiffer: ErrorRow("BEGIN and END have different labels")
    case .endMissing: ErrorRow("PEM block without END line")
    case .unexpectedHeader: ErrorRow("header line in a PEM block")
    case .invalidCharacter: ErrorRow("character not allowed in Base64")
    case .invalidLength: ErrorRow("incomplete Base64, or text after its padding")
    case .nonZeroUnusedBits: ErrorRow("unused bits of Base64 are not zero")
    case .inputTooLarge: ErrorRow("PEM text too large")
    }
  }
}

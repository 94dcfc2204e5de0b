/// Why text is not PEM, and where.
public struct PEMError: Error, Hashable, BitwiseCopyable {
  /// The rule that is broken.
  public let code: Code
  /// The byte of the text that it is about: the first of the line for a line, the end for what is missing.
  public let offset: Int

  package init(_ code: Code, at offset: Int) {
    (self.code, self.offset) = (code, offset)
  }

  /// The rules. New ones may come in later versions, so a `switch` needs a `default`.
  public struct Code: Hashable, Sendable, BitwiseCopyable, CustomStringConvertible {
    private enum Value: String, BitwiseCopyable, CaseIterable {
      case blockMissing, invalidBoundary, labelsDiffer, endMissing, header
      case invalidCharacter, invalidLength, nonZeroUnusedBits, inputTooLarge
    }

    private let value: Value

    /// Every code, for tests.
    package static var all: [Code] { Value.allCases.map { Code(value: $0) } }

    /// The code's name as it is written in Swift: a stable identifier for logging.
    public var name: String { value.rawValue }

    /// There is no block, or none with the label asked for.
    public static var blockMissing: Code { Code(value: .blockMissing) }
    /// A line that starts as BEGIN or END does, and is neither.
    public static var invalidBoundary: Code { Code(value: .invalidBoundary) }
    /// END has another label than BEGIN.
    public static var labelsDiffer: Code { Code(value: .labelsDiffer) }
    /// The text, or another block, comes before END.
    public static var endMissing: Code { Code(value: .endMissing) }
    /// A header line, as in encrypted keys of old (RFC 1421). RFC 7468 has none.
    public static var header: Code { Code(value: .header) }
    /// A character that Base64 does not have.
    public static var invalidCharacter: Code { Code(value: .invalidCharacter) }
    /// Base64 that does not end with a group of four, or goes on after its padding.
    public static var invalidLength: Code { Code(value: .invalidLength) }
    /// The bits that the last character has too many are not zero (RFC 4648 §3.5).
    public static var nonZeroUnusedBits: Code { Code(value: .nonZeroUnusedBits) }
    /// More characters than ``DERLimits/inputBytes``.
    public static var inputTooLarge: Code { Code(value: .inputTooLarge) }

    /// The rule in a few words.
    public var description: String {
      switch value {
      case .blockMissing: "no PEM block with this label"
      case .invalidBoundary: "malformed BEGIN or END line"
      case .labelsDiffer: "BEGIN and END have different labels"
      case .endMissing: "PEM block without END line"
      case .header: "header line in a PEM block"
      case .invalidCharacter: "character not allowed in Base64"
      case .invalidLength: "incomplete Base64, or text after its padding"
      case .nonZeroUnusedBits: "unused bits of Base64 are not zero"
      case .inputTooLarge: "PEM text too large"
      }
    }
  }
}

extension PEMError: CustomStringConvertible {
  /// One sentence without a full stop, the offset last.
  public var description: String { code.description + " at byte \(offset)" }
}

/// Why an input is malformed, and where.
///
/// Plain bits, no string and no class: the text is made when ``description`` is asked for.
public struct DERError: Error, Hashable, BitwiseCopyable {
  /// The rule that is broken.
  public let code: Code
  /// The field being read, if the schema named it.
  public let field: DERField
  /// The first byte of the element that breaks the rule, counted from the beginning of the whole input; for
  /// ``Code/truncated``, where the missing byte would be.
  public let offset: Int
  private let expectedIdentifier: UInt32
  private let actualIdentifier: UInt32

  /// Creates an error. Not inlined: failing is rare, and the readers stay small.
  @inline(never)
  public init(
    _ code: Code, at offset: Int, expected: DERIdentifier? = nil, actual: DERIdentifier? = nil,
    field: DERField = .unnamed
  ) {
    self.code = code
    self.field = field
    self.offset = offset
    // Universal 0 is never expected and never reported as found: `endOfContents` stands for it.
    expectedIdentifier = expected?.packed ?? 0
    actualIdentifier = actual?.packed ?? 0
  }

  /// The expected identifier, for ``Code/unexpectedIdentifier``, and for ``Code/missingElement`` if only one would do.
  public var expected: DERIdentifier? {
    expectedIdentifier == 0 ? nil : DERIdentifier(packed: expectedIdentifier)
  }

  /// The identifier found, for ``Code/unexpectedIdentifier``.
  public var actual: DERIdentifier? {
    actualIdentifier == 0 ? nil : DERIdentifier(packed: actualIdentifier)
  }

  /// The same error at another offset, for an input that is part of another one or was made from it.
  public func moved(to offset: Int) -> DERError {
    DERError(code, at: offset, expected: expected, actual: actual, field: field)
  }
}

extension DERError: CustomStringConvertible {
  /// One sentence without a full stop, the field first if it is known and the offset last:
  /// "SignedData.version: non-minimal length at byte 412".
  public var description: String { field.name.map { $0 + ": " + rule + place } ?? rule + place }

  /// Which rule, what was expected and what was found.
  package var rule: String {
    var text = code.description
    if let expected { text += ", expected " + expected.description }
    if let actual { text += ", found " + actual.description }
    return text
  }

  /// Where.
  package var place: String {
    // A comma ends what was expected and found.
    (expected == nil && actual == nil ? " at byte " : ", at byte ") + String(offset)
  }
}

extension DERError {
  /// The rules, one code for each. New ones may come in later versions, so a `switch` needs a `default`.
  public struct Code: Hashable, Sendable, BitwiseCopyable {
    enum Value: String, CaseIterable, BitwiseCopyable {
      case truncated, exceedsEnclosing, missingElement, trailingContents, unexpectedIdentifier
      case endOfContents, nonMinimalTagNumber, tagNumberTooLarge
      case reservedLength, nonMinimalLength, indefiniteLength, indefinitePrimitive
      case invalidBoolean, emptyInteger, nonMinimalInteger, integerOutOfRange
      case invalidUnusedBits, nonZeroUnusedBits, trailingZeroBits, constructedBitString, invalidNull
      case emptyObjectIdentifier, nonMinimalSubidentifier, truncatedSubidentifier
      case objectIdentifierTooLong
      case invalidCharacter, invalidStringLength, invalidTime, unsortedSet, encodedDefault
      case nestedTooDeeply, inputTooLarge, tooManyRewrites
    }

    let value: Value

    /// Every code there is, for tests.
    package static var all: [Code] { Value.allCases.map { Code(value: $0) } }

    /// The code's name as it is written in Swift: a stable identifier for logging.
    public var name: String { value.rawValue }

    /// The input ends before the element does.
    public static var truncated: Code { Code(value: .truncated) }
    /// An element runs past the end of its container (X.690 §8.1.3).
    public static var exceedsEnclosing: Code { Code(value: .exceedsEnclosing) }
    /// The contents end where another element must follow.
    public static var missingElement: Code { Code(value: .missingElement) }
    /// Unexpected bytes after the last element.
    public static var trailingContents: Code { Code(value: .trailingContents) }
    /// An identifier other than the schema's.
    public static var unexpectedIdentifier: Code { Code(value: .unexpectedIdentifier) }
    /// Universal tag 0 outside an indefinite length (X.690 §8.1.5).
    public static var endOfContents: Code { Code(value: .endOfContents) }
    /// A high tag number with a leading zero, or below 31 (X.690 §8.1.2.4).
    public static var nonMinimalTagNumber: Code { Code(value: .nonMinimalTagNumber) }
    /// A tag number above ``DERIdentifier/maximumTagNumber``.
    public static var tagNumberTooLarge: Code { Code(value: .tagNumberTooLarge) }
    /// The length octet FF (X.690 §8.1.3.5 c).
    public static var reservedLength: Code { Code(value: .reservedLength) }
    /// More length octets than needed (X.690 §10.1).
    public static var nonMinimalLength: Code { Code(value: .nonMinimalLength) }
    /// The indefinite form of length, which DER forbids (X.690 §10.1).
    public static var indefiniteLength: Code { Code(value: .indefiniteLength) }
    /// The indefinite form on a primitive element, which BER forbids too (X.690 §8.1.3.2).
    public static var indefinitePrimitive: Code { Code(value: .indefinitePrimitive) }
    /// A BOOLEAN that is not one byte 00 or FF (X.690 §8.2, §11.1).
    public static var invalidBoolean: Code { Code(value: .invalidBoolean) }
    /// An INTEGER or ENUMERATED without contents (X.690 §8.3.1).
    public static var emptyInteger: Code { Code(value: .emptyInteger) }
    /// An INTEGER or ENUMERATED whose first nine bits are all equal (X.690 §8.3.2).
    public static var nonMinimalInteger: Code { Code(value: .nonMinimalInteger) }
    /// An INTEGER that does not fit the type it is read as.
    public static var integerOutOfRange: Code { Code(value: .integerOutOfRange) }
    /// A BIT STRING without its first byte, or with a wrong number of unused bits (X.690 §8.6.2).
    public static var invalidUnusedBits: Code { Code(value: .invalidUnusedBits) }
    /// A BIT STRING whose unused bits are not zero (X.690 §11.2.1).
    public static var nonZeroUnusedBits: Code { Code(value: .nonZeroUnusedBits) }
    /// A named-bit list with trailing zero bits (X.690 §11.2.2).
    public static var trailingZeroBits: Code { Code(value: .trailingZeroBits) }
    /// A BIT STRING in constructed form, which ``BERTranscoder`` does not convert.
    public static var constructedBitString: Code { Code(value: .constructedBitString) }
    /// A NULL with contents (X.690 §8.8).
    public static var invalidNull: Code { Code(value: .invalidNull) }
    /// An OBJECT IDENTIFIER without contents (X.690 §8.19.2).
    public static var emptyObjectIdentifier: Code { Code(value: .emptyObjectIdentifier) }
    /// A subidentifier with leading zeros (X.690 §8.19.2).
    public static var nonMinimalSubidentifier: Code { Code(value: .nonMinimalSubidentifier) }
    /// The last subidentifier is incomplete (X.690 §8.19.2).
    public static var truncatedSubidentifier: Code { Code(value: .truncatedSubidentifier) }
    /// An OBJECT IDENTIFIER of more bytes than ``DERObjectIdentifier`` holds.
    public static var objectIdentifierTooLong: Code { Code(value: .objectIdentifierTooLong) }
    /// A character that the string type doesn't allow (X.690 §8.23).
    public static var invalidCharacter: Code { Code(value: .invalidCharacter) }
    /// A BMPString of odd length, or a UniversalString whose length is no multiple of four.
    public static var invalidStringLength: Code { Code(value: .invalidStringLength) }
    /// A UTCTime or GeneralizedTime that is not in DER's form, or a date that doesn't exist (X.690 §11.7, §11.8).
    public static var invalidTime: Code { Code(value: .invalidTime) }
    /// A SET OF whose elements are not in ascending order (X.690 §11.6).
    public static var unsortedSet: Code { Code(value: .unsortedSet) }
    /// A DEFAULT value that is encoded (X.690 §11.5).
    public static var encodedDefault: Code { Code(value: .encodedDefault) }
    /// More levels than ``DERLimits/depth``.
    public static var nestedTooDeeply: Code { Code(value: .nestedTooDeeply) }
    /// More bytes than ``DERLimits/inputBytes``.
    public static var inputTooLarge: Code { Code(value: .inputTooLarge) }
    /// More than ``DERLimits/rewrites`` elements for ``BERTranscoder`` to rewrite.
    public static var tooManyRewrites: Code { Code(value: .tooManyRewrites) }
  }
}

extension DERError.Code {
  /// What to do about it, if that doesn't depend on the input.
  package var remedy: String? {
    switch value {
    case .indefiniteLength: "rewrite BER as DER first (BERTranscoder)"
    case .nestedTooDeeply: "raise DERLimits.depth if the input may be nested that deeply"
    case .inputTooLarge: "raise DERLimits.inputBytes if the input may be that large"
    case .tooManyRewrites: "raise DERLimits.rewrites if the input may need that many"
    default: nil
    }
  }
}

extension DERError.Code: CustomStringConvertible {
  /// The rule in a few words.
  public var description: String {
    switch value {
    case .truncated: "input is truncated"
    case .exceedsEnclosing: "element runs past the end of its container"
    case .missingElement: "missing element"
    case .trailingContents: "unexpected trailing bytes"
    case .unexpectedIdentifier: "unexpected identifier"
    case .endOfContents: "end-of-contents outside an indefinite length"
    case .nonMinimalTagNumber: "non-minimal tag number"
    case .tagNumberTooLarge: "tag number too large"
    case .reservedLength: "reserved length FF"
    case .nonMinimalLength: "non-minimal length"
    case .indefiniteLength: "indefinite length"
    case .indefinitePrimitive: "indefinite length on a primitive element"
    case .invalidBoolean: "BOOLEAN is neither 00 nor FF"
    case .emptyInteger: "INTEGER without contents"
    case .nonMinimalInteger: "non-minimal INTEGER"
    case .integerOutOfRange: "INTEGER out of range"
    case .invalidUnusedBits: "wrong number of unused bits"
    case .nonZeroUnusedBits: "unused bits are not zero"
    case .trailingZeroBits: "trailing zero bits in a named-bit list"
    case .constructedBitString: "constructed BIT STRING"
    case .invalidNull: "NULL with contents"
    case .emptyObjectIdentifier: "OBJECT IDENTIFIER without contents"
    case .nonMinimalSubidentifier: "non-minimal subidentifier"
    case .truncatedSubidentifier: "last subidentifier is incomplete"
    case .objectIdentifierTooLong: "OBJECT IDENTIFIER too long"
    case .invalidCharacter: "character not allowed in this string type"
    case .invalidStringLength: "string ends inside a character"
    case .invalidTime: "not a valid DER time"
    case .unsortedSet: "SET OF not in ascending order"
    case .encodedDefault: "DEFAULT value is encoded"
    case .nestedTooDeeply: "nested too deeply"
    case .inputTooLarge: "input too large"
    case .tooManyRewrites: "too many indefinite lengths or string chunks to rewrite"
    }
  }
}

public import TextCoding

/// Why an input is malformed, and where. *Error codes*, in `AppStoreReceipt`, has causes and remedies.
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
  package func moved(to offset: Int) -> DERError {
    DERError(code, at: offset, expected: expected, actual: actual, field: field)
  }
}

extension DERError: CustomStringConvertible {
  /// One sentence without a period, the field first if it is known and the offset last:
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
  @nonexhaustive
  public enum Code: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The input ends before the element does.
    case truncated
    /// An element runs past the end of its container (X.690 §8.1.3).
    case exceedsEnclosing
    /// The contents end where another element must follow.
    case missingElement
    /// Unexpected bytes after the last element.
    case trailingContents
    /// An identifier other than the schema's.
    case unexpectedIdentifier
    /// Universal tag 0 outside an indefinite length (X.690 §8.1.5).
    case endOfContents
    /// A high tag number with a leading zero, or below 31 (X.690 §8.1.2.4).
    case nonMinimalTagNumber
    /// A tag number above ``DERIdentifier/maximumTagNumber``.
    case tagNumberTooLarge
    /// The length octet FF (X.690 §8.1.3.5 c).
    case reservedLength
    /// More length octets than needed (X.690 §10.1).
    case nonMinimalLength
    /// The indefinite form of length, which DER forbids (X.690 §10.1).
    case indefiniteLength
    /// The indefinite form on a primitive element, which BER forbids too (X.690 §8.1.3.2).
    case indefinitePrimitive
    /// A BOOLEAN that is not one byte 00 or FF (X.690 §8.2, §11.1).
    case invalidBoolean
    /// An INTEGER or ENUMERATED without contents (X.690 §8.3.1).
    case emptyInteger
    /// An INTEGER or ENUMERATED whose first nine bits are all equal (X.690 §8.3.2).
    case nonMinimalInteger
    /// An INTEGER that does not fit the type it is read as.
    case integerOutOfRange
    /// A BIT STRING without its first byte, or with a wrong number of unused bits (X.690 §8.6.2).
    case invalidUnusedBits
    /// A BIT STRING whose unused bits are not zero (X.690 §11.2.1).
    case nonZeroUnusedBits
    /// A named-bit list with trailing zero bits (X.690 §11.2.2).
    case trailingZeroBits
    /// A BIT STRING in constructed form, which ``BERTranscoder`` does not convert.
    case constructedBitString
    /// A NULL with contents (X.690 §8.8).
    case invalidNull
    /// An OBJECT IDENTIFIER without contents (X.690 §8.19.2).
    case emptyObjectIdentifier
    /// A subidentifier with leading zeros (X.690 §8.19.2).
    case nonMinimalSubidentifier
    /// The last subidentifier is incomplete (X.690 §8.19.2).
    case truncatedSubidentifier
    /// An OBJECT IDENTIFIER of more bytes than ``DERObjectIdentifier`` holds.
    case objectIdentifierTooLong
    /// A character that the string type doesn't allow (X.690 §8.23).
    case invalidCharacter
    /// A BMPString of odd length, or a UniversalString whose length is not a multiple of four.
    case invalidStringLength
    /// A UTCTime or GeneralizedTime that is not in DER's form, or a date that doesn't exist (X.690 §11.7, §11.8).
    case invalidTime
    /// A SET OF whose elements are not in ascending order (X.690 §11.6).
    case unsortedSet
    /// A DEFAULT value that is encoded (X.690 §11.5).
    case encodedDefault
    /// More levels than ``DERLimits/maximumDepth``.
    case nestedTooDeeply
    /// More bytes than ``DERLimits/maximumInputBytes``.
    case inputTooLarge
    /// More than ``DERLimits/maximumRewrites`` elements for ``BERTranscoder`` to rewrite.
    case tooManyRewrites
  }
}

extension DERError.Code: ErrorCode {
  /// The rule in a few words.
  public var description: String { row.problem }

  package var row: ErrorRow {
    switch self {
    case .truncated: ErrorRow("input is truncated")
    case .exceedsEnclosing: ErrorRow("element runs past the end of its container")
    case .missingElement: ErrorRow("missing element")
    case .trailingContents: ErrorRow("unexpected trailing bytes")
    case .unexpectedIdentifier: ErrorRow("unexpected identifier")
    case .endOfContents: ErrorRow("end-of-contents outside an indefinite length")
    case .nonMinimalTagNumber: ErrorRow("non-minimal tag number")
    case .tagNumberTooLarge: ErrorRow("tag number too large")
    case .reservedLength: ErrorRow("reserved length FF")
    case .nonMinimalLength: ErrorRow("non-minimal length")
    case .indefiniteLength:
      ErrorRow("indefinite length", remedy: "rewrite BER as DER first (BERTranscoder)")
    case .indefinitePrimitive: ErrorRow("indefinite length on a primitive element")
    case .invalidBoolean: ErrorRow("BOOLEAN is neither 00 nor FF")
    case .emptyInteger: ErrorRow("INTEGER without contents")
    case .nonMinimalInteger: ErrorRow("non-minimal INTEGER")
    case .integerOutOfRange: ErrorRow("INTEGER out of range")
    case .invalidUnusedBits: ErrorRow("wrong number of unused bits")
    case .nonZeroUnusedBits: ErrorRow("unused bits are not zero")
    case .trailingZeroBits: ErrorRow("trailing zero bits in a named-bit list")
    case .constructedBitString: ErrorRow("constructed BIT STRING")
    case .invalidNull: ErrorRow("NULL with contents")
    case .emptyObjectIdentifier: ErrorRow("OBJECT IDENTIFIER without contents")
    case .nonMinimalSubidentifier: ErrorRow("non-minimal subidentifier")
    case .truncatedSubidentifier: ErrorRow("last subidentifier is incomplete")
    case .objectIdentifierTooLong: ErrorRow("OBJECT IDENTIFIER too long")
    case .invalidCharacter: ErrorRow("character not allowed in this string type")
    case .invalidStringLength: ErrorRow("string ends inside a character")
    case .invalidTime: ErrorRow("not a valid DER time")
    case .unsortedSet: ErrorRow("SET OF not in ascending order")
    case .encodedDefault: ErrorRow("DEFAULT value is encoded")
    case .nestedTooDeeply:
      ErrorRow(
        "nested too deeply",
        remedy: "raise DERLimits.maximumDepth if the input may be nested that deeply")
    case .inputTooLarge:
      ErrorRow(
        "input too large",
        remedy: "raise DERLimits.maximumInputBytes if the input may be that large")
    case .tooManyRewrites:
      ErrorRow(
        "too many indefinite lengths or string chunks to rewrite",
        remedy: "raise DERLimits.maximumRewrites if the input may need that many")
    }
  }
}

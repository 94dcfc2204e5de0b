/// Why an input is malformed, and where.
///
/// Plain bits: no string, no class. The text is made when ``description`` is asked for.
public struct DERError: Error, Hashable, BitwiseCopyable {
  /// The rule that is broken.
  public let code: Code
  /// The field that was being read, if the schema named it.
  public let field: DERField
  /// Where: the first byte of the element whose rule is broken, counted from the beginning of the
  /// whole input. For ``Code/truncated`` the place where the missing byte would be.
  public let offset: Int
  private let expectedIdentifier: UInt32
  private let actualIdentifier: UInt32

  /// Makes an error. Not inlined: failing is rare, and the readers stay small.
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

  /// The identifier that had to stand there, for ``Code/unexpectedIdentifier`` and
  /// ``Code/missingElement`` where one certain identifier was expected.
  public var expected: DERIdentifier? {
    expectedIdentifier == 0 ? nil : DERIdentifier(packed: expectedIdentifier)
  }

  /// The identifier that was found, for ``Code/unexpectedIdentifier``.
  public var actual: DERIdentifier? {
    actualIdentifier == 0 ? nil : DERIdentifier(packed: actualIdentifier)
  }

  /// The same error about another place: for inputs that stand inside, or were made from, another one.
  public func moved(to offset: Int) -> DERError {
    DERError(code, at: offset, expected: expected, actual: actual, field: field)
  }
}

extension DERError: CustomStringConvertible {
  /// One sentence without a full stop, the offset last: "non-minimal length at byte 412".
  public var description: String { rule + place }

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

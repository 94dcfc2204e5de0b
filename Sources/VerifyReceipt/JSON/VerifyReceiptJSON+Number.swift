extension VerifyReceiptJSON {
  /// A number as it is written. Identifiers need all 64 bits, which `Double` does not have.
  public struct Number: Hashable, Sendable, CustomStringConvertible {
    /// The characters: `504427454456956077`, `1.5e3`.
    public let text: String

    /// A number that was read and is well-formed.
    init(wellFormed text: String) {
      self.text = text
    }

    /// An integer.
    public init(_ value: Int64) {
      text = String(value)
    }

    /// The value, if it is written as an integer and fits 64 bits.
    public var int64: Int64? { Int64(text) }

    /// The characters.
    public var description: String { text }
  }
}

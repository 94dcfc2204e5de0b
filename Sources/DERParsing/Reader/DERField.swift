/// A number that names the field being read, so that an error can say more than an offset.
///
/// The reader only carries it. A schema gives its fields numbers and knows their names; 0 means that
/// nobody said which field it is. `CMSParsing` uses 0x0100–0x01FF and `AppStoreReceipt` 0x0200–0x02FF;
/// other schemas take theirs from 0x8000 on.
public struct DERField: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The number.
  public let rawValue: UInt16

  /// Makes a field of that number.
  @inlinable
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// No field was named.
  @inlinable public static var unnamed: DERField { DERField(rawValue: 0) }
}

public import DERParsing

/// The bounds of reading a receipt. Each is a value, has a reason, and is tested at n and n + 1.
public struct ReceiptLimits: Hashable, Sendable, BitwiseCopyable {
  /// The bounds of the encoding: bytes, depth, rewritten elements.
  public var der: DERLimits

  /// How many attributes a receipt may have, including those of its purchases. The default, 1,048,576, allows about
  /// 55,000 purchases; the largest known receipt has 3,761 attributes.
  public var maximumAttributes: Int

  /// Creates limits, with defaults for those not given.
  public init(der: DERLimits = .default, maximumAttributes: Int = 1 << 20) {
    self.der = der
    self.maximumAttributes = maximumAttributes
  }

  /// The defaults.
  public static var `default`: ReceiptLimits { ReceiptLimits() }
}

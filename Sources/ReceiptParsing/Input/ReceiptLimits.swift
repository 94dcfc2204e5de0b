public import DERParsing

/// The bounds of reading a receipt. Each is a value, has a reason, and is tested at n and n + 1.
public struct ReceiptLimits: Hashable, Sendable, BitwiseCopyable {
  /// The bounds of the encoding: bytes, depth, rewritten elements.
  public var der: DERLimits

  /// How many attributes a receipt may have, those of its purchases included. 1,048,576 by default, about
  /// 55,000 purchases; the largest receipt known has 3,600.
  public var attributes: Int

  /// Makes limits; what is not given has its default.
  public init(der: DERLimits = .default, attributes: Int = 1 << 20) {
    self.der = der
    self.attributes = attributes
  }

  /// The defaults.
  public static var `default`: ReceiptLimits { ReceiptLimits() }
}

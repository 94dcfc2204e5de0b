/// The bounds of reading an iOS-6-style transaction receipt. Each is a value and is tested at n and n + 1.
public struct TransactionReceiptLimits: Hashable, Sendable, BitwiseCopyable {
  /// How many bytes a receipt may have, not counting Base64 around it: 65,536 by default; those known have less than
  /// 4,000.
  public var bytes: Int

  /// How many keys each of its two lists may have: 256 by default; those known have 23.
  public var keys: Int

  /// Makes limits; what is not given has its default.
  public init(bytes: Int = 65_536, keys: Int = 256) {
    self.bytes = bytes
    self.keys = keys
  }

  /// The defaults.
  public static var `default`: TransactionReceiptLimits { TransactionReceiptLimits() }
}

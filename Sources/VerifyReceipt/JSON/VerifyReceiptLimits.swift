/// The bounds of reading JSON. Each is a value, has a reason, and is tested at n and n + 1.
public struct VerifyReceiptLimits: Hashable, Sendable {
  /// The most bytes that a text may have. 32 MiB by default: Apple's answer about 10,000 purchases has about
  /// 10 MB, the largest one known 200 kB.
  public var bytes: Int

  /// How many arrays and objects may lie inside each other. 32 by default, Apple's answers need 4; never
  /// above 128, because reading uses the stack.
  public var depth: Int

  /// How many values a text may have, members of objects and elements of arrays together; an object counts as 16
  /// beside its members, because `{}` can become a purchase of some 550 bytes. 1,048,576 by default: about
  /// 30,000 purchases, or some 36 MB of memory out of the smallest text.
  public var values: Int

  /// Makes limits; what is not given has its default.
  public init(bytes: Int = 32 << 20, depth: Int = 32, values: Int = 1 << 20) {
    self.bytes = bytes
    self.depth = depth
    self.values = values
  }

  /// The defaults.
  public static var `default`: VerifyReceiptLimits { VerifyReceiptLimits() }

  /// How many values an object counts as, beside its members.
  static var valuesOfObject: Int { 16 }

  /// How many combining marks of a string may follow one another.
  static var combiningMarks: Int { 30 }

  /// How many levels the stack certainly has room for.
  static var stackDepth: Int { 128 }

  /// ``depth``, ``stackDepth`` at the most.
  var maximumDepth: Int { min(depth, Self.stackDepth) }
}

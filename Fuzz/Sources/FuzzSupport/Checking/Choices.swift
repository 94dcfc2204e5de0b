/// Choices that depend on every byte of an input, and are the same for the same input.
public struct Choices {
  private var digest = Digest()

  /// Choices that the bytes make.
  public init(_ bytes: [UInt8]) {
    for byte in bytes { digest.add(Int(byte)) }
  }

  /// A number below `count`.
  public mutating func below(_ count: Int) -> Int {
    digest.add(count)
    return Int(digest.value >> 16) % count
  }

  /// One of several values.
  public mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
}

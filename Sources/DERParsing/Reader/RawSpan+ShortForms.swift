// Values in the forms that nearly all have, recognised in few steps. What does not fit goes the plain way,
// which reads every form and explains failures.

extension RawSpan {
  /// The contents of the one element that the bytes consist of, if its header is this identifier octet and
  /// a length in short form; `nil` otherwise.
  @inlinable
  @inline(__always)
  @_lifetime(copy self)
  package func shortContents(_ identifierOctet: UInt8) -> RawSpan? {
    guard byteCount >= 2, byteCount < 0x82, byte(at: 0) == identifierOctet,
      Int(byte(at: 1)) == byteCount &- 2
    else { return nil }
    return extracting(2..<byteCount)
  }

  /// The number, if the bytes are one to eight contents octets of an INTEGER; `nil` otherwise.
  package var shortInteger: Int64? {
    guard 1...8 ~= byteCount else { return nil }
    var value = Int64(Int8(bitPattern: byte(at: 0)))
    for offset in 1..<byteCount { value = value << 8 | Int64(byte(at: offset)) }
    if byteCount > 1 {
      // The first nine bits are not all equal (X.690 §8.3.2).
      let firstBits = value >> Int64(byteCount * 8 - 9)
      guard firstBits != 0, firstBits != -1 else { return nil }
    }
    return value
  }

  /// Whether all bytes are ASCII.
  package var isASCII: Bool {
    guard byteCount >= 8 else { return allBytes { $0 < 0x80 } }
    // Eight bytes at a time, the last eight overlapping those before them. The loads are bounds-checked.
    var all: UInt64 = 0
    for offset in stride(from: 0, to: byteCount - 8, by: 8) {
      all |= unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
    all |= unsafe unsafeLoadUnaligned(fromByteOffset: byteCount - 8, as: UInt64.self)
    return all & 0x8080_8080_8080_8080 == 0
  }
}

public import TextCoding

// All unsafe code of this module is here, but for the reader's own loads in DERReader.swift, the measured loop of the
// library.

// Values in the forms that nearly all have, recognized in few steps. What does not fit goes the plain way,
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
}

extension Range<Int> {
  /// A range whose order the caller has proved, in a value that is never stored.
  @inlinable
  package init(proven lower: Int, _ upper: Int) {
    unsafe self.init(uncheckedBounds: (lower, upper))
  }
}

/// The UTF-8 of a string literal, which lives as long as the program and ends with a zero.
@usableFromInline
struct LiteralBytes: Sequence, IteratorProtocol, BitwiseCopyable, Sendable {
  /// Where the next byte is; 0 for no literal.
  @usableFromInline var address: UInt

  @inlinable
  init(_ literal: StaticString) {
    address = unsafe UInt(bitPattern: literal.utf8Start)
  }

  /// No literal.
  @inlinable
  init() {
    address = 0
  }

  @usableFromInline
  mutating func next() -> UInt8? {
    // A literal's byte, or the zero after it, after which the address stays.
    guard let byte = unsafe UnsafePointer<UInt8>(bitPattern: address)?.pointee, byte != 0 else {
      return nil
    }
    address += 1
    return byte
  }
}

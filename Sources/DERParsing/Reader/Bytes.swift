public import TextCoding

// All unsafe code of this module is here, but for the reader's own loads in DERReader.swift, the measured loop of the
// library.

extension RawSpan {
  /// The contents of the one element that the bytes consist of, if its header is this identifier octet and
  /// a length in short form, as nearly all have; `nil` otherwise. The plain way reads every form and explains failures.
  @inlinable
  @inline(__always)
  @_lifetime(copy self)
  package func shortContents(_ identifierOctet: UInt8) -> RawSpan? {
    guard byteCount >= 2, byteCount < 0x82, byte(at: 0) == identifierOctet,
      Int(byte(at: 1)) == byteCount &- 2
    else { return nil }
    return extracting(2..<byteCount)
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
  /// Where the next byte is.
  @usableFromInline var address: UInt

  @inlinable
  init(_ literal: StaticString) {
    address = unsafe UInt(bitPattern: literal.utf8Start)
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

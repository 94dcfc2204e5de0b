// Bytes of inputs, arrays and literals. All unsafe code of this module stands here, but for the reader's own loads in
// DERReader.swift, the measured loop of the library.

extension RawSpan {
  /// The byte at `offset`.
  ///
  /// - Precondition: `offset` is within the span.
  @inlinable
  package func byte(at offset: Int) -> UInt8 {
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)  // the load is bounds-checked
  }

  /// Whether `condition` holds for every byte.
  package func allBytes(_ condition: (UInt8) -> Bool) -> Bool {
    for offset in 0..<byteCount where !condition(byte(at: offset)) { return false }
    return true
  }

  /// Whether both have the same bytes.
  package func hasSameBytes(as other: RawSpan) -> Bool {
    guard byteCount == other.byteCount else { return false }
    var offset = 0
    while byteCount - offset >= 8 {
      // The loads are bounds-checked, and any bytes are a number.
      let (first, second) = unsafe (
        unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self),
        other.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
      )
      guard first == second else { return false }
      offset += 8
    }
    while offset < byteCount {
      guard byte(at: offset) == other.byte(at: offset) else { return false }
      offset += 1
    }
    return true
  }

  /// `count` bytes from `offset` on as a big-endian number; `count` is at most 4.
  func bigEndian(at offset: Int, count: Int) -> UInt32 {
    var value: UInt32 = 0
    for index in offset..<offset + count { value = value << 8 | UInt32(byte(at: index)) }
    return value
  }

  /// The eight bytes from `offset` on as a big-endian number, with zeros for those past the end.
  @inlinable
  package func bigEndianWord(at offset: Int) -> UInt64 {
    guard byteCount - offset < 8 else {
      // The load is bounds-checked.
      return unsafe UInt64(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    return lastBigEndianWord(at: offset)
  }

  /// The same where fewer are left.
  @usableFromInline
  @inline(never)
  func lastBigEndianWord(at offset: Int) -> UInt64 {
    guard offset < byteCount else { return 0 }
    var word: UInt64 = 0
    for index in offset..<byteCount { word = word << 8 | UInt64(byte(at: index)) }
    return word << (64 - (byteCount - offset) * 8)
  }

  /// The bytes decoded as UTF-8; ill-formed ones become U+FFFD, so validate first.
  package var decodedUTF8: String {
    unsafe withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes copied into an array.
  package var array: [UInt8] {
    unsafe withUnsafeBytes { unsafe [UInt8]($0) }
  }

  /// The bytes as lower-case hexadecimal digits.
  package var hexadecimal: String {
    let digits: [UInt8] = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(byteCount * 2)
    for offset in 0..<byteCount {
      text.append(digits[Int(byte(at: offset) >> 4)])
      text.append(digits[Int(byte(at: offset) & 0xF)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Calls `body` with the bytes. (`Array.span` would need macOS 26.)
  @inlinable
  @inline(__always)
  package func withRawSpan<Result, Failure>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeBufferPointer { (bytes) throws(Failure) in
      // The buffer outlives the span, which cannot escape from `body`.
      try body(unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(bytes)))
    }
  }
}

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

extension Range<Int> {
  /// A range whose order the caller has proved, in a value that is never stored.
  @inlinable
  package init(proven lower: Int, _ upper: Int) {
    unsafe self.init(uncheckedBounds: (lower, upper))
  }
}

extension [UInt8] {
  /// Appends the bytes.
  mutating func append(_ bytes: RawSpan) {
    unsafe bytes.withUnsafeBytes { unsafe append(contentsOf: $0) }
  }
}

/// The UTF-8 of a string literal, which lives as long as the program and ends with a zero.
@usableFromInline
struct LiteralBytes: Sequence, IteratorProtocol, BitwiseCopyable, Sendable {
  /// Where the next byte stands; 0 for no literal.
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
    // A literal's byte, or the zero behind it, after which the address stays.
    guard let byte = unsafe UnsafePointer<UInt8>(bitPattern: address)?.pointee, byte != 0 else {
      return nil
    }
    address += 1
    return byte
  }
}

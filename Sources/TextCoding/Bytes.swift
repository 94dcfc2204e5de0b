// Bytes of inputs, arrays and strings in place, without a copy. Whoever reads bytes one by one does it through these, with
// bounds checked.

extension RawSpan {
  /// The byte at `offset`.
  ///
  /// - Precondition: `offset` is within the span.
  @inlinable
  @inline(__always)
  package func byte(at offset: Int) -> UInt8 {
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)  // the load is bounds-checked
  }

  /// Whether `condition` holds for every byte.
  package func allBytes(_ condition: (UInt8) -> Bool) -> Bool {
    for offset in 0..<byteCount where !condition(byte(at: offset)) { return false }
    return true
  }

  /// Whether all bytes are ASCII.
  package var isASCII: Bool {
    guard byteCount >= 8 else { return allBytes { $0 < 0x80 } }
    // Eight bytes at a time, the last eight overlapping those before them.
    var all = word(at: byteCount - 8)
    for offset in stride(from: 0, to: byteCount - 8, by: 8) { all |= word(at: offset) }
    return all & 0x8080_8080_8080_8080 == 0
  }

  /// Whether the first bytes are these.
  @inlinable
  package func begins(with prefix: [UInt8]) -> Bool {
    byteCount >= prefix.count && prefix.indices.allSatisfy { byte(at: $0) == prefix[$0] }
  }

  /// Whether both have the same bytes.
  package func hasSameBytes(as other: RawSpan) -> Bool {
    guard byteCount == other.byteCount else { return false }
    var offset = 0
    while byteCount - offset >= 8 {
      guard word(at: offset) == other.word(at: offset) else { return false }
      offset += 8
    }
    while offset < byteCount {
      guard byte(at: offset) == other.byte(at: offset) else { return false }
      offset += 1
    }
    return true
  }

  /// Eight bytes as a number, in the order of the processor.
  ///
  /// - Precondition: eight bytes follow `offset`.
  @inlinable
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    // The load is bounds-checked, and any bytes are a number.
    unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  /// The eight bytes from `offset` on as a big-endian number, with zeros for those past the end.
  @inlinable
  package func bigEndianWord(at offset: Int) -> UInt64 {
    byteCount - offset < 8 ? lastBigEndianWord(at: offset) : word(at: offset).bigEndian
  }

  /// The same where fewer are left.
  @usableFromInline
  @inline(never)
  func lastBigEndianWord(at offset: Int) -> UInt64 {
    guard offset < byteCount else { return 0 }
    return bigEndian(at: offset, count: byteCount - offset) << ((8 - byteCount + offset) * 8)
  }

  /// `count` bytes from `offset` on as a big-endian number; `count` is at most 8.
  package func bigEndian(at offset: Int, count: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in offset..<offset + count { value = value << 8 | UInt64(byte(at: index)) }
    return value
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
    unsafe withUnsafeBytes { unsafe $0.hexadecimal }
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

  /// Whether both have the same bytes.
  package func hasSameBytes(as bytes: RawSpan) -> Bool {
    withRawSpan { $0.hasSameBytes(as: bytes) }
  }

  /// Appends the bytes.
  package mutating func append(_ bytes: RawSpan) {
    unsafe bytes.withUnsafeBytes { unsafe append(contentsOf: $0) }
  }
}

extension Collection<UInt8> {
  /// Calls `body` with the bytes in place, or with a copy if they are not contiguous.
  package func withContiguousBytes<Result, Failure>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let result = withContiguousStorageIfAvailable { buffer -> Swift.Result<Result, Failure> in
      do throws(Failure) {
        // The memory stays in place for as long as the closure runs.
        return .success(try body(unsafe UnsafeRawBufferPointer(buffer).bytes))
      } catch {
        return .failure(error)
      }
    }
    if let result { return try result.get() }
    return try Array(self).withRawSpan(body)
  }
}

extension String {
  /// Calls `body` with the UTF-8 of the text.
  package func withUTF8Bytes<Result>(_ body: (RawSpan) -> Result) -> Result {
    var text = self
    return text.withUTF8 { characters in
      // They stay in place for as long as the closure runs.
      body(unsafe UnsafeRawBufferPointer(characters).bytes)
    }
  }

  /// Hashes the bytes, and where they end.
  package func hashBytes(into hasher: inout Hasher) {
    var text = self
    text.withUTF8 { characters in
      unsafe hasher.combine(bytes: UnsafeRawBufferPointer(characters))
    }
    hasher.combine(utf8.count)
  }
}

// Safe access to single bytes of a span, which bounds-checks each in every build mode.

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
  func bigEndianWord(at offset: Int) -> UInt64 {
    guard offset < byteCount else { return 0 }
    guard byteCount - offset < 8 else {
      // The load is bounds-checked.
      return unsafe UInt64(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
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

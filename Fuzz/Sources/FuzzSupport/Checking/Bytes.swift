extension RawSpan {
  /// The bytes as an array of their own.
  public var copy: [UInt8] {
    unsafe withUnsafeBytes { unsafe [UInt8]($0) }
  }

  /// The byte at `offset`; bounds-checked in every build mode.
  @inlinable
  package func byte(_ offset: Int) -> UInt8 {
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}

extension [UInt8] {
  /// Calls `body` with the bytes as a span.
  public func withBytes<Result>(_ body: (RawSpan) -> Result) -> Result {
    unsafe withUnsafeBufferPointer {
      unsafe body(RawSpan(_unsafeBytes: UnsafeRawBufferPointer($0)))
    }
  }

  /// Calls `body` with the bytes in heap memory of exactly their size behind one more byte: at an odd
  /// address.
  public func withOddlyPlaced<Result>(_ body: (RawSpan) -> Result) -> Result {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count + 1, alignment: 16)
    defer { unsafe memory.deallocate() }
    unsafe memory.storeBytes(of: 0x30, as: UInt8.self)
    let place = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[1...])
    unsafe place.copyBytes(from: self)
    return unsafe body(RawSpan(_unsafeBytes: UnsafeRawBufferPointer(place)))
  }

  /// Two lower-case hexadecimal digits a byte, for messages.
  public var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension ArraySlice<UInt8> {
  /// The bytes of a string literal.
  package func equals(_ text: String) -> Bool { elementsEqual(text.utf8) }
}

extension Collection<UInt8> {
  /// Whether the bytes of `part` are there, one after the other. The standard library's search takes ten times as long.
  @inlinable
  package func hasBytes(_ part: some Collection<UInt8>) -> Bool {
    let (bytes, part) = (Array(self), Array(part))
    guard let first = part.first else { return true }
    guard bytes.count >= part.count else { return false }
    return (0...bytes.count - part.count).contains { start in
      bytes[start] == first && bytes[start..<start + part.count] == part[...]
    }
  }
}

/// Calls `body` with the bytes in a heap allocation of exactly their size, at an odd address, so that
/// AddressSanitizer sees the first byte that is read past the end. (An array has slack behind it.)
public func withExactlySized<Result, Failure>(
  _ bytes: [UInt8], _ body: (RawSpan) throws(Failure) -> Result
) throws(Failure) -> Result {
  let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + 1, alignment: 16)
  defer { unsafe memory.deallocate() }
  unsafe memory.storeBytes(of: 0, as: UInt8.self)
  let exact = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[1...])
  unsafe exact.copyBytes(from: bytes)
  return try body(unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(exact)))
}

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

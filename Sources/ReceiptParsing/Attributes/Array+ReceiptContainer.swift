public import DERParsing

extension [UInt8] {
  /// Calls `body` with the receipt in these bytes, for streaming without heap memory.
  /// (`Array.span` would need macOS 26.)
  ///
  /// - Throws: what `body` throws, and ``ReceiptError`` as ``ReceiptContainer/init(_:limits:)`` does.
  public func withReceiptContainer<Result>(
    limits: DERLimits = .default, _ body: (ReceiptContainer) throws(ReceiptError) -> Result
  ) throws(ReceiptError) -> Result {
    try withRawSpan { (bytes) throws(ReceiptError) in
      try body(ReceiptContainer(bytes, limits: limits))
    }
  }
  #if !hasFeature(Embedded)
    /// The same for a `body` that throws errors of its own, or a `DERError` of what it reads inside an attribute.
    /// They come through as they are.
    ///
    /// - Throws: what `body` throws, and ``ReceiptError`` as ``ReceiptContainer/init(_:limits:)`` does.
    @_disfavoredOverload
    public func withReceiptContainer<Result>(
      limits: DERLimits = .default, _ body: (ReceiptContainer) throws -> Result
    ) throws -> Result {
      try withRawSpan { bytes in try body(ReceiptContainer(bytes, limits: limits)) }
    }
  #endif
}

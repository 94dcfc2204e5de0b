public import DERParsing

extension [UInt8] {
  /// Calls `body` with the receipt that lies in these octets, for streaming without heap memory.
  /// (`Array.span` would need macOS 26.)
  ///
  /// - Throws: what `body` throws, and ``ReceiptError`` as ``ReceiptContainer/init(_:limits:)`` does.
  public func withReceiptContainer<Result>(
    limits: DERLimits = .default, _ body: (ReceiptContainer) throws(ReceiptError) -> Result
  ) throws(ReceiptError) -> Result {
    try withRawSpan { (octets) throws(ReceiptError) in
      try body(ReceiptContainer(octets, limits: limits))
    }
  }
}

public import CMSParsing
public import DERParsing
import TextCoding

/// A receipt in borrowed bytes: streams attributes without any heap memory.
///
/// ```swift
/// let container = try ReceiptContainer(bytes)
/// var attributes = container.attributes
/// while let attribute = try attributes.next() {
///   guard attribute.type == .inAppReceipt else { continue }
///   var inApp = try attribute.inAppAttributes()
///   while let attribute = try inApp.next() { … }
/// }
/// ```
///
/// The bytes must be DER. ``AppReceipt`` also reads Base64 text, and Xcode's BER, which it rewrites first. Nothing here
/// is verified.
public struct ReceiptContainer: ~Escapable {
  /// The bytes of the container.
  public let bytes: RawSpan

  private let layout: ReceiptLayout

  /// Reads the container up to the payload's SET; attributes are read on demand.
  ///
  /// - Throws: ``ReceiptError``.
  /// - Complexity: O(1) in the size of the payload.
  @_lifetime(copy bytes)
  public init(_ bytes: RawSpan, limits: DERLimits = .default) throws(ReceiptError) {
    self.bytes = bytes
    layout = try ReceiptLayout(bytes, limits: limits)
  }

  /// The message around the payload; its ranges count the bytes of the container.
  public var signedData: SignedData { layout.signedData }

  /// The range of the signed bytes.
  public var content: Range<Int> { layout.content }

  /// The attributes of the receipt, from the first.
  public var attributes: ReceiptAttributes {
    @_lifetime(copy self)
    get {
      ReceiptAttributes(AttributeReader(bytes, contents: layout.payload, depth: layout.depth))
    }
  }
}

extension Collection<UInt8> {
  /// Calls `body` with the receipt in these bytes, for streaming without heap memory. `[UInt8]`, its slices, `Data` and
  /// `UnsafeRawBufferPointer` are read in place; a collection that isn't contiguous is copied.
  ///
  /// - Throws: what `body` throws, and ``ReceiptError`` as ``ReceiptContainer/init(_:limits:)`` does.
  public func withReceiptContainer<Result>(
    limits: DERLimits = .default, _ body: (ReceiptContainer) throws(ReceiptError) -> Result
  ) throws(ReceiptError) -> Result {
    try withContiguousBytes { (bytes) throws(ReceiptError) in
      try body(ReceiptContainer(bytes, limits: limits))
    }
  }
  #if !hasFeature(Embedded)
    /// The same for a `body` that throws its own errors, or a `DERError` from reading inside an attribute. They are
    /// rethrown unchanged.
    ///
    /// - Throws: what `body` throws, and ``ReceiptError`` as ``ReceiptContainer/init(_:limits:)`` does.
    @_disfavoredOverload
    public func withReceiptContainer<Result>(
      limits: DERLimits = .default, _ body: (ReceiptContainer) throws -> Result
    ) throws -> Result {
      try withContiguousBytes { bytes in try body(ReceiptContainer(bytes, limits: limits)) }
    }
  #endif
}

/// The attributes of an app receipt, pulled one at a time without heap memory. You may stop at any point; the rest is
/// then not checked. A copy continues independently from the same place.
public struct ReceiptAttributes: ~Escapable {
  @usableFromInline var reader: AttributeReader

  @inlinable
  @_lifetime(copy reader)
  init(_ reader: AttributeReader) {
    self.reader = reader
  }

  /// The next attribute in the order of the payload; `nil` after the last.
  ///
  /// - Throws: ``ReceiptError`` with ``ReceiptError/Code/malformed``.
  @inlinable
  @inline(__always)  // see `AttributeReader`
  @_lifetime(copy self)
  public mutating func next() throws(ReceiptError) -> ReceiptAttribute? {
    guard let attribute = try reader.nextOfReceipt() else { return nil }
    return ReceiptAttribute(attribute, in: reader.bytes, depth: reader.depth - 2)
  }
}

/// The attributes of one in-app receipt, pulled one at a time without heap memory. A copy continues independently from
/// the same place.
public struct InAppAttributes: ~Escapable {
  @usableFromInline var reader: AttributeReader

  @inlinable
  @_lifetime(copy reader)
  init(_ reader: AttributeReader) {
    self.reader = reader
  }

  /// The next attribute in the order of the in-app receipt; `nil` after the last.
  ///
  /// - Throws: ``ReceiptError`` with ``ReceiptError/Code/malformed``.
  @inlinable
  @inline(__always)  // see `AttributeReader`
  @_lifetime(copy self)
  public mutating func next() throws(ReceiptError) -> InAppAttribute? {
    guard let attribute = try reader.nextOfPurchase() else { return nil }
    return InAppAttribute(attribute, in: reader.bytes)
  }
}

public import CMSParsing
public import DERParsing

/// A receipt as it lies in borrowed bytes: the streaming way to read, without any heap memory.
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
/// The bytes have to be DER. For Base64 text, and for the BER of Xcode, which is rewritten first, see
/// ``AppReceipt``. Nothing here is verified.
public struct ReceiptContainer: ~Escapable {
  /// The bytes of the container.
  public let bytes: RawSpan

  private let layout: ReceiptLayout

  /// Reads the container up to the payload's SET; the attributes are read when they are asked for.
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

  /// Where the bytes lie that are signed.
  public var content: Range<Int> { layout.content }

  /// The attributes of the receipt, from the first on.
  public var attributes: ReceiptAttributes {
    @_lifetime(copy self)
    get {
      ReceiptAttributes(AttributeReader(bytes, contents: layout.payload, depth: layout.depth))
    }
  }
}

/// One attribute as it stands, known or not.
public struct AttributeRecord: Hashable, Sendable {
  /// The number of its type.
  public let type: Int

  /// Its version.
  public let version: Int

  /// Where it begins in the input, as for ``ReceiptError/offset``.
  public let offset: Int

  /// The contents of its OCTET STRING; shares memory with the receipt.
  public let value: ArraySlice<UInt8>
}

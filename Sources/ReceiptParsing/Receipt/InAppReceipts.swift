/// The purchases of a receipt. Nothing is copied or decoded before it is asked for.
public struct InAppReceipts: RandomAccessCollection, Sendable {
  private let storage: ReceiptStorage

  init(_ storage: ReceiptStorage) {
    self.storage = storage
  }

  /// 0.
  public var startIndex: Int { 0 }

  /// The number of purchases.
  public var endIndex: Int { storage.index.purchaseCount }

  /// The purchase at that place in the payload.
  public subscript(position: Int) -> InAppReceipt {
    precondition(indices.contains(position), "no such purchase")
    return InAppReceipt(storage, position)
  }
}

// The recipe of "Cookbook" for a stream, which .ci/embedded compiles, too.

#if hasFeature(Embedded)
  import ReceiptParsing
#else
  import AppStoreReceipt
#endif

func latestExpiry(of product: String, in bytes: [UInt8]) throws(ReceiptError) -> ReceiptDate? {
  try bytes.withReceiptContainer { (container) throws(ReceiptError) in
    var latest: ReceiptDate?
    var attributes = container.attributes
    while let attribute = try attributes.next() {
      guard attribute.type == .inAppReceipt else { continue }
      var (isProduct, isCancelled) = (false, false)
      var expires: ReceiptDate?
      var fields = try attribute.inAppAttributes()
      while let field = try fields.next() {
        switch field.type {
        case .productIdentifier: isProduct = field.isText(product)
        case .expiresDate: expires = field.date().value
        case .cancellationDate where !field.date().isAbsent: isCancelled = true
        default: break
        }
      }
      guard isProduct, !isCancelled, let expires else { continue }
      latest = max(latest ?? expires, expires)
    }
    return latest
  }
}

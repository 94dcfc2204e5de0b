public import ReceiptParsing

extension VerifyReceiptResponse {
  /// Compares `receipt` with what a receipt gives: every key but `request_date`, and the purchases by their
  /// transactions, in the order of the answer. Of purchases with the same transaction the first is compared with the
  /// first. Nothing is verified.
  ///
  /// An answer in the style of iOS 6, or without `receipt`, lacks everything that the receipt gives.
  ///
  /// - Complexity: O(n).
  public func differences(from receipt: AppReceipt) -> [VerifyReceiptDifference] {
    differences(from: receipt, allowsNewer: false)
  }

  private func differences(
    from receipt: AppReceipt, allowsNewer: Bool
  ) -> [VerifyReceiptDifference] {
    let rebuilt = VerifyReceiptResponse(unverified: receipt).receipt
    var comparison = Comparison()
    comparison.compare(self.receipt, rebuilt, allowsNewer: allowsNewer)
    return comparison.differences
  }

  /// Compares `latest_receipt_info` with the purchases of a receipt, `latest_receipt` as a rule: the keys that both
  /// have. A transaction that the receipt does not have is a difference, one that the answer does not have is none:
  /// Apple leaves out finished consumables, and old transactions if asked to. The order means nothing there.
  ///
  /// - Complexity: O(n).
  public func latestReceiptInfoDifferences(
    from receipt: AppReceipt
  ) -> [VerifyReceiptDifference] {
    let rebuilt = VerifyReceiptResponse(unverified: receipt).receipt
    var comparison = Comparison()
    comparison.compareLatest(latestPurchases, rebuilt?.inApp ?? [])
    return comparison.differences
  }

  /// Compares the answer with the receipt that it contains, `latest_receipt`: first `receipt`, then
  /// `latest_receipt_info`.
  ///
  /// `receipt` is about the receipt that was sent to Apple, and `latest_receipt` may be a newer one of the same
  /// customer and app. Then these differences are expected: the creation date
  /// (``VerifyReceiptDifference/Kind/newerReceipt``), the version of the app and its download, purchases that were made
  /// after the answer's receipt, and cancellations that it does not have.
  ///
  /// - Throws: `ReceiptError` when `latest_receipt` is missing or cannot be read.
  /// - Complexity: O(n).
  public func differences() throws(ReceiptError) -> [VerifyReceiptDifference] {
    let latest = try AppReceipt(base64: latestReceipt ?? "")
    return differences(from: latest, allowsNewer: true) + latestReceiptInfoDifferences(from: latest)
  }
}

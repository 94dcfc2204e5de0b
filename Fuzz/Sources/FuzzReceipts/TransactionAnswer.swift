import TransactionReceipts

/// What `TransactionReceipt` says about an input.
struct TransactionAnswer: Equatable {
  private(set) var receipt: TransactionReceipt?
  private(set) var error: TransactionReceiptError?

  init(_ bytes: some Collection<UInt8>) {
    do throws(TransactionReceiptError) {
      receipt = try TransactionReceipt(bytes)
    } catch {
      self.error = error
    }
  }
}

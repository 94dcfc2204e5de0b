import TransactionReceipts

/// What `TransactionReceipt` says about an input.
struct TransactionAnswer: Equatable {
  private(set) var receipt: TransactionReceipt?
  private(set) var error: TransactionReceiptError?

  init(_ bytes: RawSpan) {
    do throws(TransactionReceiptError) {
      receipt = try TransactionReceipt(bytes)
    } catch {
      self.error = error
    }
  }

  init(_ bytes: [UInt8]) {
    do throws(TransactionReceiptError) {
      receipt = try TransactionReceipt(bytes)
    } catch {
      self.error = error
    }
  }
}

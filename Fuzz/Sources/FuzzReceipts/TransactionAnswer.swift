import AppStoreReceipt

/// What `TransactionReceipt` says about an input.
struct TransactionAnswer: Equatable {
  private(set) var receipt: TransactionReceipt?
  private(set) var error: TransactionReceiptError?

  init(_ octets: RawSpan) {
    do throws(TransactionReceiptError) {
      receipt = try TransactionReceipt(octets)
    } catch {
      self.error = error
    }
  }

  init(_ octets: [UInt8]) {
    do throws(TransactionReceiptError) {
      receipt = try TransactionReceipt(octets)
    } catch {
      self.error = error
    }
  }
}

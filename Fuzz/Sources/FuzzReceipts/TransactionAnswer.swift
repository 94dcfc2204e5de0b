import TransactionReceipts

/// What `TransactionReceipt` says about an input.
struct TransactionAnswer: Equatable {
  private(set) var receipt: TransactionReceipt?
  private(set) var error: TransactionReceiptError?

  init(
    _ bytes: some Collection<UInt8>, limits: TransactionReceiptLimits = .default,
    spacesArePlusSigns: Bool = false
  ) {
    do throws(TransactionReceiptError) {
      receipt = try TransactionReceipt(
        bytes, limits: limits, spacesArePlusSigns: spacesArePlusSigns)
    } catch {
      self.error = error
    }
  }

  init(
    base64 text: String, limits: TransactionReceiptLimits = .default,
    spacesArePlusSigns: Bool = false
  ) {
    do throws(TransactionReceiptError) {
      receipt = try TransactionReceipt(
        base64: text, limits: limits, spacesArePlusSigns: spacesArePlusSigns)
    } catch {
      self.error = error
    }
  }
}

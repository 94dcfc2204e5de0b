import ReceiptParsing

/// What `AppReceipt` says about an input.
enum Answer: Equatable {
  case receipt(AppReceipt)
  case refused(ReceiptError)

  init(_ bytes: RawSpan, limits: ReceiptLimits = .default, spacesArePlusSigns: Bool = false) {
    do throws(ReceiptError) {
      self = .receipt(
        try AppReceipt(bytes, limits: limits, spacesArePlusSigns: spacesArePlusSigns))
    } catch {
      self = .refused(error)
    }
  }

  init(_ bytes: [UInt8], limits: ReceiptLimits = .default, spacesArePlusSigns: Bool = false) {
    do throws(ReceiptError) {
      self = .receipt(
        try AppReceipt(bytes, limits: limits, spacesArePlusSigns: spacesArePlusSigns))
    } catch {
      self = .refused(error)
    }
  }

  init(
    base64 text: String, limits: ReceiptLimits = .default, spacesArePlusSigns: Bool = false
  ) {
    do throws(ReceiptError) {
      self = .receipt(
        try AppReceipt(base64: text, limits: limits, spacesArePlusSigns: spacesArePlusSigns))
    } catch {
      self = .refused(error)
    }
  }

  var receipt: AppReceipt? { if case .receipt(let receipt) = self { receipt } else { nil } }
  var error: ReceiptError? { if case .refused(let error) = self { error } else { nil } }
}

import ReceiptParsing

/// What `AppReceipt` says about an input.
enum Answer: Equatable {
  case receipt(AppReceipt)
  case refused(ReceiptError)

  init(_ bytes: RawSpan, limits: ReceiptLimits = .default) {
    do throws(ReceiptError) {
      self = .receipt(try AppReceipt(bytes, limits: limits))
    } catch {
      self = .refused(error)
    }
  }

  init(_ bytes: [UInt8], limits: ReceiptLimits = .default) {
    do throws(ReceiptError) {
      self = .receipt(try AppReceipt(bytes, limits: limits))
    } catch {
      self = .refused(error)
    }
  }

  var receipt: AppReceipt? { if case .receipt(let receipt) = self { receipt } else { nil } }
  var error: ReceiptError? { if case .refused(let error) = self { error } else { nil } }
}

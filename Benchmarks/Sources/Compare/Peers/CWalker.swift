import CWalkers

/// The walker in plain C, or the one with the fused compare.
enum CWalker {
  case plain, fused

  /// Adds up every attribute.
  func sum(_ bytes: [UInt8]) -> receipt_sum {
    var sum = receipt_sum()
    let walk = unsafe self == .plain ? receipt_sum_plain : receipt_sum_fused
    let isReceipt = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe walk(buffer.baseAddress, buffer.count, &sum)
    }
    precondition(isReceipt == 1)
    return sum
  }

  /// What it walks over.
  func content(_ bytes: [UInt8]) -> String {
    let sum = sum(bytes)
    return "\(sum.attributes) attributes, types \(sum.types), \(sum.value_bytes) bytes of values"
  }
}

/// Memory in which the C walkers write down every attribute, allocated once.
@safe
final class CRecorder {
  private let fields: UnsafeMutableBufferPointer<receipt_field>

  init(capacity: Int) {
    unsafe fields = .allocate(capacity: capacity)
  }

  deinit { unsafe fields.deallocate() }

  /// Writes down every attribute and gives their number.
  func record(_ bytes: [UInt8], with walker: CWalker) -> Int {
    let walk = unsafe walker == .plain ? receipt_record_plain : receipt_record_fused
    let count = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe walk(buffer.baseAddress, buffer.count, fields.baseAddress, fields.count)
    }
    precondition(count > 0)
    return count
  }

  /// What it has written down.
  func content(_ bytes: [UInt8], with walker: CWalker) -> ReceiptContent {
    var content = ReceiptContent()
    for index in 0..<record(bytes, with: walker) {
      let field = unsafe fields[index]
      unsafe content.add(type: Int(field.type), valueBytes: Int(field.length))
    }
    return content
  }
}

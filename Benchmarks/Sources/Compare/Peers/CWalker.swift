import CWalkers

/// The walker in plain C, or the one with the fused compare.
enum CWalker {
  case plain, fused

  /// It finds no receipt.
  struct Refusal: Error, CustomStringConvertible {
    let description = "it finds no receipt in this"
  }

  /// Adds up every attribute.
  ///
  /// - Precondition: it reads the receipt.
  func sum(_ bytes: [UInt8]) -> receipt_sum {
    var sum = receipt_sum()
    precondition(add(bytes, to: &sum))
    return sum
  }

  private func add(_ bytes: [UInt8], to sum: inout receipt_sum) -> Bool {
    let walk = unsafe self == .plain ? receipt_sum_plain : receipt_sum_fused
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe walk(buffer.baseAddress, buffer.count, &sum) == 1
    }
  }

  /// What it walks over.
  ///
  /// - Throws: ``Refusal``, where ``sum(_:)`` would trap.
  func content(_ bytes: [UInt8]) throws -> String {
    var sum = receipt_sum()
    guard add(bytes, to: &sum) else { throw Refusal() }
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
  ///
  /// - Precondition: the walker reads the receipt.
  func record(_ bytes: [UInt8], with walker: CWalker) -> Int {
    let count = recordIfPossible(bytes, with: walker)
    precondition(count > 0)
    return count
  }

  private func recordIfPossible(_ bytes: [UInt8], with walker: CWalker) -> Int {
    let walk = unsafe walker == .plain ? receipt_record_plain : receipt_record_fused
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe walk(buffer.baseAddress, buffer.count, fields.baseAddress, fields.count)
    }
  }

  /// What it has written down.
  ///
  /// - Throws: `CWalker.Refusal`, where ``record(_:with:)`` would trap.
  func content(_ bytes: [UInt8], with walker: CWalker) throws -> ReceiptContent {
    let count = recordIfPossible(bytes, with: walker)
    guard count > 0 else { throw CWalker.Refusal() }
    var content = ReceiptContent()
    for index in 0..<count {
      let field = unsafe fields[index]
      unsafe content.add(type: Int(field.type), valueBytes: Int(field.length))
    }
    return content
  }
}

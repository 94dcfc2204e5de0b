import CDigests

/// A hash function in C, with memory for its digest that is allocated once.
@safe
final class CDigest {
  typealias Function = (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?) -> Void

  private let function: Function
  private let bytes: UnsafeMutableBufferPointer<UInt8>

  /// - Parameters:
  ///   - count: the number of bytes of a digest.
  ///   - function: takes the message, its number of bytes, and where the digest goes.
  @unsafe
  init(count: Int, _ function: @escaping Function) {
    unsafe self.function = unsafe function
    unsafe bytes = .allocate(capacity: count)
    unsafe bytes.initialize(repeating: 0)
  }

  deinit { unsafe bytes.deallocate() }

  /// SHA-1 in plain C.
  static func sha1() -> CDigest { unsafe CDigest(count: 20, unsafe plain_sha1) }

  /// SHA-256 in plain C.
  static func sha256() -> CDigest { unsafe CDigest(count: 32, unsafe plain_sha256) }

  /// The digest.
  func digest(_ message: [UInt8]) -> [UInt8] {
    _ = firstByte(message)
    return unsafe Array(bytes)
  }

  /// Its first byte, for which all of it has to be written.
  func firstByte(_ message: [UInt8]) -> UInt8 {
    unsafe message.withUnsafeBufferPointer {
      unsafe function($0.baseAddress, $0.count, bytes.baseAddress)
    }
    return unsafe bytes[0]
  }
}

import Foundation

/// Reads and writes the streams of the process octet by octet, without waiting for more than there is.
enum StandardStreams {
  /// What there is to read, at most 1 MiB, waiting for the first octet; nothing at the end.
  static func read(_ descriptor: Int32) throws(ToolError) -> [UInt8] {
    let capacity = 1 << 20
    var count = 0
    let octets = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
      repeat {
        count = unsafe Foundation.read(descriptor, buffer.baseAddress, capacity)
      } while count < 0 && errno == EINTR
      initialized = max(0, count)
    }
    guard count >= 0 else { throw .input("cannot read the input: error \(errno)") }
    return octets
  }

  /// Whether a person sees it.
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}

import Foundation

/// Where the lines of a batch come from, read without waiting for more than there is.
struct BatchInput {
  private let handle: FileHandle

  static let standardInput = BatchInput(handle: .standardInput)

  private init(handle: FileHandle) {
    self.handle = handle
  }

  init(_ path: String) throws(ToolError) {
    guard path != "-" else {
      self = .standardInput
      return
    }
    do {
      handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    } catch {
      throw .input("cannot read \(path): \(error.localizedDescription)")
    }
  }

  /// What there is to read, at most 1 MiB, waiting for the first octet; nothing at the end.
  func read() throws(ToolError) -> [UInt8] {
    let capacity = 1 << 20
    var count = 0
    let octets = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
      repeat {
        count = unsafe Foundation.read(handle.fileDescriptor, buffer.baseAddress, capacity)
      } while count < 0 && errno == EINTR
      initialized = max(0, count)
    }
    guard count >= 0 else { throw .input("cannot read the input: error \(errno)") }
    return octets
  }
}

import Foundation

/// The error of a system call: "no such file or directory".
struct SystemError: Error, CustomStringConvertible {
  let number: Int32

  init(_ number: Int32 = errno) {
    self.number = number
  }

  var description: String {
    let text = unsafe String(cString: strerror(number))
    // Lower case inside a sentence, except "I/O error".
    let isWord = text.dropFirst().first.map { $0.isLowercase || $0 == " " } ?? false
    return isWord ? text.prefix(1).lowercased() + text.dropFirst() : text
  }
}

/// An open file.
struct FileDescriptor {
  let number: Int32

  static let standardInput = FileDescriptor(number: STDIN_FILENO)
  static let standardOutput = FileDescriptor(number: STDOUT_FILENO)
  static let standardError = FileDescriptor(number: STDERR_FILENO)

  /// Opens a file.
  init(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) {
    let number = unsafe open(path, flags | O_CLOEXEC, mode)
    guard number >= 0 else { throw SystemError() }
    self.number = number
  }

  private init(number: Int32) {
    self.number = number
  }

  var isTerminal: Bool { isatty(number) == 1 }

  /// Reads at most `capacity` bytes, waiting for the first; empty at the end.
  func read(_ capacity: Int = 1 << 20) throws(SystemError) -> [UInt8] {
    var count = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
      repeat {
        count = unsafe Foundation.read(number, buffer.baseAddress, capacity)
      } while count < 0 && errno == EINTR
      initialized = max(0, count)
    }
    guard count >= 0 else { throw SystemError() }
    return bytes
  }

  /// Writes all bytes.
  func write(_ bytes: [UInt8]) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Foundation.write(number, buffer.baseAddress?.advanced(by: done), buffer.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError(count == 0 ? EIO : errno) }
      done += count
    }
  }

  /// Closes the file. Some systems report write errors only now.
  func close() throws(SystemError) {
    guard Foundation.close(number) == 0 || errno == EINTR else { throw SystemError() }
  }

  /// The kind and identity of the file.
  func status() throws(SystemError) -> FileStatus {
    var information = stat()
    guard unsafe fstat(number, &information) == 0 else { throw SystemError() }
    return FileStatus(information)
  }
}

/// The kind and identity of a file.
struct FileStatus {
  let isRegular: Bool
  let permissions: mode_t
  private let device: UInt64
  private let number: UInt64

  fileprivate init(_ information: stat) {
    isRegular = information.st_mode & S_IFMT == S_IFREG
    permissions = information.st_mode & 0o7777
    device = UInt64(truncatingIfNeeded: information.st_dev)
    number = UInt64(information.st_ino)
  }

  /// The status of the file behind all links; `nil` if there is none.
  init?(path: String) throws(SystemError) {
    var information = stat()
    guard unsafe stat(path, &information) == 0 else {
      guard errno == ENOENT else { throw SystemError() }
      return nil
    }
    self.init(information)
  }

  func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && number == other.number
  }
}

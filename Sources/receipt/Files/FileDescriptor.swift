import Foundation

/// An open file, with errors that name it.
struct FileDescriptor {
  let number: Int32
  /// What it is open for, for errors: "read standard input".
  private let purpose: String

  static let standardInput = FileDescriptor(STDIN_FILENO, to: "read standard input")
  static let standardOutput = FileDescriptor(STDOUT_FILENO, to: "write standard output")
  static let standardError = FileDescriptor(STDERR_FILENO, to: "write standard error")

  private init(_ number: Int32, to purpose: String) {
    self.number = number
    self.purpose = purpose
  }

  /// Opens a file.
  init(
    _ path: String, _ flags: Int32, mode: mode_t = 0, to purpose: String
  ) throws(ToolError) {
    number = unsafe open(path, flags | O_CLOEXEC, mode)
    self.purpose = purpose
    guard number >= 0 else { throw failure() }
  }

  /// Opens a file for reading; `-` is standard input.
  init(reading path: String) throws(ToolError) {
    self = path == "-" ? .standardInput : try FileDescriptor(path, O_RDONLY, to: "read \(path)")
  }

  /// The error of the last system call.
  func failure(_ number: Int32 = errno) -> ToolError { .system(cannot: purpose, number) }

  var isTerminal: Bool { isatty(number) == 1 }

  /// Reads at most `capacity` bytes, waiting for the first; empty at the end.
  func read(_ capacity: Int = 1 << 20) throws(ToolError) -> [UInt8] {
    var count = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
      repeat {
        count = unsafe Foundation.read(number, buffer.baseAddress, capacity)
      } while count < 0 && errno == EINTR
      initialized = max(0, count)
    }
    guard count >= 0 else { throw failure() }
    return bytes
  }

  /// Writes all bytes.
  func write(_ bytes: [UInt8]) throws(ToolError) {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Foundation.write(number, buffer.baseAddress?.advanced(by: done), buffer.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure(count == 0 ? EIO : errno) }
      done += count
    }
  }

  /// Closes the file, but no standard stream. Some systems report write errors only now.
  func close() throws(ToolError) {
    guard number <= STDERR_FILENO || Foundation.close(number) == 0 || errno == EINTR else {
      throw failure()
    }
  }

  /// The kind and identity of the file.
  func status() throws(ToolError) -> FileStatus {
    var information = stat()
    guard unsafe fstat(number, &information) == 0 else { throw failure() }
    return FileStatus(information)
  }
}

extension ToolError {
  /// The error of a system call: "cannot read x: no such file or directory".
  static func system(cannot purpose: String, _ number: Int32 = errno) -> ToolError {
    let text = unsafe String(cString: strerror(number))
    // Lower case inside a sentence, except "I/O error".
    let isWord = text.dropFirst().first.map { $0.isLowercase || $0 == " " } ?? false
    return .system(
      "cannot \(purpose): " + (isWord ? text.prefix(1).lowercased() + text.dropFirst() : text))
  }
}

/// The kind and identity of a file.
struct FileStatus {
  private let information: stat

  fileprivate init(_ information: stat) {
    self.information = information
  }

  /// The status of the file that all links lead to; `nil` if there is none.
  init?(path: String, to purpose: String) throws(ToolError) {
    var information = stat()
    guard unsafe stat(path, &information) == 0 else {
      guard errno == ENOENT else { throw .system(cannot: purpose) }
      return nil
    }
    self.information = information
  }

  var isRegular: Bool { information.st_mode & S_IFMT == S_IFREG }
  var permissions: mode_t { information.st_mode & 0o7777 }

  func isSameFile(as other: FileStatus) -> Bool {
    information.st_dev == other.information.st_dev && information.st_ino == other.information.st_ino
  }
}

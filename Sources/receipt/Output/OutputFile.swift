import Foundation

/// A file that is written whole or not at all.
///
/// A regular file is written beside itself and then takes its name; through links it is the file behind them. What is
/// no regular file, such as a FIFO or a device, is written to.
struct OutputFile {
  /// The path as given.
  private let path: String
  /// The path behind all links.
  private let target: String
  private let existing: FileStatus?

  /// - Parameters:
  ///   - input: a file that must not be written, whatever it is called.
  ///   - replaces: whether a regular file that exists may be replaced.
  init(_ path: String, input: FileStatus?, replaces: Bool) throws(ToolError) {
    self.path = path
    do throws(SystemError) {
      existing = try FileStatus(path: path)
      target = try Self.target(of: path)
    } catch {
      throw .system("cannot write \(path): \(error)")
    }
    if let existing, let input, existing.isRegular, existing.isSameFile(as: input) {
      throw .usage("\(path) is the input; it would be lost")
    }
    if let existing, existing.isRegular, !replaces {
      throw .usage("\(path) exists; --force replaces it")
    }
  }

  func write(_ bytes: [UInt8]) throws(ToolError) {
    do throws(SystemError) {
      if let existing, !existing.isRegular {
        let file = try FileDescriptor(path, O_WRONLY)
        defer { try? file.close() }
        try file.write(bytes)
      } else {
        try replace(bytes)
      }
    } catch {
      throw .system("cannot write \(path): \(error)")
    }
  }

  private func replace(_ bytes: [UInt8]) throws(SystemError) {
    let partial = "\(target).\(UInt64.random(in: 0...(.max))).partial"
    let file = try FileDescriptor(partial, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
    do throws(SystemError) {
      if let existing, fchmod(file.number, existing.permissions) != 0 { throw SystemError() }
      do throws(SystemError) {
        try file.write(bytes)
        if fsync(file.number) != 0, errno != EINVAL { throw SystemError() }
      } catch {
        try? file.close()
        throw error
      }
      try file.close()
      // A file that came meanwhile is not replaced unasked.
      if existing == nil {
        guard unsafe link(partial, target) == 0 else { throw SystemError() }
        unsafe unlink(partial)
      } else {
        guard unsafe rename(partial, target) == 0 else { throw SystemError() }
      }
    } catch {
      unsafe unlink(partial)
      throw error
    }
  }

  /// Follows links to a file that need not exist yet, as often as the system itself would.
  private static func target(of path: String) throws(SystemError) -> String {
    var path = path
    for _ in 0..<40 {
      let destination: String
      do {
        destination = try FileManager.default.destinationOfSymbolicLink(atPath: path)
      } catch {
        return path  // not a link
      }
      guard !destination.hasPrefix("/") else {
        path = destination
        continue
      }
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      path = folder + destination
    }
    throw SystemError(ELOOP)
  }
}

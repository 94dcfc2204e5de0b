import Foundation

/// A file that is written completely or not at all.
///
/// A regular file is written under a temporary name beside the target, behind all links, and then renamed. Anything
/// else, such as a FIFO or a device, is written directly.
struct OutputFile {
  /// The path as given.
  private let path: String
  /// The path behind all links.
  private let target: String
  private let existing: FileStatus?
  /// The system's `link`, but in tests of file systems without.
  private let link: @Sendable (String, String) -> Int32

  /// - Parameters:
  ///   - input: the input, which must not be overwritten under any name.
  ///   - replaces: whether an existing regular file may be replaced.
  init(
    _ path: String, input: FileStatus?, replaces: Bool,
    link: @escaping @Sendable (String, String) -> Int32 = { unsafe Foundation.link($0, $1) }
  ) throws(ToolError) {
    self.path = path
    self.link = link
    do throws(SystemError) {
      existing = try FileStatus(path: path)
      target = try Self.target(of: path)
    } catch {
      throw .system("cannot write \(path): \(error)")
    }
    if let existing, let input, existing.isRegular, existing.isSameFile(as: input) {
      throw .usage("\(path) is the input")
    }
    if let existing, existing.isRegular, !replaces {
      throw .usage("\(path) exists; use --force to replace it")
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
      // A file created meanwhile is not replaced.
      if existing == nil {
        try moveToNewFile(partial)
      } else {
        guard unsafe rename(partial, target) == 0 else { throw SystemError() }
      }
    } catch {
      unsafe unlink(partial)
      throw error
    }
  }

  /// Gives the written file its name, unless there is one of that name by now.
  private func moveToNewFile(_ partial: String) throws(SystemError) {
    if link(partial, target) == 0 {
      unsafe unlink(partial)
      return
    }
    // exFAT, FAT and many network mounts have no links: there the name is taken by an empty file first.
    guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EACCES].contains(errno) else { throw SystemError() }
    try FileDescriptor(target, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666).close()
    guard unsafe rename(partial, target) == 0 else {
      let error = SystemError()
      unsafe unlink(target)
      throw error
    }
  }

  /// Follows links, at most 40 like the system, to a file that need not exist.
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

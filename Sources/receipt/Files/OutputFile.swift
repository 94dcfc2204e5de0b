import Foundation

/// A file that is written completely or not at all.
///
/// A regular file is written under a temporary name beside the target, with all links followed, and then renamed. Anything
/// else, such as a FIFO or a device, is written directly.
struct OutputFile {
  /// The path as given.
  private let path: String
  /// The path with all links followed.
  private let target: String
  private let existing: FileStatus?
  /// What it is for, for errors.
  private let purpose: String
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
    purpose = "write \(path)"
    existing = try FileStatus(path: path, to: purpose)
    target = try Self.target(of: path, purpose)
    guard let existing, existing.isRegular else { return }
    if let input, existing.isSameFile(as: input) { throw .usage("\(path) is the input") }
    guard replaces else { throw .usage("\(path) exists; use --force to replace it") }
  }

  func write(_ bytes: [UInt8]) throws(ToolError) {
    guard let existing, !existing.isRegular else { return try replace(bytes) }
    let file = try FileDescriptor(path, O_WRONLY, to: purpose)
    defer { try? file.close() }
    try file.write(bytes)
  }

  private func replace(_ bytes: [UInt8]) throws(ToolError) {
    let partial = "\(target).\(UInt64.random(in: 0...(.max))).partial"
    let file = try newFile(partial)
    do throws(ToolError) {
      if let existing, fchmod(file.number, existing.permissions) != 0 { throw file.failure() }
      do throws(ToolError) {
        try file.write(bytes)
        if fsync(file.number) != 0, errno != EINVAL { throw file.failure() }
      } catch {
        try? file.close()
        throw error
      }
      try file.close()
      // A file created meanwhile is not replaced.
      if existing == nil { try moveToNewFile(partial) } else { try rename(partial) }
    } catch {
      unsafe unlink(partial)
      throw error
    }
  }

  private func newFile(_ path: String) throws(ToolError) -> FileDescriptor {
    try FileDescriptor(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666, to: purpose)
  }

  private func rename(_ partial: String) throws(ToolError) {
    guard unsafe Foundation.rename(partial, target) == 0 else { throw .system(cannot: purpose) }
  }

  /// Gives the written file its name, unless there is one of that name by now.
  private func moveToNewFile(_ partial: String) throws(ToolError) {
    if link(partial, target) == 0 {
      unsafe unlink(partial)
      return
    }
    // exFAT, FAT and many network mounts have no links: there the name is taken by an empty file first.
    guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EACCES].contains(errno) else {
      throw .system(cannot: purpose)
    }
    try newFile(target).close()
    do throws(ToolError) {
      try rename(partial)
    } catch {
      unsafe unlink(target)
      throw error
    }
  }

  /// Follows links, at most 40 like the system, to a file that need not exist.
  private static func target(of path: String, _ purpose: String) throws(ToolError) -> String {
    var path = path
    for _ in 0..<40 {
      guard let destination = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
      else { return path }  // not a link
      // Not by characters: a combining mark would hide the slash.
      let slash = UInt8(ascii: "/")
      let folder = path.utf8.lastIndex(of: slash).map { Substring(path.utf8[...$0]) } ?? ""
      path = destination.utf8.first == slash ? destination : folder + destination
    }
    throw .system(cannot: purpose, ELOOP)
  }
}

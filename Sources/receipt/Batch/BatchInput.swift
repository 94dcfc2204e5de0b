import Foundation

/// Where the lines of a batch come from, read without waiting for more than there is.
struct BatchInput {
  private let file: FileDescriptor
  private let name: String

  init(_ path: String) throws(ToolError) {
    name = path == "-" ? "standard input" : path
    do {
      file = path == "-" ? .standardInput : try FileDescriptor(path, O_RDONLY)
    } catch {
      throw .system("cannot read \(name): \(error)")
    }
  }

  /// What there is to read, at most 1 MiB, waiting for the first byte; nothing at the end.
  func read() throws(ToolError) -> [UInt8] {
    do {
      return try file.read()
    } catch {
      throw .system("cannot read \(name): \(error)")
    }
  }
}

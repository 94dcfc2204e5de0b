import Foundation
import ReceiptParsing
import TestSupport
import Testing

@testable import receipt

/// `redact -o`: nothing is lost, nothing is left half-written.
@Suite struct OutputFileTests {
  /// Calls `body` in an empty folder, with the path of a receipt in it.
  private func inFolder(_ body: (_ folder: String, _ receipt: String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let receipt = folder.appending(path: "receipt.p7")
    try Data(try Fixtures.receipt("sandbox-ios")).write(to: receipt)
    try body(folder.path(percentEncoded: false), receipt.path(percentEncoded: false))
  }

  private func isReceipt(_ file: String) throws -> Bool {
    try AppReceipt(Fixtures.bytes(of: URL(filePath: file))).bundleIdentifier?
      .hasPrefix("redacted") ?? false
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  /// exFAT and FAT say EPERM, network mounts one of the others.
  @Test(arguments: [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EACCES])
  func `A file system needs no links`(number: Int32) throws {
    try inFolder { (folder, receipt) throws in
      let target = folder + "/out"
      let file = try OutputFile(target, input: nil, replaces: false) { _, _ in
        errno = number
        return -1
      }
      try file.write([1, 2, 3])
      #expect(try Data(contentsOf: URL(filePath: target)) == Data([1, 2, 3]))
      #expect(try names(folder) == ["out", "receipt.p7"])
      // A file created meanwhile is not replaced.
      #expect(throws: ToolError.self) { try file.write([4]) }
      #expect(try Data(contentsOf: URL(filePath: target)) == Data([1, 2, 3]))
      #expect(try names(folder) == ["out", "receipt.p7"])
    }
  }

  @Test(arguments: [EIO, ENOSPC, EEXIST])
  func `Whatever else fails is an error`(number: Int32) throws {
    try inFolder { (folder, _) throws in
      let file = try OutputFile(folder + "/out", input: nil, replaces: false) { _, _ in
        errno = number
        return -1
      }
      #expect(throws: ToolError.self) { try file.write([1]) }
      #expect(try names(folder) == ["receipt.p7"])
    }
  }

  @Test func `A new file is written whole, under its own name only`() throws {
    try inFolder { (folder, receipt) throws in
      let outcome = Tool.run(["redact", "-o", folder + "/out", receipt])
      #expect(outcome.status == 0 && outcome.bytes.isEmpty)
      #expect(try isReceipt(folder + "/out"))
      #expect(try names(folder) == ["out", "receipt.p7"])
    }
  }

  @Test func `A file that exists is replaced only by force`() throws {
    try inFolder { (folder, receipt) throws in
      let out = folder + "/out"
      try Data("precious".utf8).write(to: URL(filePath: out))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: out)
      let refused = Tool.run(["redact", "-o", out, receipt])
      #expect(refused.status == 2)
      #expect(refused.errors.hasPrefix("receipt: \(out) exists; use --force to replace it\n"))
      #expect(try Data(contentsOf: URL(filePath: out)) == Data("precious".utf8))
      #expect(Tool.run(["redact", "--force", "--output=\(out)", receipt]).status == 0)
      #expect(try isReceipt(out))
      let permissions =
        try FileManager.default.attributesOfItem(atPath: out)[.posixPermissions]
        as? Int
      #expect(permissions == 0o600)
      #expect(try names(folder) == ["out", "receipt.p7"])
    }
  }

  @Test func `The input is never the output, whatever it is called`() throws {
    try inFolder { (folder, receipt) throws in
      let before = try Data(contentsOf: URL(filePath: receipt))
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/link", withDestinationPath: "receipt.p7")
      try FileManager.default.linkItem(atPath: receipt, toPath: folder + "/hard")
      for (input, output) in [
        (receipt, receipt), (receipt, folder + "/./receipt.p7"), (receipt, folder + "/link"),
        (receipt, folder + "/hard"), (folder + "/link", receipt),
      ] {
        let outcome = Tool.run(["redact", "--force", "-o", output, input])
        #expect(outcome.status == 2 && outcome.errors.contains(" is the input"))
      }
      #expect(try Data(contentsOf: URL(filePath: receipt)) == before)
    }
  }

  @Test func `Links are followed, also to a file that is not there yet`() throws {
    try inFolder { (folder, receipt) throws in
      let link = folder + "/link"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target")
      #expect(Tool.run(["redact", "-o", link, receipt]).status == 0)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "target")
      #expect(try isReceipt(folder + "/target"))
      #expect(Tool.run(["redact", "-o", link, receipt]).status == 2, "the target exists now")
      #expect(Tool.run(["redact", "--force", "-o", link, receipt]).status == 0)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "target")
      try FileManager.default.createDirectory(
        atPath: folder + "/below", withIntermediateDirectories: false)
      for (name, destination, target) in [
        ("/below/absolute", folder + "/one", "/one"), ("/below/up", "../two", "/two"),
        // A combining mark belongs to the slash before it, but not in paths.
        ("/below/\u{301}", "three", "/below/three"),
      ] {
        try FileManager.default.createSymbolicLink(
          atPath: folder + name, withDestinationPath: destination)
        #expect(Tool.run(["redact", "-o", folder + name, receipt]).status == 0)
        #expect(try isReceipt(folder + target))
        let kept = try FileManager.default.destinationOfSymbolicLink(atPath: folder + name)
        #expect(kept == destination)
      }
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/loop", withDestinationPath: "loop")
      let outcome = Tool.run(["redact", "-o", folder + "/loop", receipt])
      #expect(outcome.status == 2 && outcome.errors.contains("cannot write \(folder)/loop: "))
    }
  }

  @Test func `What is no regular file is written to and stays what it is`() throws {
    try inFolder { (folder, receipt) throws in
      let fifo = folder + "/fifo"
      #expect(unsafe mkfifo(fifo, 0o600) == 0)
      let reader = Thread.detachedValue { try? contents(ofFIFO: fifo) }
      #expect(Tool.run(["redact", "-o", fifo, receipt]).status == 0)
      let bytes = try #require(reader.value ?? nil)
      #expect(try AppReceipt(bytes).bundleIdentifier?.hasPrefix("redacted") == true)
      let isRegular = try FileStatus(path: fifo, to: "read")?.isRegular
      #expect(isRegular == false)
      #expect(Tool.run(["redact", "-o", "/dev/null", receipt]).status == 0)
      let isNullRegular = try FileStatus(path: "/dev/null", to: "read")?.isRegular
      #expect(isNullRegular == false)
    }
  }

  @Test func `What cannot be written says so and leaves nothing`() throws {
    try inFolder { (folder, receipt) throws in
      for output in [folder + "/no/such/folder", folder, "/dev/full"] {
        let outcome = Tool.run(["redact", "-o", output, receipt])
        #expect(outcome.status == 2 && outcome.bytes.isEmpty)
        #expect(outcome.errors.hasPrefix("receipt: cannot write \(output): "))
        #expect(!outcome.errors.contains("redacted"), "nothing was")
      }
      #expect(try names(folder) == ["receipt.p7"])
    }
  }
}

/// Waits for a writer, and reads until it has closed the FIFO.
private func contents(ofFIFO path: String) throws -> [UInt8] {
  let file = try FileDescriptor(reading: path)
  defer { try? file.close() }
  var bytes: [UInt8] = []
  while true {
    let next = try file.read()
    if next.isEmpty { return bytes }
    bytes += next
  }
}

extension Thread {
  /// A value that another thread makes.
  fileprivate final class Detached<Value>: @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    private var made: Value?

    fileprivate init(_ make: @escaping @Sendable () -> Value) {
      Thread.detachNewThread {
        self.made = make()
        self.done.signal()
      }
    }

    /// Waits for it.
    var value: Value? {
      get {
        done.wait()
        return made
      }
    }
  }

  fileprivate static func detachedValue<Value>(
    _ make: @escaping @Sendable () -> Value
  ) -> Detached<Value> { Detached(make) }
}

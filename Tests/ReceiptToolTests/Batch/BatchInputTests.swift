import Foundation
import Testing

@testable import receipt

@Suite struct BatchInputTests {
  /// The lines that come out when the source gives these parts, and how many came at once.
  private func read(_ parts: [String], maximumLength: Int = 100) throws -> [[BatchLine]] {
    var rest = parts.map { Array($0.utf8) }[...]
    var blocks: [[BatchLine]] = []
    var reader = LineReader(maximumLength: maximumLength)
    try reader.read(from: { rest.popFirst() ?? [] }) { blocks.append($0) }
    return blocks
  }

  private func text(_ blocks: [[BatchLine]]) -> [String] {
    blocks.joined().map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test(arguments: [
    (["a\nb\n"], ["a", "b"]),
    (["a\nb"], ["a", "b"]),
    (["a", "b\nc", "\n"], ["ab", "c"]),
    (["a\r\nb\r\n"], ["a", "b"]),
    (["\n\na\n"], ["", "", "a"]),
    ([], []),
    (["\n"], [""]),
  ])
  func `Lines are the same however the source cuts them`(parts: [String], lines: [String]) throws {
    #expect(text(try read(parts)) == lines)
    let bytes = parts.joined().map(String.init)
    #expect(text(try read(bytes)) == lines)
  }

  @Test func `Numbers count from 1`() throws {
    #expect(try read(["a\n", "b\n\nc"]).joined().map(\.number) == [1, 2, 3, 4])
  }

  @Test func `What the source gave is handed on before it is asked again`() throws {
    #expect(try read(["a\nb\nc", "\n"]).map(\.count) == [2, 1])
  }

  @Test func `A line beyond the limit is cut off and marked, the next one is whole`() throws {
    let lines = Array(try read(["12345", "6789", "0\nab\n12345\n"], maximumLength: 5).joined())
    #expect(lines.map(\.isTooLong) == [true, false, false])
    #expect(text([lines]) == ["12345", "ab", "12345"])
    // Also where a piece ends with it.
    let pieces = Array(try read(["123456", "\nab\n"], maximumLength: 5).joined())
    #expect(pieces.map(\.isTooLong) == [true, false])
  }

  @Test(arguments: [
    (["12345\r\n"], "12345", false), (["12345", "\r", "\n"], "12345", false),
    (["12345\r"], "12345", false), (["12345\r\r\n"], "12345", true),
    (["12345\r6\n"], "12345", true), (["1234\r6\n"], "1234\r", true),
  ])
  func `A carriage return before a line feed does not count`(
    parts: [String], line: String, isTooLong: Bool
  ) throws {
    let lines = Array(try read(parts, maximumLength: 5).joined())
    #expect(text([lines]) == [line] && lines.map(\.isTooLong) == [isTooLong])
  }

  #if os(Linux)
    @Test func `The file is closed at the end`() throws {
      try withFile([0x0A]) { file in
        func isOpen() throws -> Bool {
          let folder = "/proc/self/fd"
          return try FileManager.default.contentsOfDirectory(atPath: folder).contains { name in
            // Others are closed meanwhile.
            file
              == (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)"))
          }
        }
        let handle = try #require(FileHandle(forReadingAtPath: file))
        #expect(try isOpen())
        try handle.close()
        #expect(Tool.run(["batch", file]).status == 0)
        #expect(try !isOpen())
      }
    }
  #endif

  @Test func `Much input comes in several blocks`() throws {
    let line = String(repeating: "x", count: 99) + "\n"
    let blocks = try read([String(repeating: line, count: 10_000)])
    #expect(blocks.count == 4)
    #expect(blocks.joined().map(\.number) == Array(1...10_000))
  }
}

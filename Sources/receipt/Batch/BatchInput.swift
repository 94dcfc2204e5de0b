import Foundation

/// One line of input.
struct BatchLine: Sendable {
  /// From 1.
  let number: Int
  /// Without the line break.
  let bytes: [UInt8]
  /// Whether it was cut.
  var isTooLong = false
}

/// Splits a stream of bytes into blocks of lines, in bounded memory.
///
/// A block ends after ``blockBytes`` bytes, or when the source has no more bytes for now, in case it waits for answers.
struct LineReader {
  /// Longer lines are cut and marked.
  let maximumLength: Int

  private static let blockBytes = 1 << 18

  private var number = 0
  /// Of the line so far, at most one byte more than the limit: it may be a carriage return.
  private var partial: [UInt8] = []
  /// The length of the line so far.
  private var length = 0

  init(maximumLength: Int) {
    self.maximumLength = maximumLength
  }

  /// Reads the source to its end.
  mutating func read(
    from source: () throws(ToolError) -> [UInt8], submit: ([BatchLine]) -> Void
  ) throws(ToolError) {
    while true {
      let bytes = try source()
      guard !bytes.isEmpty else { break }
      var block: [BatchLine] = []
      var (blockStart, start) = (0, 0)
      while let end = Self.lineEnd(in: bytes, from: start) {
        append(bytes[start..<end])
        block.append(endLine())
        start = end + 1
        guard start - blockStart >= Self.blockBytes else { continue }
        submit(block)
        (block, blockStart) = ([], start)
      }
      append(bytes[start...])
      if !block.isEmpty { submit(block) }
    }
    if !partial.isEmpty { submit([endLine()]) }
  }

  /// The place of the next line feed.
  private static func lineEnd(in bytes: [UInt8], from start: Int) -> Int? {
    unsafe bytes.withUnsafeBytes { bytes in
      // No further than the end of the bytes.
      guard let first = bytes.baseAddress,
        let end = unsafe memchr(first + start, 0x0A, bytes.count - start)
      else { return nil }
      return unsafe UnsafeRawPointer(end) - first
    }
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    partial += bytes.prefix(maximumLength + 1 - partial.count)
    length += bytes.count
  }

  private mutating func endLine() -> BatchLine {
    number += 1
    defer { (partial, length) = ([], 0) }
    if length == partial.count, partial.last == UInt8(ascii: "\r") { partial.removeLast() }
    let isTooLong = partial.count > maximumLength
    return BatchLine(
      number: number, bytes: isTooLong ? partial.dropLast() : partial, isTooLong: isTooLong)
  }
}

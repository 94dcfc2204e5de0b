/// Cuts a stream of bytes into lines and hands them on in blocks, in bounded memory.
///
/// A block ends after ``blockBytes`` bytes or at the end of what the source gave at once: a source that
/// waits for answers gets them.
struct LineReader {
  /// A line that is longer is cut off there, and marked.
  let maximumLength: Int

  private static let blockBytes = 1 << 18

  private var number = 0
  private var partial: [UInt8] = []
  private var isTooLong = false
  private var block: [BatchLine] = []
  private var blockSize = 0

  init(maximumLength: Int) {
    self.maximumLength = maximumLength
  }

  /// Reads what the source gives until it gives nothing.
  mutating func read(
    from source: () throws(ToolError) -> [UInt8], submit: ([BatchLine]) -> Void
  ) throws(ToolError) {
    while true {
      let bytes = try source()
      guard !bytes.isEmpty else { break }
      var rest = bytes[...]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        append(rest[..<end])
        endLine()
        rest = rest[(end + 1)...]
        if blockSize >= Self.blockBytes { flush(submit) }
      }
      append(rest)
      flush(submit)
    }
    if !partial.isEmpty { endLine() }
    flush(submit)
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    let room = maximumLength - partial.count
    partial += bytes.prefix(room)
    isTooLong = isTooLong || bytes.count > room
  }

  private mutating func endLine() {
    number += 1
    if partial.last == UInt8(ascii: "\r") { partial.removeLast() }
    block.append(BatchLine(number: number, bytes: partial, isTooLong: isTooLong))
    blockSize += partial.count
    partial = []
    isTooLong = false
  }

  private mutating func flush(_ submit: ([BatchLine]) -> Void) {
    guard !block.isEmpty else { return }
    submit(block)
    block = []
    blockSize = 0
  }
}

/// Cuts a stream of octets into lines and hands them on in blocks, in bounded memory.
///
/// A block ends after ``blockOctets`` octets or at the end of what the source gave at once: a source that
/// waits for answers gets them.
struct LineReader {
  /// A line that is longer is cut off there, and marked.
  let maximumLength: Int

  private static let blockOctets = 1 << 18

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
      let octets = try source()
      guard !octets.isEmpty else { break }
      var rest = octets[...]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        append(rest[..<end])
        endLine()
        rest = rest[(end + 1)...]
        if blockSize >= Self.blockOctets { flush(submit) }
      }
      append(rest)
      flush(submit)
    }
    if !partial.isEmpty { endLine() }
    flush(submit)
  }

  private mutating func append(_ octets: ArraySlice<UInt8>) {
    let room = maximumLength - partial.count
    partial += octets.prefix(room)
    isTooLong = isTooLong || octets.count > room
  }

  private mutating func endLine() {
    number += 1
    if partial.last == UInt8(ascii: "\r") { partial.removeLast() }
    block.append(BatchLine(number: number, octets: partial, isTooLong: isTooLong))
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

import ReceiptJSON

// The functions for a host. ``Question`` and ``Answer`` are the texts that go in and come out.

/// Allocates memory for the input of the host.
@c(allocate)
public func allocate(_ count: Int) -> UnsafeMutableRawPointer {
  UnsafeMutableRawPointer.allocate(byteCount: max(count, 0), alignment: 16)
}

/// Frees memory: allocated by the host, or an answer.
@c(release)
public func release(_ room: UnsafeMutableRawPointer) {
  unsafe room.deallocate()
}

/// Reads and checks a receipt.
///
/// The host frees the answer: four bytes with its length, little-endian, and the text.
@c(answer)
public func answer(
  _ question: UnsafeRawPointer, _ questionCount: Int, _ bytes: UnsafeRawPointer,
  _ byteCount: Int
) -> UnsafeMutableRawPointer {
  let given = unsafe Given(question, questionCount, bytes, byteCount)
  return unsafe memory(with: Answer(to: given.question, about: given.bytes).text.bytes)
}

/// Looks into a receipt, or into anything else.
///
/// The host frees the answer, as of `answer`.
@c(inspect)
public func inspect(
  _ question: UnsafeRawPointer, _ questionCount: Int, _ bytes: UnsafeRawPointer,
  _ byteCount: Int
) -> UnsafeMutableRawPointer {
  let given = unsafe Given(question, questionCount, bytes, byteCount)
  return unsafe memory(with: Inspection(of: given.bytes, asked: given.question).text.bytes)
}

/// What the host gives, copied.
private struct Given {
  let question: [UInt8]
  let bytes: [UInt8]

  @unsafe init(
    _ question: UnsafeRawPointer, _ questionCount: Int, _ bytes: UnsafeRawPointer, _ byteCount: Int
  ) {
    unsafe self.question = Array(UnsafeRawBufferPointer(start: question, count: questionCount))
    unsafe self.bytes = Array(UnsafeRawBufferPointer(start: bytes, count: byteCount))
  }
}

/// Memory for the host: the length, and the text after it.
private func memory(with text: [UInt8]) -> UnsafeMutableRawPointer {
  let room = UnsafeMutableRawPointer.allocate(byteCount: 4 + text.count, alignment: 16)
  unsafe room.storeBytes(of: UInt32(text.count).littleEndian, as: UInt32.self)
  // There is room for all of it, after the length.
  unsafe UnsafeMutableRawBufferPointer(start: room + 4, count: text.count).copyBytes(from: text)
  return unsafe room
}

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
  let (question, bytes) = unsafe (
    Array(UnsafeRawBufferPointer(start: question, count: questionCount)),
    Array(UnsafeRawBufferPointer(start: bytes, count: byteCount))
  )
  let text = Answer(to: question, about: bytes).text.bytes
  let room = UnsafeMutableRawPointer.allocate(byteCount: 4 + text.count, alignment: 16)
  unsafe room.storeBytes(of: UInt32(text.count).littleEndian, as: UInt32.self)
  // There is room for all of it, after the length.
  unsafe UnsafeMutableRawBufferPointer(start: room + 4, count: text.count).copyBytes(from: text)
  return unsafe room
}

import DERParsing

/// The bytes that Base64 stands for, as they are put together: groups of four characters, six bits each,
/// make three bytes (RFC 4648 §4).
struct Base64Groups {
  /// Room for all that the characters can stand for.
  private var bytes: [UInt8]

  /// How many bytes are there.
  private var count = 0

  /// The bits of the group that is not whole yet, and the number of its characters.
  private var group: UInt32 = 0
  private(set) var sextetCount = 0

  /// Makes room for what so many characters stand for, and for the two bytes that ``appendFours(_:_:)``
  /// writes in vain.
  init(characterCount: Int) {
    bytes = [UInt8](repeating: 0, count: characterCount / 4 * 3 + 5)
  }

  /// Whether the next character begins a group.
  var isWhole: Bool { sextetCount == 0 }

  /// Appends the six bits that a character stands for.
  mutating func append(_ sextet: UInt8) {
    group = group << 6 | UInt32(sextet)
    sextetCount += 1
    guard sextetCount == 4 else { return }
    appendByte(16)
    appendByte(8)
    appendByte(0)
    (group, sextetCount) = (0, 0)
  }

  /// Appends the byte of the group whose lowest bit is given.
  private mutating func appendByte(_ bit: UInt32) {
    bytes[count] = UInt8(truncatingIfNeeded: group >> bit)
    count += 1
  }

  /// Appends whole groups, four at a time, for as long as their characters are all of the standard alphabet.
  ///
  /// - Precondition: ``isWhole``.
  /// - Returns: the offset of what is still to be read, character by character: fewer than sixteen
  ///   characters before something else or before the end.
  mutating func appendFours(_ text: RawSpan, _ characters: Range<Int>) -> Int {
    // As many as there are characters and room for. With these bounds, which all of the places below keep,
    // no sum overflows and no load or store is out of its span.
    precondition(characters.lowerBound >= 0 && characters.upperBound <= text.byteCount)
    let end =
      characters.lowerBound + min(characters.count / 16, (bytes.count - count - 2) / 12) * 16
    var offset = characters.lowerBound
    var count = count
    unsafe bytes.withUnsafeMutableBytes { bytes in
      var bytes = unsafe bytes.mutableBytes  // it does not outlive the closure
      while offset < end {
        let sixteen = unsafe text.unsafeLoadUnaligned(
          fromUncheckedByteOffset: offset, as: SIMD16<UInt8>.self)
        guard let joined = Base64Sixteen(sixteen)?.joined else { break }
        // Two bytes of each store are replaced by the next one, or left over.
        unsafe bytes.storeBytes(
          of: joined[0].bigEndian, toUncheckedByteOffset: count, as: UInt64.self)
        unsafe bytes.storeBytes(
          of: joined[1].bigEndian, toUncheckedByteOffset: count &+ 6, as: UInt64.self)
        offset &+= 16
        count &+= 12
      }
    }
    self.count = count
    return offset
  }

  /// Appends what is left of the last group, which may have fewer than four characters; the bits that no
  /// byte takes have to be zero (RFC 4648 §3.5).
  ///
  /// - Returns: all bytes, `nil` if the text cannot end here.
  consuming func finish() -> [UInt8]? {
    switch sextetCount {
    case 0: break
    case 2 where group & 0xF == 0: appendByte(4)
    case 3 where group & 0x3 == 0:
      appendByte(10)
      appendByte(2)
    default: return nil
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }
}

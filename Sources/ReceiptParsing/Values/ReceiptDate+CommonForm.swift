import DERParsing

extension ReceiptDate {
  /// Reads a date in the form in which the App Store writes them, `YYYY-MM-DDThh:mm:ssZ`, eight characters
  /// at a time.
  ///
  /// `nil` for everything else, dates among it: ``init(anyForm:)`` reads them.
  ///
  /// - Complexity: O(1), without a loop.
  @inline(__always)
  package init?(commonForm text: RawSpan) {
    guard text.byteCount == 20 else { return nil }
    // Three loads: characters 0–7, 8–15 and 16–19. An exclusive or with what has to stand there, 0 for any
    // digit, leaves the value of each digit, and 0 where a separator was right.
    let (word0, word1) = (text.eightBytes(at: 0), text.eightBytes(at: 8))
    let word2 = UInt64(text.fourBytes(at: 16))
    let digits0 = word0 ^ 0x3030_3030_2D30_302D  // YYYY-MM-
    let digits1 = word1 ^ 0x3030_5430_303A_3030  // DDThh:mm
    let digits2 = word2 ^ 0x3A30_305A  // :ssZ

    // Adding 76₁₆ to 0–9, or 7F₁₆ to 0, leaves the highest bit of a byte alone; to more it sets it. Only
    // a byte of more than 80₁₆ carries into its neighbour, and it has that bit itself.
    let faults =
      digits0 | (digits0 &+ 0x7676_7676_7F76_767F)
      | digits1 | (digits1 &+ 0x7676_7F76_767F_7676)
      | digits2 | (digits2 &+ 0x7F76_767F)
    guard faults & 0x8080_8080_8080_8080 == 0 else { return nil }

    // Each byte times ten plus the one after it: at most 99, so nothing carries.
    let pairs0 = digits0 &* 10 &+ digits0 &<< 8
    let pairs1 = digits1 &* 10 &+ digits1 &<< 8
    let pairs2 = digits2 &* 10 &+ digits2 &<< 8
    let hour = pairs1.byte(3)
    let minute = pairs1.byte(6)
    let second = pairs2.byte(5)
    // Second 60 may be a leap second: the other path knows.
    guard hour < 24, minute < 60, second < 60,
      let date = CivilDate(
        year: pairs0.byte(0) * 100 + pairs0.byte(2), month: pairs0.byte(5),
        day: pairs1.byte(0))
    else { return nil }
    let seconds = date.daysSince1970 * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    self.init(
      millisecondsSince1970: seconds * 1000,
      characters: (word0, word1, word2 &<< 32, 0, UInt64(text.byteCount)))
  }
}

extension UInt64 {
  /// One byte, number 0 being the most significant.
  @inline(__always)
  fileprivate func byte(_ index: UInt64) -> Int {
    Int(truncatingIfNeeded: (self &>> (56 &- 8 &* index)) & 0xFF)  // 0–255
  }
}

extension RawSpan {
  /// Eight bytes as a big-endian number.
  @inline(__always)
  fileprivate func eightBytes(at offset: Int) -> UInt64 {
    // The load is bounds-checked, and any bytes are a number.
    unsafe UInt64(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Four bytes as a big-endian number.
  @inline(__always)
  fileprivate func fourBytes(at offset: Int) -> UInt32 {
    unsafe UInt32(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}

// The headers that attributes of all known receipts have, each recognized by one masked compare. The loads here are
// unchecked, each after the guard beside it; `.ci/unsafe` lists the other files that have any.
//
//     in a purchase  30 LL        02 02 06 tt  02 01 vv  04 ll        LL = ll + 9
//     in a receipt   30 LL        02 01 tt     02 01 vv  04 ll        LL = ll + 8
//     a purchase     30 82 LL LL  02 01 tt     02 01 vv  04 82 ll ll  LL = ll + 10
//     its value      31 82 LL LL
//
// They accept nothing that the plain path refuses, and read the same values:
// - `LL`, `ll`, `tt` and `vv` of one byte are below 80, so lengths are in short form and INTEGERs are not
//   negative; of one byte, or of two that begin with 06, these are minimal.
// - Lengths of two bytes are at least 256, so DER needs both.
// - `LL` is what the headers inside and the value take, so each ends where the other does: nothing is left
//   over.
// - The value, and with it the attribute, ends before the contents around it do.
// - Tags in a purchase are those of 1536–1791; Apple's are 1701–1722.
//
// A form that does not fit consumes nothing, and the plain path reads the attribute or says what is wrong. So does one
// near the end of the contents: a form is tried only if all bytes of its header are left.

extension AttributeReader {
  /// Reads an attribute of a purchase.
  @inlinable
  @inline(__always)
  package mutating func readInApp() -> RawAttribute? {
    let offset = position
    // Neither offset is negative, so the difference cannot overflow. The guard makes the three loads sound:
    // they lie in the eleven bytes of the header.
    let left = commonFormsEnd &- offset
    guard left >= 11 else { return nil }
    // The next attribute waits for two steps only, this load and one sum: offsets count from the value, and `ll` is not
    // part of another load. That saves 20 % of a walk.
    let valueOffset = offset &+ 11
    let valueCount = unsafe Int(
      bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: valueOffset &- 1, as: UInt8.self))
    let head = unsafe UInt64(
      littleEndian: bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: valueOffset &- 11, as: UInt64.self))
    let tail = unsafe UInt16(
      littleEndian: bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: valueOffset &- 3, as: UInt16.self))
    let wrong =
      (head ^ 0x01_02_00_06_02_02_00_30) & 0xFF_FF_00_FF_FF_FF_80_FF
      | UInt64((tail ^ 0x04_00) & 0xFF_80)
    let count = Int(truncatingIfNeeded: head >> 8 & 0xFF)
    guard wrong == 0, count == valueCount &+ 9, valueCount <= left &- 11 else { return nil }
    position = valueOffset &+ valueCount  // ≤ end, by the last guard
    return RawAttribute(
      offset: offset, type: 0x0600 | Int32(truncatingIfNeeded: head >> 40 & 0xFF),
      version: Int32(truncatingIfNeeded: tail & 0xFF), valueOffset: valueOffset,
      endOffset: position)
  }

  /// Reads an attribute of the receipt itself whose type and value are short.
  @inlinable
  @inline(__always)
  package mutating func readOwn() -> RawAttribute? {
    let offset = position
    // As above, for the ten bytes of the header and two loads.
    let left = commonFormsEnd &- offset
    guard left >= 10 else { return nil }
    let head = unsafe UInt64(
      littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    let tail = unsafe UInt16(
      littleEndian: bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: offset &+ 8, as: UInt16.self))
    let wrong =
      (head ^ 0x00_01_02_00_01_02_00_30) & 0x80_FF_FF_80_FF_FF_80_FF
      | UInt64((tail ^ 0x00_04) & 0x00_FF)
    let count = Int(truncatingIfNeeded: head >> 8 & 0xFF)
    let valueCount = Int(truncatingIfNeeded: tail >> 8)
    guard wrong == 0, count == valueCount &+ 8, valueCount <= left &- 10 else { return nil }
    let valueOffset = offset &+ 10
    position = valueOffset &+ valueCount  // ≤ end, by the last guard
    return RawAttribute(
      offset: offset, type: Int32(truncatingIfNeeded: head >> 32 & 0xFF),
      version: Int32(truncatingIfNeeded: head >> 56), valueOffset: valueOffset,
      endOffset: position)
  }

  /// Reads an attribute of the receipt itself whose type is short and whose value has 256 to 65,525 bytes:
  /// a purchase.
  @inlinable
  @inline(__always)
  package mutating func readPurchase() -> RawAttribute? {
    let offset = position
    // As above, for the fourteen bytes of the header and two loads that overlap.
    let left = commonFormsEnd &- offset
    guard left >= 14 else { return nil }
    let head = unsafe UInt64(
      littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    let tail = unsafe UInt64(
      littleEndian: bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: offset &+ 6, as: UInt64.self))
    let wrong =
      (head ^ 0x02_00_01_02_00_00_82_30) & 0xFF_80_FF_FF_00_00_FF_FF
      | (tail ^ 0x00_00_82_04_00_01_02_00) & 0x00_00_FF_FF_80_FF_FF_00
    let count = Int(UInt16(truncatingIfNeeded: head >> 16).byteSwapped)
    let valueCount = Int(UInt16(truncatingIfNeeded: tail >> 48).byteSwapped)
    guard wrong == 0, valueCount >= 0x100, count == valueCount &+ 10, valueCount <= left &- 14
    else { return nil }
    let valueOffset = offset &+ 14
    position = valueOffset &+ valueCount  // ≤ end, by the last guard
    return RawAttribute(
      offset: offset, type: Int32(truncatingIfNeeded: head >> 48 & 0xFF),
      version: Int32(truncatingIfNeeded: tail >> 24 & 0xFF), valueOffset: valueOffset,
      endOffset: position)
  }

  /// Reads the contents of the SET, of 256 to 65,535 bytes, that is the value. `depth` is how many levels may be
  /// opened, including the SET.
  @inlinable
  @inline(__always)
  @_lifetime(copy bytes)
  init?(purchaseIn value: Range<Int>, of bytes: RawSpan, depth: Int) {
    precondition(
      value.lowerBound >= 0 && value.upperBound <= bytes.byteCount,
      "the range is not one of these bytes")
    let count = value.upperBound &- value.lowerBound &- 4  // neither bound is negative
    guard depth > 0, count >= 0x100 else { return nil }
    // The guard and the precondition prove that there are four bytes.
    let head = unsafe UInt32(
      littleEndian: bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: value.lowerBound, as: UInt32.self))
    guard head & 0xFFFF == 0x82_31, Int(UInt16(truncatingIfNeeded: head >> 16).byteSwapped) == count
    else { return nil }
    self.init(bytes, contents: (value.lowerBound &+ 4)..<value.upperBound, depth: depth &- 1)
  }
}

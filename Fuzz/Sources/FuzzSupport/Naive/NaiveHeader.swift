/// Identifier and length octets, read from X.690 §8.1 alone and with nothing of the library's. Not fast.
package struct NaiveHeader: Equatable {
  /// Where the element begins.
  package var offset: Int
  /// The upper three bits of the first identifier octet: class and form.
  package var form: UInt8
  package var number: Int
  /// `nil` for the indefinite form.
  package var length: Int?
  /// Where the contents begin.
  package var contents: Int

  /// Where the contents end, for the definite form.
  package var end: Int { contents + (length ?? 0) }

  /// Where the element and its contents lie, for the definite form.
  package var encoding: Range<Int> { offset..<end }
  package var inside: Range<Int> { contents..<end }

  package var isUniversal: Bool { form & 0xC0 == 0 }
  package var isConstructed: Bool { form & 0x20 != 0 }

  /// The first identifier octet, if there is no other.
  package var tag: UInt8? { number < 31 ? form | UInt8(number) : nil }

  /// Reads the header at `offset`; `nil` if it breaks a rule of BER, has a tag number of more than `tagBits`, is
  /// universal 0, or if it or the contents run past `end`.
  package init?(_ bytes: [UInt8], at offset: Int, end: Int, tagBits: Int = 29) {
    var next = offset
    func take() -> UInt8? {
      guard next < end else { return nil }
      next += 1
      return bytes[next - 1]
    }
    self.offset = offset
    guard let first = take() else { return nil }
    form = first & 0b1110_0000
    number = Int(first & 0b0001_1111)
    if number == 31 {
      number = 0
      while true {
        guard let byte = take(), number < 1 << (tagBits - 7) else { return nil }
        guard number > 0 || byte != 0x80 else { return nil }  // §8.1.2.4.2 c
        number = number * 128 + Int(byte % 128)
        if byte < 128 { break }
      }
      guard number >= 31 else { return nil }  // §8.1.2.2
    }
    guard form & 0xC0 != 0 || number != 0 else { return nil }

    guard let lengthOctet = take(), lengthOctet != 0xFF else { return nil }
    length = Int(lengthOctet)
    if lengthOctet == 0x80 {
      guard form & 0x20 != 0 else { return nil }  // §8.1.3.2 a
      length = nil
    } else if lengthOctet > 0x80 {
      var value = 0
      for _ in 1...lengthOctet - 0x80 {
        guard let byte = take() else { return nil }
        value = min(value * 256 + Int(byte), 1 << 40)  // far longer than any input
      }
      length = value
    }
    contents = next
    if let length, length > end - next { return nil }
  }

  /// Reads the header as DER: the definite length, in the form in which it would be written (§10.1).
  package init?(der bytes: [UInt8], at offset: Int, end: Int, tagBits: Int = 29) {
    self.init(bytes, at: offset, end: end, tagBits: tagBits)
    guard let length else { return nil }
    // Most headers have two bytes, and those are as short as can be.
    guard
      contents - offset == 2
        || bytes[offset..<contents] == Self.encoding(form, number, length: length)[...]
    else { return nil }
  }

  /// The elements of DER that `range` consists of; `nil` if one breaks a rule.
  package static func elements(_ bytes: [UInt8], in range: Range<Int>) -> [NaiveHeader]? {
    var elements: [NaiveHeader] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard let header = NaiveHeader(der: bytes, at: offset, end: range.upperBound) else {
        return nil
      }
      elements.append(header)
      offset = header.end
    }
    return elements
  }

  /// Identifier and length octets as DER writes them.
  package static func encoding(_ form: UInt8, _ number: Int, length: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    append(form, number, length: length, to: &bytes)
    return bytes
  }

  /// Appends identifier and length octets as DER writes them.
  package static func append(
    _ form: UInt8, _ number: Int, length: Int, to bytes: inout [UInt8]
  ) {
    if number < 31 {
      bytes.append(form | UInt8(number))
    } else {
      bytes.append(form | 31)
      var digits = [UInt8(number % 128)]
      var rest = number / 128
      while rest > 0 {
        digits.append(UInt8(rest % 128) | 0x80)
        rest /= 128
      }
      bytes += digits.reversed()
    }
    guard length >= 128 else {
      bytes.append(UInt8(length))
      return
    }
    var digits: [UInt8] = []
    var rest = length
    while rest > 0 {
      digits.append(UInt8(rest % 256))
      rest /= 256
    }
    bytes.append(0x80 | UInt8(digits.count))
    bytes += digits.reversed()
  }
}

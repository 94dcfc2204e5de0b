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
  package var identifier: NaiveFault.Tag { NaiveFault.Tag(form: form, number: number) }

  /// Reads the header at `offset`, as DER or as BER (§10.1). Neither it nor the contents run past `end`.
  ///
  /// - Parameters:
  ///   - isInside: whether `end` is that of an element around this one, and not of the input.
  ///   - tag: the one identifier octet that there has to be, if only one may be there.
  package init(
    _ bytes: [UInt8], at offset: Int, end: Int, isDER: Bool, isInside: Bool, tag: UInt8? = nil,
    tagBits: Int = 29
  ) throws(NaiveFault) {
    func fault(_ rule: NaiveFault.Rule) -> NaiveFault { NaiveFault(rule, at: offset) }
    func overrun() -> NaiveFault {
      isInside ? fault(.exceedsEnclosing) : NaiveFault(.truncated, at: end)
    }
    let expected = tag.map { NaiveFault.Tag($0) }
    guard !isInside || offset < end else {
      throw NaiveFault(.missingElement, at: offset, expected: expected)
    }
    var next = offset
    func take() throws(NaiveFault) -> UInt8 {
      guard next < end else { throw overrun() }
      next += 1
      return bytes[next - 1]
    }
    self.offset = offset
    let first = try take()
    form = first & 0b1110_0000
    number = Int(first & 0b0001_1111)
    if number == 31 {
      number = 0
      while true {
        let byte = try take()
        guard number < 1 << (tagBits - 7) else { throw fault(.tagNumberTooLarge) }
        // §8.1.2.4.2 c
        guard number > 0 || byte != 0x80 else { throw fault(.nonMinimalTagNumber) }
        number = number * 128 + Int(byte % 128)
        if byte < 128 { break }
      }
      guard number >= 31 else { throw fault(.nonMinimalTagNumber) }  // §8.1.2.2
    }
    guard form & 0xC0 != 0 || number != 0 else { throw fault(.endOfContents) }
    if let tag, number > 30 || form | UInt8(number) != tag {
      let actual = NaiveFault.Tag(form: form, number: number)
      throw NaiveFault(.unexpectedIdentifier, at: offset, expected: expected, actual: actual)
    }

    let lengthOctet = try take()
    guard lengthOctet != 0xFF else { throw fault(.reservedLength) }
    length = Int(lengthOctet)
    if lengthOctet == 0x80 {
      guard form & 0x20 != 0 else { throw fault(.indefinitePrimitive) }  // §8.1.3.2 a
      guard !isDER else { throw fault(.indefiniteLength) }
      length = nil
    } else if lengthOctet > 0x80 {
      var value = 0
      for index in 1...lengthOctet - 0x80 {
        let byte = try take()
        guard !isDER || index > 1 || byte != 0 else { throw fault(.nonMinimalLength) }
        value = min(value * 256 + Int(byte), 1 << 40)  // far longer than any input
      }
      guard !isDER || value > 127 else { throw fault(.nonMinimalLength) }
      length = value
    }
    contents = next
    if let length, length > end - next { throw overrun() }
  }

  /// Reads the header at `offset`; `nil` if it breaks a rule of BER, has a tag number of more than `tagBits`, is
  /// universal 0, or if it or the contents run past `end`.
  package init?(_ bytes: [UInt8], at offset: Int, end: Int, tagBits: Int = 29) {
    do throws(NaiveFault) {
      try self.init(bytes, at: offset, end: end, isDER: false, isInside: true, tagBits: tagBits)
    } catch {
      return nil
    }
  }

  /// Reads the header as DER: the definite length, in the form in which it would be written (§10.1).
  package init?(der bytes: [UInt8], at offset: Int, end: Int, tagBits: Int = 29) {
    do throws(NaiveFault) {
      try self.init(bytes, at: offset, end: end, isDER: true, isInside: true, tagBits: tagBits)
    } catch {
      return nil
    }
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

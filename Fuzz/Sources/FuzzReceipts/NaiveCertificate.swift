import FuzzSupport

/// A certificate by RFC 5280 §4.1, field by field: whether it is one.
struct NaiveCertificate {
  private let bytes: [UInt8]

  static func isOne(_ bytes: [UInt8]) -> Bool {
    let certificate = NaiveCertificate(bytes: bytes)
    guard let whole = certificate.elements(0..<bytes.count), whole.count == 1,
      let parts = certificate.parts(whole[0], 0x30), parts.count == 3
    else { return false }
    return certificate.isToBeSigned(parts[0]) && certificate.isAlgorithm(parts[1])
      && certificate.isBitString(parts[2])
  }

  private func elements(_ range: Range<Int>) -> [NaiveHeader]? {
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

  private func parts(_ element: NaiveHeader, _ tag: UInt8) -> [NaiveHeader]? {
    element.tag == tag ? elements(element.contents..<element.end) : nil
  }

  private func contents(_ element: NaiveHeader) -> ArraySlice<UInt8> {
    bytes[element.contents..<element.end]
  }

  private func isToBeSigned(_ element: NaiveHeader) -> Bool {
    guard var fields = parts(element, 0x30) else { return false }
    if fields.first?.tag == 0xA0 {
      guard let version = parts(fields.removeFirst(), 0xA0), version.count == 1,
        version[0].tag == 0x02, [[0], [1], [2]].contains(Array(contents(version[0])))
      else { return false }
    }
    guard fields.count >= 6, fields[0].tag == 0x02, NaiveValue.isInteger(contents(fields[0])),
      isAlgorithm(fields[1]), isName(fields[2]), isValidity(fields[3]), isName(fields[4]),
      let key = parts(fields[5], 0x30), key.count == 2, isAlgorithm(key[0]), isBitString(key[1])
    else { return false }
    // Each at most once, in their order.
    var last: UInt8 = 0
    for field in fields.dropFirst(6) {
      guard let tag = field.tag, tag & 0x1F > last else { return false }
      last = tag & 0x1F
      switch tag {
      case 0x81, 0x82: guard NaiveValue.isBitString(contents(field)) else { return false }
      case 0xA3: guard areExtensions(field) else { return false }
      default: return false
      }
    }
    return true
  }

  private func isBitString(_ element: NaiveHeader) -> Bool {
    element.tag == 0x03 && NaiveValue.isBitString(contents(element))
  }

  private func isAlgorithm(_ element: NaiveHeader) -> Bool {
    guard let fields = parts(element, 0x30), 1...2 ~= fields.count, isIdentifier(fields[0]) else {
      return false
    }
    return fields.count == 1 || fields[1].tag != 0x05 || contents(fields[1]).isEmpty
  }

  private func isIdentifier(_ element: NaiveHeader) -> Bool {
    element.tag == 0x06 && NaiveValue.isObjectIdentifier(contents(element))
  }

  private func isName(_ element: NaiveHeader) -> Bool {
    guard let names = parts(element, 0x30) else { return false }
    return names.allSatisfy { name in
      guard let members = parts(name, 0x31), !members.isEmpty else { return false }
      // Members have no gaps between them.
      var start = name.contents
      let encodings = members.map { member in
        defer { start = member.end }
        return bytes[start..<member.end]
      }
      return zip(encodings, encodings.dropFirst()).allSatisfy {
        !$1.lexicographicallyPrecedes($0)
      } && members.allSatisfy { isNameMember($0) }
    }
  }

  private func isNameMember(_ element: NaiveHeader) -> Bool {
    guard let fields = parts(element, 0x30), fields.count == 2, isIdentifier(fields[0]) else {
      return false
    }
    let value = fields[1]
    return !value.isConstructed || !value.isUniversal || [8, 11, 16, 17, 29].contains(value.number)
  }

  private func isValidity(_ element: NaiveHeader) -> Bool {
    guard let times = parts(element, 0x30), times.count == 2 else { return false }
    return times.allSatisfy { time in
      switch time.tag {
      case 0x17: NaiveValue.time(contents(time), yearDigits: 2) != nil
      case 0x18: NaiveValue.time(contents(time), yearDigits: 4)?.fraction.isEmpty == true
      default: false
      }
    }
  }

  private func areExtensions(_ element: NaiveHeader) -> Bool {
    guard let outer = parts(element, 0xA3), outer.count == 1, let list = parts(outer[0], 0x30)
    else { return false }
    return !list.isEmpty
      && list.allSatisfy { member in
        guard var fields = parts(member, 0x30), 2...3 ~= fields.count,
          isIdentifier(fields.removeFirst()), fields.removeLast().tag == 0x04
        else { return false }
        return fields.allSatisfy { $0.tag == 0x01 && NaiveValue.isBoolean(contents($0)) }
      }
  }
}

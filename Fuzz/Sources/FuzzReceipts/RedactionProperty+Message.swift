import FuzzSupport
import ReceiptParsing
import ReceiptRedaction

// What becomes of the message around the attributes of a receipt.

extension RedactionProperty {
  /// Of a message, its certificates and its signers, what says how they are made stays, and every other value becomes
  /// another one. Certificates that everybody has stay, and their names in a signer.
  static func checkMessage(_ receipt: AppReceipt, _ result: AppReceipt) {
    let bytes = receipt.containerBytes
    guard let payload = NaiveMessage(bytes)?.payload else {
      return require(false, "a receipt without a payload")
    }
    var walk = MessageWalk(
      bytes: bytes, others: result.containerBytes, payload: payload.range)
    for encoding in (try? receipt.certificateEncodings()) ?? [] {
      walk.add(Array(encoding), at: encoding.startIndex)
    }
    walk.check(bytes.indices, levels: 20)
  }
}

/// A walk through the elements of a message before and after.
private struct MessageWalk {
  let bytes: [UInt8]
  let others: [UInt8]
  let payload: Range<Int>

  /// Where certificates begin that everybody has.
  private var published: Set<Int> = []
  /// The contents of their issuers and serial numbers.
  private var names: Set<[ArraySlice<UInt8>]> = []

  init(bytes: [UInt8], others: [UInt8], payload: Range<Int>) {
    (self.bytes, self.others, self.payload) = (bytes, others, payload)
  }

  mutating func add(_ certificate: [UInt8], at start: Int) {
    guard let fields = NaiveCertificate(certificate), fields.isPublished else { return }
    published.insert(start)
    names.insert(fields.name)
  }

  func check(_ range: Range<Int>, levels: Int) {
    guard levels > 0, let elements = NaiveHeader.elements(bytes, in: range) else { return }
    // As attributes of a receipt, wherever they are.
    if elements.map(\.tag) == [0x02, 0x02, 0x04] { return }
    if elements.map(\.tag) == [0x30, 0x02] {
      if names.contains(elements.map { bytes[$0.inside] }) {
        return require(bytes[range] == others[range], "the name of a certificate: \(range)")
      }
    }
    let letters = elements.filter(isLetter)
    for element in elements where element.inside != payload {
      let header = element.offset..<element.contents
      if letters.count > 1, isLetter(element) {
        require(others[header] == [0x05, 0x00], "a letter: \(element)")
        continue
      }
      require(bytes[header] == others[header], "the header of \(element)")
      if published.contains(element.offset) {
        require(bytes[element.encoding] == others[element.encoding], "a certificate: \(element)")
      } else if element.isConstructed {
        check(element, levels)
      } else if element.tag == 0x04 {
        checkString(element, levels)
      } else if !element.inside.isEmpty {
        checkPrimitive(element)
      }
    }
  }

  /// Whether it could be a character of UTF-16.
  private func isLetter(_ element: NaiveHeader) -> Bool {
    let known: [UInt8] = [0x24, 0x30, 0x31, 0x80, 0x81, 0x82, 0x83, 0xA0, 0xA1, 0xA2, 0xA3]
    let identifier = bytes[element.offset]
    return bytes[element.encoding].dropFirst() == [0x00] && identifier >= 0x20
      && !known.contains(identifier)
  }

  /// Members of a set may change places.
  private func check(_ element: NaiveHeader, _ levels: Int) {
    let members = NaiveHeader.elements(bytes, in: element.inside) ?? []
    if element.tag != 0x30, members.count > 1,
      members.allSatisfy({ $0.tag == 0x30 && bytes[$0.inside].first == 0x06 })
    {
      return
    }
    check(element.inside, levels: levels - 1)
  }

  /// What is around the payload, encodings, or any bytes.
  private func checkString(_ element: NaiveHeader, _ levels: Int) {
    let inside = element.inside
    let isAround =
      inside.lowerBound <= payload.lowerBound && payload.upperBound <= inside.upperBound
    if isAround || consistsOfKnown(inside, levels: levels) {
      check(inside, levels: levels - 1)
    } else if NaiveHeader(bytes, at: inside.lowerBound, end: inside.upperBound) == nil {
      require(inside.isEmpty || bytes[inside] != others[inside], "a string stays: \(element)")
    }
  }

  /// Whether these are elements of types that extensions have, and only of those.
  private func consistsOfKnown(_ range: Range<Int>, levels: Int) -> Bool {
    guard levels > 0, let elements = NaiveHeader.elements(bytes, in: range) else { return false }
    let types: [UInt8?] = [0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x0A, 0x0C, 0x13, 0x16, 0x30]
    let areEmpty = elements.count > 1 && elements.allSatisfy { $0.inside.isEmpty }
    return !areEmpty
      && elements.allSatisfy {
        types.contains($0.tag)
          && (!$0.isConstructed || consistsOfKnown($0.inside, levels: levels - 1))
      }
  }

  private func checkPrimitive(_ element: NaiveHeader) {
    let (contents, result) = (bytes[element.inside], others[element.inside])
    let stays =
      switch element.tag {
      case 0x01: contents == [0x00] || contents == [0xFF]
      case 0x06: RedactionProperty.isPublicIdentifier(contents)
      case 0x02, 0x0A: contents.count == 1 || contents.allSatisfy { $0 == 0 }
      case 0x03: contents.count <= 3 && contents.first ?? 0 < 8
      // A BIT STRING of one bit has only one value.
      case 0x81, 0x82: contents.count <= 2 && contents == result
      case 0x0C, 0x12, 0x13, 0x14, 0x16, 0x1E: contents == [0x30]
      default: false
      }
    require((contents == result) == stays, "\(element) becomes \(Array(result).hexadecimal)")
    guard [0x03, 0x81, 0x82].contains(element.tag), let unused = contents.first, unused < 8 else {
      return
    }
    let hasRest = contents.last.map { $0 & (1 << unused - 1) != 0 } ?? false
    let others = result.last.map { $0 & (1 << unused - 1) } ?? 0
    require(unused == result.first && (hasRest || others == 0), "unused bits: \(element)")
  }
}

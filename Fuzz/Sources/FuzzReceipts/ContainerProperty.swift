import CMSParsing
import DERParsing
import FuzzDER
package import FuzzSupport
import InstructionPairs
import ReceiptParsing

/// `ContentInfo` accepts what a naive reader accepts, with the same fields, and each part is DER on its own. What is wrong
/// first, where and in which field, a naive schema says, too.
/// A receipt's container, which has a short cut for the common form, says the same.
package enum ContainerProperty: FuzzProperty {
  package static let name = "container"

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let bytes = input.copy
    let first = Answer(input)
    let naive = NaiveMessage(bytes)
    let fault = NaiveSchema.contentInfo.fault(in: bytes)
    require(first.error.map { NaiveFault($0) } == fault, "\(first), not \(fault, default: "valid")")
    if let contentInfo = first.value {
      naive?.check(contentInfo, input)
      if let signedData = contentInfo.signedData { check(signedData, input) }
    } else if let error = first.error {
      Sentences.check(error)
    }
    for limits in [
      DERLimits(maximumDepth: 32), DERLimits(maximumDepth: 8 + bytes.count % 4),
      DERLimits(maximumInputBytes: bytes.count - 1),
    ] { checkReceipt(input, bytes, limits) }
    checkShortCut(input, bytes)
    places.forEach(bytes) { bytes, place in
      require(Answer(bytes) == first, "the same answer in \(place)")
    }
  }

  /// What has the App Store's form is read the short way, within the limits.
  private static func checkShortCut(_ input: RawSpan, _ bytes: [UInt8]) {
    guard NaiveCommonForm.isForm(of: bytes) else { return }
    for (isLarge, isDeep) in [(true, true), (true, false), (false, true)] {
      let isTaken = ShortCuts.isCommonForm(
        input, maximumBytes: bytes.count - (isLarge ? 0 : 1), maximumDepth: isDeep ? 10 : 9)
      require(isTaken == (isLarge && isDeep), "the short way: \(isTaken), \(isLarge), \(isDeep)")
    }
  }

  /// What is read in place is read by a closure of either kind, within the same limits.
  private static func checkReceipt(_ input: RawSpan, _ bytes: [UInt8], _ limits: DERLimits) {
    var message: SignedData?
    do throws(ReceiptError) {
      message = try ReceiptContainer(input, limits: limits).signedData
      let plain = Answer(input, limits)
      require(message == plain.value?.signedData, "the message, \(limits): \(plain)")
    } catch {
      // Most messages are no receipts; ReceiptProperty looks at the other errors.
      let isTooLarge = bytes.count > max(limits.maximumInputBytes, 0)
      require(
        (error.code == .tooLarge) == isTooLarge && (!isTooLarge || error.offset == 0),
        "\(bytes.count) bytes, \(limits): \(error)")
    }
    let (array, span) = (Answer(bytes, limits), Answer(input, limits))
    require(array == span, "as an array, \(limits): \(array), not \(span)")
    let typed = try? bytes.withReceiptContainer(limits: limits) {
      (container) throws(ReceiptError) in
      container.signedData
    }
    let untyped = try? bytes.withReceiptContainer(limits: limits) { (container) throws in
      container.signedData
    }
    require(
      typed == message && untyped == message,
      "by a closure, \(limits): \(typed, default: "nothing"), \(untyped, default: "nothing")")
  }

  /// Every SET that was stepped over can be read.
  private static func check(_ signedData: SignedData, _ input: RawSpan) {
    do throws(DERError) {
      try signedData.digestAlgorithms.forEach(in: input) { (_) throws(DERError) in }
      try signedData.signerInfos.forEach(in: input) { (signer) throws(DERError) in
        check(signer: signer, input)
      }
      for set in [signedData.certificates?.contentsRange, signedData.crls?.contentsRange] {
        var elements = DERReader(input, contents: set ?? 0..<0)
        while !elements.isAtEnd { _ = try elements.readElement() }
      }
    } catch {
      require(false, "read once, not twice: \(error)")
    }
  }

  private static func check(signer: SignerInfo, _ input: RawSpan) {
    do throws(DERError) {
      if let attributes = signer.signedAttrs {
        var reader = attributes.reader(in: input)
        require(!reader.isAtEnd, "SIZE (1..MAX)")
        while !reader.isAtEnd { _ = try reader.read(as: CMSAttribute.self) }
        require(isDER(attributes.contentsRange, input.copy, isSet: true), "what is signed is DER")
      }
      if case .issuerAndSerialNumber(let name) = signer.sid {
        check(try name.issuer.text(in: input), name.issuer, input)
        require(!name.serialNumber.contentsRange.isEmpty, "serial number")
      }
    } catch {
      require(false, "read once, not twice: \(error)")
    }
  }

  /// What `ContentInfo` says.
  private struct Answer: Equatable {
    private(set) var value: ContentInfo?
    private(set) var error: DERError?

    init(_ bytes: RawSpan, _ limits: DERLimits = .default) {
      do throws(DERError) {
        value = try ContentInfo(derEncoded: bytes, limits: limits)
      } catch {
        self.error = error
      }
    }

    init(_ bytes: [UInt8], _ limits: DERLimits) {
      do throws(DERError) {
        value = try ContentInfo(derEncoded: bytes, limits: limits)
      } catch {
        self.error = error
      }
    }
  }

  /// In order, and nothing in chunks.
  private static func isDER(_ range: Range<Int>, _ bytes: [UInt8], isSet: Bool) -> Bool {
    var offset = range.lowerBound
    var last: ArraySlice<UInt8> = []
    while offset < range.upperBound {
      guard let header = NaiveHeader(der: bytes, at: offset, end: range.upperBound) else {
        return false
      }
      let encoding = bytes[offset..<header.end]
      if isSet, encoding.lexicographicallyPrecedes(last) { return false }
      last = encoding
      offset = header.end
      guard header.isConstructed else { continue }
      guard !header.isUniversal || [8, 11, 16, 17, 29].contains(header.number),
        isDER(header.contents..<header.end, bytes, isSet: false)
      else { return false }
    }
    return true
  }

  /// The parts of a name with commas between them, and those of one part with plus signs.
  private static func check(_ text: String, _ name: Name, _ input: RawSpan) {
    var parts: [[String]] = []
    do throws(DERError) {
      var rest = name.relativeDistinguishedNames.reader(in: input)
      while !rest.isAtEnd {
        var attributes = try rest.readConstructed(.set)
        var part: [String] = []
        while !attributes.isAtEnd {
          let attribute: AttributeTypeAndValue = try attributes.read()
          let type = attribute.type.description
          let text = attribute.text(in: input)
          check(text, of: input.extracting(attribute.value.encodingRange).copy)
          part.append((keywords[type] ?? type) + "=" + text)
        }
        parts.append(part)
      }
    } catch {
      require(false, "read once, not twice: \(error)")
    }
    let expected = parts.map { $0.joined(separator: "+") }.joined(separator: ", ")
    require(text.utf8.elementsEqual(expected.utf8), "\(text), not \(expected)")
  }

  /// A string as its type says, or by ISO 8859-1 what that does not allow; anything else in hexadecimal.
  private static func check(_ text: String, of encoding: [UInt8]) {
    guard let header = NaiveHeader(der: encoding, at: 0, end: encoding.count) else {
      return require(false, "no element: \(encoding.hexadecimal)")
    }
    let contents = encoding[header.contents...]
    let widths: [UInt8: Int] = [
      0x0C: 1, 0x12: 1, 0x13: 1, 0x14: 1, 0x16: 1, 0x1A: 1, 0x1C: 4, 0x1E: 2,
    ]
    var expected = "#" + encoding.hexadecimal
    if let tag = header.tag, let width = widths[tag] {
      let isValid = NaiveValue.isString(contents, tagNumber: Int(tag))
      if tag == 0x0C, isValid {
        expected = String(decoding: contents, as: UTF8.self)
      } else {
        let step = isValid ? width : 1
        let starts = stride(from: contents.startIndex, to: contents.endIndex, by: step)
        let scalars = starts.compactMap { start in
          Unicode.Scalar(contents[start...].prefix(step).reduce(0) { $0 << 8 | UInt32($1) })
        }
        expected = String(String.UnicodeScalarView(scalars))
      }
    }
    require(text.utf8.elementsEqual(expected.utf8), "\(text), not \(expected)")
  }

  private static let keywords = [
    "2.5.4.3": "CN", "2.5.4.6": "C", "2.5.4.7": "L", "2.5.4.8": "ST", "2.5.4.10": "O",
    "2.5.4.11": "OU", "0.9.2342.19200300.100.1.1": "UID", "1.2.840.113549.1.9.1": "emailAddress",
  ]
}

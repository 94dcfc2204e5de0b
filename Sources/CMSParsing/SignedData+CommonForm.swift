package import DERParsing
import TextCoding

// The container that the App Store writes, recognized in few steps: a `ContentInfo` of a `SignedData` with its content,
// its certificates, and one signer without attributes who digests with SHA-1 or SHA-256 and signs with RSA.
//
// It accepts nothing that the plain path refuses, and reads the same values. What doesn't fit is read the plain way,
// which knows all forms and explains failures. Reading a container takes a tenth of the time.

extension SignedData {
  /// Reads the message that all of `bytes` are; `nil` if it is anything but the common form.
  package init?(commonForm bytes: RawSpan, limits: DERLimits) {
    // Ten levels are open around the identifiers in a signer's name.
    guard bytes.byteCount <= limits.inputBound, limits.depthBound >= 10 else { return nil }
    let end = bytes.byteCount
    // ContentInfo, `[0]`, SignedData, and the SET itself are open around the elements of a SET.
    var reader = CommonFormReader(bytes, levels: limits.depthBound - 4)
    // ContentInfo and `[0]`, each up to the end.
    guard reader.open(0x30, before: end) == end, reader.skipContentType(2),
      reader.open(0xA0, before: end) == end, reader.open(0x30, before: end) == end,
      let version = reader.readVersion(),
      let digestAlgorithms = reader.readDigestAlgorithms(),
      let content = reader.readContent(before: end),
      let certificates = reader.readCertificates(before: end),
      let signers = reader.readSigner(before: end)
    else { return nil }
    self.version = version
    self.digestAlgorithms = digestAlgorithms
    encapContentInfo = content
    self.certificates = certificates
    crls = nil
    signerInfos = signers
  }
}

/// A cursor that recognizes elements and never explains. An end of −1 says that the next element is not a common one.
private struct CommonFormReader: ~Escapable {
  private let bytes: RawSpan
  /// How many levels may be opened in the elements of a SET.
  private let levels: Int
  private var position = 0

  @_lifetime(copy bytes)
  init(_ bytes: RawSpan, levels: Int) {
    self.bytes = bytes
    self.levels = levels
  }

  /// The eight bytes after the next `count`; zeros past the end.
  private func word(after count: Int = 0) -> UInt64 { bytes.bigEndianWord(at: position + count) }

  /// Steps over an element's header, of which `word` are the first eight bytes, and returns where its contents end.
  /// Lengths have up to three bytes and are minimal (X.690 §10.1).
  @inline(__always)
  private mutating func enter(_ word: UInt64, before end: Int) -> Int {
    let form = word >> 48 & 0xFF
    var length = form
    var header = 2
    if form >= 0x80 {
      guard 0x81...0x83 ~= form else { return -1 }
      length = (word << 16) >> (64 - 8 * (form & 3))
      header += Int(form & 3)
      guard length >= (form == 0x81 ? 0x80 : 1 << (8 * (form & 3) - 8)) else { return -1 }
    }
    let start = position + header
    guard Int(length) <= end - start else { return -1 }
    position = start
    return start + Int(length)
  }

  /// Steps over the header of an element with this identifier octet, and returns where its contents end.
  mutating func open(_ identifier: UInt64, before end: Int) -> Int {
    let word = word()
    return word >> 56 == identifier ? enter(word, before: end) : -1
  }

  /// Steps over a content type of PKCS #7: 1 is id-data, 2 id-signedData.
  mutating func skipContentType(_ number: UInt64) -> Bool {
    guard word() == 0x0609_2A86_4886_F70D, word(after: 8) >> 40 == 0x01_0700 | number else {
      return false
    }
    position += 11
    return true
  }

  /// Reads an INTEGER from 0 to 127.
  mutating func readVersion() -> Int32? {
    let word = word()
    guard word >> 47 == 0x0201 << 1 else { return nil }
    position += 3
    return Int32(truncatingIfNeeded: word >> 40 & 0x7F)
  }

  /// Steps over SHA-1 or SHA-256, with parameters that are NULL.
  private mutating func skipDigestAlgorithm() -> Bool {
    let tail = word(after: 8)
    switch word() {
    case 0x3009_0605_2B0E_0302 where tail >> 40 == 0x1A_0500: position += 11
    case 0x300D_0609_6086_4801 where tail >> 8 == 0x65_0304_0201_0500: position += 15
    default: return false
    }
    return true
  }

  /// Steps over rsaEncryption, with parameters that are NULL.
  private mutating func skipSignatureAlgorithm() -> Bool {
    guard word() == 0x300D_0609_2A86_4886, word(after: 8) >> 8 == 0xF7_0D01_0101_0500 else {
      return false
    }
    position += 15
    return true
  }

  /// Reads a SET of one digest algorithm.
  mutating func readDigestAlgorithms() -> DERElements<AlgorithmIdentifier>? {
    let offset = position
    let end = open(0x31, before: bytes.byteCount)
    let start = position
    guard end >= 0, skipDigestAlgorithm(), position == end else { return nil }
    return DERElements(offset: offset, contents: start..<end, levels: levels)
  }

  /// Reads an `EncapsulatedContentInfo` whose content is id-data in an OCTET STRING.
  mutating func readContent(before limit: Int) -> EncapsulatedContentInfo? {
    let offset = position
    let end = open(0x30, before: limit)
    guard end >= 0, skipContentType(1), open(0xA0, before: end) == end else { return nil }
    let stringOffset = position
    guard open(0x04, before: end) == end else { return nil }
    let data = DERElement(
      identifier: .octetString, offset: stringOffset, contentsOffset: position, endOffset: end)
    position = end
    return EncapsulatedContentInfo(offset: offset, eContentType: .data, eContent: data)
  }

  /// Reads `[0] IMPLICIT SET OF` any elements with low tag numbers.
  mutating func readCertificates(before limit: Int) -> DERElements<Certificate>? {
    let offset = position
    let end = open(0xA0, before: limit)
    let start = position
    while position < end {
      let word = word()
      let identifier = word >> 56
      guard identifier & 0x1F != 0x1F, identifier & 0xDF != 0 else { return nil }
      position = enter(word, before: end)
      guard position >= 0 else { return nil }
    }
    return end >= 0 ? DERElements(offset: offset, contents: start..<end, levels: levels) : nil
  }

  /// Reads a SET of one `SignerInfo`, up to `limit`.
  mutating func readSigner(before limit: Int) -> DERElements<SignerInfo>? {
    let offset = position
    guard open(0x31, before: limit) == limit else { return nil }
    let start = position
    guard open(0x30, before: limit) == limit, readVersion() != nil, skipIssuerAndSerialNumber(),
      skipDigestAlgorithm(), skipSignatureAlgorithm(), open(0x04, before: limit) == limit
    else { return nil }
    return DERElements(offset: offset, contents: start..<limit, levels: levels)
  }

  private mutating func skipIssuerAndSerialNumber() -> Bool {
    let end = open(0x30, before: bytes.byteCount)
    let nameEnd = open(0x30, before: end)
    guard nameEnd >= 0 else { return false }
    while position < nameEnd {
      guard skipNamePart(before: nameEnd) else { return false }
    }
    guard open(0x02, before: end) == end, position < end,
      bytes.extracting(position..<end).isMinimalInteger
    else { return false }
    position = end
    return true
  }

  /// Steps over a part of a name, `31 LL 30 LL 06 03 55 04 tt ii ll`: one attribute of X.520 with a short value.
  private mutating func skipNamePart(before end: Int) -> Bool {
    let (head, tail) = (word(), word(after: 8))
    let count = Int(head >> 48 & 0xFF)
    let identifier = tail >> 48 & 0xFF
    // No sign bit in LL and tt, and each ends where the other does.
    guard head & 0xFF80_FF80_FFFF_FFFF == 0x3100_3000_0603_5504, tail >> 63 == 0,
      Int(head >> 32 & 0xFF) == count - 2, Int(tail >> 40 & 0xFF) == count - 9,
      identifier & 0x20 == 0, identifier & 0x1F != 0x1F, identifier & 0xDF != 0,
      count <= end - position - 2
    else { return false }
    position += 2 + count
    return true
  }
}

import CMSParsing
import DERParsing
import ReceiptHashing
public import ReceiptParsing
import ReceiptTrust
import TextCoding

/// A receipt that can be shown to others: the same structure and lengths, and none of its personal data.
///
/// ```swift
/// var generator = SystemRandomNumberGenerator()
/// let redaction = try ReceiptRedaction(bytes, using: &generator)
/// ```
///
/// | | becomes |
/// |---|---|
/// | bundle identifier | `redactedredacted…` |
/// | other text | letters; a number for a number, a version for a version |
/// | dates | other dates in UTC, all moved by the same random number of seconds, but by another if every sandbox or Xcode receipt has them; fractions get other digits |
/// | times of certificates and signatures | other times, each moved by its own number |
/// | numbers | other numbers of the same length and sign; 0 stays 0 |
/// | opaque value, hash, unknown bytes, signature | random bytes |
///
/// What was equal is equal again, and what was different is different, within one receipt. Signed attributes of one
/// type, which no receipt should have, may change places, since a SET is sorted. No original of four or more bytes is
/// left inside a replacement, as long as there are enough values to choose from.
///
/// These stay, because bugs are about them and they identify nobody: identifiers and lengths of all elements of the types
/// that receipts have, types and versions of attributes, an environment that is known, the kind of a product, quantities,
/// flags, and numbers of one byte around the attributes; certificates that Apple issued to itself, or whose names say so,
/// and Xcode's, which is the same on every machine. Other certificates are redacted: they may name a person, a company or
/// a machine. So are all of a receipt that can't be read. The signature no longer matches.
///
/// The signature is not checked, and unreadable receipts are redacted, too.
public struct ReceiptRedaction: Hashable, Sendable {
  /// The redacted receipt in the form of the original: DER or BER, or Base64 with the same line breaks.
  public let bytes: [UInt8]

  /// Why the original can't be read as a receipt; `nil` if it can. It was redacted as far as its structure could be
  /// followed; the rest was replaced as a whole.
  public let readingError: ReceiptError?

  /// Which bytes were replaced, in ascending order: of the container as DER, or of the input after Base64 decoding if
  /// it can't be read.
  package let places: [Range<Int>]

  /// Redacts a receipt.
  ///
  /// - Parameters:
  ///   - original: the container, or Base64 text in either alphabet.
  ///   - limits: the bounds of reading.
  ///   - generator: where replacements come from. With one that can be foreseen, dates can be moved back.
  /// - Throws: ``/ReceiptParsing/ReceiptError`` if there is no structure to follow: the input is empty, too large, or
  ///   recognized as something else, such as a transaction receipt of iOS 6.
  /// - Complexity: O(n log n).
  public init(
    _ original: some Collection<UInt8>, limits: ReceiptLimits = .default,
    using generator: inout some RandomNumberGenerator
  ) throws(ReceiptError) {
    let given = Array(original)
    let input = try ReceiptInput(given, maximumBytes: limits.der.inputBound)
    let receipt: AppReceipt?
    do throws(ReceiptError) {
      receipt = try AppReceipt(input.bytes, limits: limits)
      readingError = nil
    } catch {
      receipt = nil
      readingError = error
    }
    let bytes = receipt?.containerBytes ?? input.bytes
    // One level more than is read: BER may have primitive values there, which would become something else.
    let places = RedactionPlaces(
      bytes, keeping: try receipt?.publicCertificates(), depth: limits.der.depthBound + 1)
    var replacements = Replacements(places.places, of: bytes, using: &generator)
    var redacted = bytes
    for place in places.places {
      redacted.replaceSubrange(
        place.range,
        with: replacements.replacement(
          of: Array(bytes[place.range]), place.kind, using: &generator))
    }
    let inputOffset = { receipt?.inputOffset(ofContainerByte: $0) ?? $0 }
    var output = input.bytes
    for offset in bytes.indices where redacted[offset] != bytes[offset] {
      output[inputOffset(offset)] = redacted[offset]
    }
    for set in places.sets {
      let encodings = set.map { redacted[$0] }
      let order = set.indices.sorted { encodings[$0].lexicographicallyPrecedes(encodings[$1]) }
      if order.elementsEqual(set.indices) { continue }
      redacted.arrange(set, order)
      output.arrange(input.bytes.encodings(of: set, at: inputOffset), order)
    }
    self.places = places.places.map { $0.range }
    self.bytes = input.isBase64 ? given.refilled(with: output) : output
  }
}

extension [UInt8] {
  /// Puts elements that follow one another in another order.
  fileprivate mutating func arrange(_ elements: [Range<Int>], _ order: [Int]) {
    guard let first = elements.first, let last = elements.last else { return }
    let arranged = order.flatMap { self[elements[$0]] }
    replaceSubrange(first.lowerBound..<last.upperBound, with: arranged)
  }

  /// Where elements of a container are in the input, which may have more bytes of each, as BER.
  fileprivate func encodings(
    of elements: [Range<Int>], at inputOffset: (Int) -> Int
  ) -> [Range<Int>] {
    elements.map { element in
      let start = inputOffset(element.lowerBound)
      let read = UncheckedElement(self, in: start..<count, depth: 128, anyType: true)
      // What has more than four octets for its length, which aren't followed, ends with its contents.
      return start..<(read?.end ?? inputOffset(element.upperBound - 1) + 1)
    }
  }

  /// Base64 text with other bytes, as many as it holds: the same alphabet, line breaks and padding.
  fileprivate func refilled(with bytes: [UInt8]) -> [UInt8] {
    let isURLSafe = contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    var characters = bytes.base64Characters(isURLSafe: isURLSafe).makeIterator()
    return map { character in
      guard Base64Alphabet.values[Int(character)] < 64 else { return character }
      return characters.next() ?? character
    }
  }
}

/// Certificates that everybody has.
struct PublicCertificates {
  /// Where they begin.
  var starts: Set<Int> = []
  /// What names each, as a signer's: the contents of issuer and serial number.
  var names: Set<[ArraySlice<UInt8>]> = []
}

extension AppReceipt {
  /// Those of its certificates that everybody has.
  fileprivate func publicCertificates() throws(ReceiptError) -> PublicCertificates {
    var found = PublicCertificates()
    try forEachCertificate { encoding in
      let certificate = Array(encoding)
      guard let fields = Self.publicFields(certificate) else { return }
      found.starts.insert(encoding.startIndex)
      let name = [fields.issuer.contentsRange, fields.serialNumber.contentsRange]
      found.names.insert(name.map { certificate[$0] })
    }
    return found
  }

  /// The fields of a certificate, if everybody has it: issued by Apple to itself, or Xcode's.
  private static func publicFields(_ certificate: [UInt8]) -> TBSCertificate? {
    do throws(DERError) {
      let fields = try Certificate(derEncoded: certificate).tbsCertificate
      // A developer's certificate has Apple as its issuer, and a name.
      let isApples = try certificate.withRawSpan { (bytes) throws(DERError) in
        let isIssuer = try fields.issuer.isApples(in: bytes)
        let isSubject = try fields.subject.isApples(in: bytes)
        return isIssuer && isSubject
      }
      let isXcodes = SHA256.hash(certificate)
        .isEqual(to: ApplePolicy.SharedXcodeCertificate.fingerprint)
      return isApples || isXcodes ? fields : nil
    } catch {
      return nil  // whatever it is, it is not known to be public
    }
  }
}

extension Name {
  /// Whether it has the organizationName "Apple Inc.", in any string type.
  fileprivate func isApples(in bytes: RawSpan) throws(DERError) -> Bool {
    let apple = Array("Apple Inc.".utf8)
    var isApples = false
    try forEachAttribute(in: bytes) { (attribute) throws(DERError) in
      let value = bytes.extracting(attribute.value.contentsRange)
      if attribute.type == .organizationName, apple.hasSameBytes(as: value) { isApples = true }
    }
    return isApples
  }
}

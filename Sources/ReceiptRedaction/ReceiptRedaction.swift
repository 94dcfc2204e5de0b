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
/// | dates | other dates, all moved by the same random number of seconds |
/// | numbers | other numbers of the same length and sign; 0 stays 0 |
/// | opaque value, hash, unknown bytes, signature | random bytes |
///
/// What was equal is equal again, and what was different is different, within one receipt. Signed attributes of one
/// type, which no receipt should have, stand in ascending order again instead. No original of four or
/// more bytes is left inside a replacement, as long as there are enough values to choose from.
///
/// These stay, because bugs are about them and they identify nobody: identifiers and lengths of all elements, types and
/// versions of attributes, the environment, the kind of a product, quantities, and flags; certificates that Apple
/// issued to itself, by their names, and Xcode's, which is the same on every machine. Other certificates are redacted:
/// they may name a person, a company or a machine. The signature no longer matches.
///
/// The signature is not checked, and unreadable receipts are redacted, too.
public struct ReceiptRedaction: Hashable, Sendable {
  /// The redacted receipt in the form of the original: DER or BER, or Base64 with the same line breaks.
  public let bytes: [UInt8]

  /// Why the original can't be read as a receipt; `nil` if it can. It was redacted as far as its structure could be
  /// followed; the rest was replaced as a whole.
  public let readingError: ReceiptError?

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
    let input = try ReceiptInput(given, limits: limits, repairsSpaces: false)
    let receipt: AppReceipt?
    do throws(ReceiptError) {
      receipt = try AppReceipt(input.bytes, limits: limits)
      readingError = nil
    } catch {
      receipt = nil
      readingError = error
    }
    let bytes = receipt?.containerBytes ?? input.bytes
    let places = RedactionPlaces(
      bytes, keeping: try receipt?.publicParts() ?? [], depth: limits.der.depth,
      isReadable: receipt != nil
    ).places
    var replacements = Replacements(places, of: bytes, using: &generator)
    var redacted = bytes
    for place in places {
      redacted.replaceSubrange(
        place.range,
        with: replacements.replacement(
          of: Array(bytes[place.range]), place.kind, using: &generator))
    }
    if let receipt {
      OrderedSets(receipt).restore(
        &redacted, from: bytes, places.map { $0.range }, using: &generator)
    }
    if let receipt, receipt.form.encoding == .ber {
      var rewritten = input.bytes
      for place in places {
        for offset in place.range {
          rewritten[receipt.inputOffset(ofContainerByte: offset)] = redacted[offset]
        }
      }
      redacted = rewritten
    }
    self.bytes = input.isBase64 ? Base64Refilling.refilled(given, with: redacted) : redacted
  }
}

/// Puts other bytes into Base64 text: the same alphabet, line breaks and padding.
enum Base64Refilling {
  /// - Parameters:
  ///   - text: Base64 that was read.
  ///   - bytes: as many as it holds.
  static func refilled(_ text: [UInt8], with bytes: [UInt8]) -> [UInt8] {
    let isURLSafe = text.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    var characters = bytes.base64Characters(isURLSafe: isURLSafe).makeIterator()
    return text.map { character in
      guard Base64Alphabet.values[Int(character)] < 64 else { return character }
      return characters.next() ?? character
    }
  }
}

extension AppReceipt {
  /// Where certificates lie that everybody has, and what names one of them as the signer's: in ascending order.
  func publicParts() throws(ReceiptError) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var names: Set<[UInt8]> = []
    try withContainerBytes { (bytes) throws(ReceiptError) in
      var certificates = certificateReader
      while let encoding = try certificates.next()?.indices {
        guard let fields = Self.publicCertificate(encoding, bytes) else { continue }
        parts.append(encoding)
        names.insert(name(fields.issuer, fields.serialNumber))
      }
      var signers = signedData.signerInfos.reader(in: bytes)
      do throws(DERError) {
        while !signers.isAtEnd {
          let signer: SignerInfo = try signers.read()
          guard case .issuerAndSerialNumber(let sid) = signer.sid,
            names.contains(name(sid.issuer, sid.serialNumber))
          else { continue }
          parts.append(sid.issuer.bytes.lowerBound..<sid.serialNumber.bytes.upperBound)
        }
      } catch {
        // Not possible, since they were read before; anything not known to be public is redacted.
      }
    }
    return parts
  }

  /// What names a certificate. The serial number comes first, with its length, so that no two names are alike.
  private func name(_ issuer: Name, _ serialNumber: DERInteger) -> [UInt8] {
    let count = UInt32(truncatingIfNeeded: serialNumber.bytes.count)  // below 2³⁰
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
      + containerBytes[serialNumber.bytes] + containerBytes[issuer.bytes]
  }

  /// The fields of a certificate, if everybody has it: issued by Apple to itself, or Xcode's.
  private static func publicCertificate(
    _ encoding: Range<Int>, _ bytes: RawSpan
  ) -> TBSCertificate? {
    do throws(DERError) {
      var reader = DERReader(bytes, contents: encoding)
      let fields = try reader.read(as: Certificate.self).tbsCertificate
      let isXcodes = ApplePolicy.SharedXcodeCertificate.fingerprint.withRawSpan {
        SHA256.hash(bytes.extracting(encoding)).isEqual(to: $0)
      }
      // A developer's certificate has Apple as its issuer, and a name.
      let isApples = [fields.issuer, fields.subject].allSatisfy {
        bytes.extracting($0.bytes).hasAppleAsOrganization
      }
      return isApples || isXcodes ? fields : nil
    } catch {
      return nil  // whatever it is, it is not known to be public
    }
  }
}

extension RawSpan {
  /// Whether a name has the organizationName "Apple Inc.", in any string type.
  fileprivate var hasAppleAsOrganization: Bool {
    let type: [UInt8] = [0x06, 0x03, 0x55, 0x04, 0x0A]  // 2.5.4.10
    let value = [0x0A] + Array("Apple Inc.".utf8)  // with its length
    let count = type.count + 1 + value.count
    guard byteCount >= count else { return false }
    return (0...byteCount - count).contains { start in
      type.withRawSpan { extracting(start..<start + type.count).hasSameBytes(as: $0) }
        && value.withRawSpan {
          extracting(start + type.count + 1..<start + count).hasSameBytes(as: $0)
        }
    }
  }
}

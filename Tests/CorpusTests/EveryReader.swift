@testable import AppStoreReceipt
import CMSParsing
import DERParsing
import ReceiptHashing
@testable import ReceiptTrust
import TestSupport

/// Runs octets through everything that reads a span, whatever they are, and everything that can be read in what
/// was read. Only that nothing reads elsewhere is of interest.
enum EveryReader {
  /// Gives how many readers have accepted the octets.
  @discardableResult
  static func read(_ octets: RawSpan) -> Int {
    var accepted = 0
    if elements(octets) { accepted += 1 }
    accepted += values(octets)
    if message(octets) { accepted += 1 }
    if certificate(octets) { accepted += 1 }
    if streamed(octets) { accepted += 1 }
    if owned(octets) { accepted += 1 }
    if text(octets) { accepted += 1 }
    if transcoded(octets) { accepted += 1 }
    return accepted
  }

  // MARK: Elements

  private static func elements(_ octets: RawSpan) -> Bool {
    do throws(DERError) {
      var reader = try DERReader(octets)
      while !reader.isAtEnd { try element(&reader) }
      return true
    } catch {
      return false
    }
  }

  private static func element(_ reader: inout DERReader) throws(DERError) {
    let element = try reader.readElement()
    _ = octets(in: element.encoding, of: reader)
    guard element.identifier.isConstructed else { return }
    var contents = try reader.contents(of: element)
    while !contents.isAtEnd { try self.element(&contents) }
  }

  private static func octets(in range: Range<Int>, of reader: borrowing DERReader) -> UInt8 {
    let octets = reader.octets(in: range)
    return octets.byteCount > 0 ? octets.octet(at: octets.byteCount - 1) : 0
  }

  // MARK: Values

  /// The octets as the encoding of each type.
  private static func values(_ octets: RawSpan) -> Int {
    var accepted = 0
    func attempt<Value>(_ read: (inout DERReader) throws(DERError) -> Value) {
      do throws(DERError) {
        var reader = try DERReader(octets)
        _ = try read(&reader)
        accepted += 1
      } catch {
        _ = error.description
      }
    }
    attempt { (reader) throws(DERError) in try reader.read(as: Bool.self) }
    attempt { (reader) throws(DERError) in try reader.read(as: Int8.self) }
    attempt { (reader) throws(DERError) in try reader.read(as: Int32.self) }
    attempt { (reader) throws(DERError) in try reader.read(as: UInt64.self) }
    attempt { (reader) throws(DERError) in try reader.read(as: DERInteger.self) }
    attempt { (reader) throws(DERError) in try reader.read(as: DERBitString.self) }
    attempt { (reader) throws(DERError) in try reader.read(as: DERNamedBitList.self) }
    attempt { (reader) throws(DERError) in try reader.read(as: DEROctetString.self) }
    attempt { (reader) throws(DERError) in try reader.read(as: DERNull.self) }
    attempt { (reader) throws(DERError) in
      try reader.read(as: DERObjectIdentifier.self).description
    }
    attempt { (reader) throws(DERError) in try reader.readUTCTime().description }
    attempt { (reader) throws(DERError) in try reader.readGeneralizedTime().description }
    attempt { (reader) throws(DERError) in
      let string = try reader.readAnyString()
      return string.text(in: reader.octets)
    }
    attempt { (reader) throws(DERError) in try reader.readSetOf(of: Name.self, sorted: true) }
    attempt { (reader) throws(DERError) in reader.readShortInteger() ?? 0 }
    if octets.shortInteger != nil { accepted += 1 }
    if octets.shortContents(0x0C) != nil { accepted += 1 }
    return accepted
  }

  // MARK: Messages and certificates

  private static func message(_ octets: RawSpan) -> Bool {
    do throws(DERError) {
      guard let signedData = try ContentInfo(derEncoded: octets).signedData else { return true }
      var signers = DERReader(octets, contents: signedData.signerInfos)
      while !signers.isAtEnd {
        let signer: SignerInfo = try signers.read()
        if case .issuerAndSerialNumber(let sid) = signer.sid {
          _ = try sid.issuer.text(in: octets)
        }
      }
      if let certificates = signedData.certificates {
        _ = try? CertificateBag(DERReader(octets, contents: certificates))
        var reader = DERReader(octets, contents: certificates)
        while !reader.isAtEnd {
          let certificate = try reader.readElement()
          _ = self.certificate(octets.extracting(certificate.encoding))
        }
      }
      return true
    } catch {
      return false
    }
  }

  private static func certificate(_ octets: RawSpan) -> Bool {
    guard let certificate = try? Certificate(derEncoded: octets) else { return false }
    let fields = certificate.tbsCertificate
    _ = try? fields.issuer.text(in: octets)
    _ = try? fields.subject.text(in: octets)
    _ = try? CertificateProfile(certificate, in: octets)
    _ = MessageDigest(
      signatureAlgorithm: certificate.signatureAlgorithm.algorithm,
      of: octets.extracting(certificate.tbsCertificateEncoding))
    if let key = try? RSAPublicKey(fields.subjectPublicKeyInfo, in: octets, minimumBits: 1024) {
      let digest = MessageDigest.sha1(SHA1.hash(octets))
      try? key.verify(signature: octets.extracting(certificate.signatureValue.octets), of: digest)
    }
    return true
  }

  // MARK: Receipts

  private static func streamed(_ octets: RawSpan) -> Bool {
    do throws(ReceiptError) {
      let container = try ReceiptContainer(octets)
      var attributes = container.attributes
      while let attribute = try attributes.next() {
        _ = values(attribute.value)
        _ = text(attribute.value)
        guard attribute.type == .inAppReceipt else { continue }
        var inner = try attribute.inAppAttributes()
        while let attribute = try inner.next() { _ = text(attribute.value) }
      }
      _ = try ReceiptIndex(octets, ReceiptLayout(octets, limits: .default), limits: .default)
      _ = SHA256.hash(octets.extracting(container.content))
      return true
    } catch {
      return false
    }
  }

  private static func owned(_ octets: RawSpan) -> Bool {
    let isReceipt = (try? AppReceipt(octets)) != nil
    let isTransaction = (try? TransactionReceipt(octets)) != nil
    return isReceipt || isTransaction
  }

  // MARK: Text

  private static func text(_ octets: RawSpan) -> Bool {
    var accepted = ReceiptDate(octets) != nil
    accepted = UTF8Validation.isWellFormed(octets) || accepted
    for type in DERStringType.allCases where type.violation(in: octets) == nil {
      accepted = !type.text(of: octets).isEmpty || accepted
    }
    for repairs in [false, true] {
      accepted = (try? Base64Decoding(octets, spacesArePlusSigns: repairs)) != nil || accepted
    }
    return accepted
  }

  // MARK: BER

  private static func transcoded(_ octets: RawSpan) -> Bool {
    do throws(DERError) {
      let transcoding = try BERTranscoder.transcode(octets)
      return !transcoding.octets.isEmpty
    } catch {
      return false
    }
  }
}

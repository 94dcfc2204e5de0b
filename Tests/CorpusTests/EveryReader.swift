import CMSParsing
import DERParsing
import ReceiptHashing
import TestSupport

@testable import ReceiptParsing
@testable import ReceiptTrust
import TextCoding
@testable import TransactionReceipts

/// Runs bytes through everything that reads a span, whatever they are, and everything that can be read in what
/// was read. Only that nothing reads elsewhere is of interest.
enum EveryReader {
  /// Gives how many readers have accepted the bytes.
  @discardableResult
  static func read(_ bytes: RawSpan) -> Int {
    var accepted = 0
    if elements(bytes) { accepted += 1 }
    accepted += values(bytes)
    if message(bytes) { accepted += 1 }
    if certificate(bytes) { accepted += 1 }
    if streamed(bytes) { accepted += 1 }
    if owned(bytes) { accepted += 1 }
    if text(bytes) { accepted += 1 }
    if transcoded(bytes) { accepted += 1 }
    return accepted
  }

  // MARK: Elements

  private static func elements(_ bytes: RawSpan) -> Bool {
    do throws(DERError) {
      var reader = try DERReader(bytes)
      while !reader.isAtEnd { try element(&reader) }
      return true
    } catch {
      return false
    }
  }

  private static func element(_ reader: inout DERReader) throws(DERError) {
    let element = try reader.readElement()
    _ = bytes(in: element.encodingRange, of: reader)
    guard element.identifier.isConstructed else { return }
    var contents = try reader.contents(of: element)
    while !contents.isAtEnd { try self.element(&contents) }
  }

  private static func bytes(in range: Range<Int>, of reader: borrowing DERReader) -> UInt8 {
    let bytes = reader.bytes(in: range)
    return bytes.byteCount > 0 ? bytes.byte(at: bytes.byteCount - 1) : 0
  }

  // MARK: Values

  /// The bytes as the encoding of each type.
  private static func values(_ bytes: RawSpan) -> Int {
    var accepted = 0
    func attempt<Value>(_ read: (inout DERReader) throws(DERError) -> Value) {
      do throws(DERError) {
        var reader = try DERReader(bytes)
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
      return string.text(in: reader.bytes)
    }
    attempt { (reader) throws(DERError) in try reader.readSetOf(of: Name.self, sorted: true) }
    if Int64(integerOctets: bytes) != nil { accepted += 1 }
    if bytes.shortContents(0x0C) != nil { accepted += 1 }
    return accepted
  }

  // MARK: Messages and certificates

  private static func message(_ bytes: RawSpan) -> Bool {
    do throws(DERError) {
      guard let signedData = try ContentInfo(derEncoded: bytes).signedData else { return true }
      var signers = signedData.signerInfos.reader(in: bytes)
      while !signers.isAtEnd {
        let signer: SignerInfo = try signers.read()
        if case .issuerAndSerialNumber(let sid) = signer.sid {
          _ = try sid.issuer.text(in: bytes)
        }
      }
      if let certificates = signedData.certificates {
        _ = try? MessageCertificates(certificates.reader(in: bytes))
        var reader = certificates.reader(in: bytes)
        while !reader.isAtEnd {
          let certificate = try reader.readElement()
          _ = self.certificate(bytes.extracting(certificate.encodingRange))
        }
      }
      return true
    } catch {
      return false
    }
  }

  private static func certificate(_ bytes: RawSpan) -> Bool {
    guard let certificate = try? Certificate(derEncoded: bytes) else { return false }
    let fields = certificate.tbsCertificate
    _ = try? fields.issuer.text(in: bytes)
    _ = try? fields.subject.text(in: bytes)
    _ = try? CertificateProfile(certificate, for: .signer, in: bytes)
    _ = ApplePolicy.digest(
      signatureAlgorithm: certificate.signatureAlgorithm.algorithm,
      of: bytes.extracting(certificate.tbsCertificateEncoding))
    if let key = try? RSAPublicKey(fields.subjectPublicKeyInfo, in: bytes, minimumBits: 1024) {
      let digest = MessageDigest.sha1(SHA1.hash(bytes))
      try? key.verify(
        signature: bytes.extracting(certificate.signatureValue.bytesRange), of: digest)
    }
    return true
  }

  // MARK: Receipts

  private static func streamed(_ bytes: RawSpan) -> Bool {
    do throws(ReceiptError) {
      let container = try ReceiptContainer(bytes)
      var attributes = container.attributes
      while let attribute = try attributes.next() {
        _ = values(attribute.value)
        _ = text(attribute.value)
        guard attribute.type == .inAppReceipt else { continue }
        var inner = try attribute.inAppAttributes()
        while let attribute = try inner.next() { _ = text(attribute.value) }
      }
      _ = try ReceiptIndex(bytes, ReceiptLayout(bytes, limits: .default), limits: .default)
      _ = SHA256.hash(bytes.extracting(container.content))
      return true
    } catch {
      return false
    }
  }

  private static func owned(_ bytes: RawSpan) -> Bool {
    let isReceipt = (try? AppReceipt(bytes)) != nil
    let isTransaction = (try? TransactionReceipt(bytes.array)) != nil
    return isReceipt || isTransaction
  }

  // MARK: Text

  private static func text(_ bytes: RawSpan) -> Bool {
    var accepted = ReceiptDate(bytes) != nil
    accepted = bytes.isWellFormedUTF8() || accepted
    for type in DERStringType.allCases where type.violation(in: bytes) == nil {
      accepted = !type.text(of: bytes).isEmpty || accepted
    }
    for repairs in [false, true] {
      accepted = (try? Base64Decoding(bytes, spacesArePlusSigns: repairs)) != nil || accepted
    }
    return accepted
  }

  // MARK: BER

  private static func transcoded(_ bytes: RawSpan) -> Bool {
    do throws(DERError) {
      let transcoding = try BERTranscoder.transcode(bytes)
      return !transcoding.bytes.isEmpty
    } catch {
      return false
    }
  }
}

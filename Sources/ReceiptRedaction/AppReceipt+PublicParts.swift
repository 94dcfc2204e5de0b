import CMSParsing
import DERParsing
import ReceiptHashing
import ReceiptParsing
import ReceiptTrust

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
        // Not possible, they were read once already; what is not known to be public is redacted.
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

import CMSParsing
import DERParsing
import ReceiptHashing

extension AppReceipt {
  /// Where certificates lie that everybody has, and what names one of them as the signer's: in ascending order.
  func publicParts() throws(ReceiptError) -> [Range<Int>] {
    let encodings = try certificateEncodings().map { $0.indices }
    return withContainerOctets { octets in
      var parts: [Range<Int>] = []
      var certificates: [TBSCertificate] = []
      for encoding in encodings {
        guard let fields = Self.publicCertificate(encoding, octets) else { continue }
        parts.append(encoding)
        certificates.append(fields)
      }
      var signers = DERReader(octets, contents: signedData.signerInfos)
      do throws(DERError) {
        while !signers.isAtEnd {
          let signer: SignerInfo = try signers.read()
          guard case .issuerAndSerialNumber(let sid) = signer.sid,
            certificates.contains(where: { sid.names($0, in: octets) })
          else { continue }
          parts.append(sid.issuer.octets.lowerBound..<sid.serialNumber.octets.upperBound)
        }
      } catch {
        // Not possible, they were read once already; what is not known to be public is redacted.
      }
      return parts
    }
  }

  /// The fields of a certificate, if everybody has it: issued by Apple to itself, or Xcode's.
  private static func publicCertificate(
    _ encoding: Range<Int>, _ octets: RawSpan
  ) -> TBSCertificate? {
    do throws(DERError) {
      var reader = DERReader(octets, contents: encoding)
      let fields = try reader.read(as: Certificate.self).tbsCertificate
      let isXcodes = SharedXcodeCertificate.fingerprint.withRawSpan {
        SHA256.hash(octets.extracting(encoding)).isEqual(to: $0)
      }
      // A developer's certificate has Apple as its issuer, and a name.
      let isApples = [fields.issuer, fields.subject].allSatisfy {
        octets.extracting($0.octets).hasAppleAsOrganization
      }
      return isApples || isXcodes ? fields : nil
    } catch {
      return nil  // whatever it is, it is not known to be public
    }
  }
}

extension IssuerAndSerialNumber {
  fileprivate func names(_ certificate: TBSCertificate, in octets: RawSpan) -> Bool {
    octets.extracting(issuer.octets).hasSameOctets(as: octets.extracting(certificate.issuer.octets))
      && octets.extracting(serialNumber.octets)
        .hasSameOctets(as: octets.extracting(certificate.serialNumber.octets))
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
      type.withRawSpan { extracting(start..<start + type.count).hasSameOctets(as: $0) }
        && value.withRawSpan {
          extracting(start + type.count + 1..<start + count).hasSameOctets(as: $0)
        }
    }
  }
}

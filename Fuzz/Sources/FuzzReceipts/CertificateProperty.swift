import CMSParsing
import DERParsing
package import FuzzSupport
import ReceiptTrust

/// What `Certificate` accepts has its parts in their order, each in one piece; what is inside them can be read;
/// a certificate for Xcode is made of every one with an order in its dates, and a trust anchor of no other.
package enum CertificateProperty: FuzzProperty {
  package static let name = "certificate"

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let bytes = input.copy
    let first = Answer(input)
    require((first.value != nil) == NaiveCertificate.isOne(bytes), "\(bytes.hexadecimal)")
    if let certificate = first.value {
      check(certificate, input, bytes)
    } else if let error = first.error {
      require(0...bytes.count ~= error.offset, "offset of \(error)")
    }
    places.forEach(bytes) { bytes, place in
      require(Answer(bytes) == first, "the same answer in \(place)")
    }
  }

  private static func check(_ certificate: Certificate, _ input: RawSpan, _ bytes: [UInt8]) {
    let fields = certificate.tbsCertificate
    require(certificate.encoding == 0..<bytes.count, "the whole input")
    let tbs = certificate.tbsCertificateEncoding
    guard let outer = NaiveHeader(der: bytes, at: 0, end: bytes.count),
      let inner = NaiveHeader(der: bytes, at: outer.contents, end: bytes.count)
    else { fatalError("VIOLATED: no DER \(bytes.hexadecimal)") }
    require(tbs == outer.contents..<inner.end, "what is signed")
    let parts = [
      fields.serialNumber.bytes, fields.signature.encoding, fields.issuer.bytes,
      fields.subject.bytes, fields.subjectPublicKeyInfo.encoding, fields.extensions?.contents,
      certificate.signatureAlgorithm.encoding, certificate.signatureValue.bytes,
    ].compactMap { $0 }
    for (part, next) in zip(parts, parts.dropFirst()) {
      require(part.upperBound <= next.lowerBound, "in their order")
    }
    require(parts.allSatisfy { $0.upperBound <= bytes.count }, "inside")
    let agree =
      bytes[fields.signature.encoding] == bytes[certificate.signatureAlgorithm.encoding]
    require(certificate.signatureAlgorithmsAgree == agree, "the algorithms agree: \(agree)")
    require(0...2 ~= fields.version, "version")
    let isOrdered = fields.validity.notBefore <= fields.validity.notAfter
    do throws(DERError) {
      _ = try fields.issuer.text(in: input)
      _ = try fields.subject.text(in: input)
      try fields.extensions?.forEach(in: input) { (_) throws(DERError) in }
    } catch {
      require(false, "read once, not twice: \(error)")
    }
    checkTrust(bytes, isOrdered: isOrdered)
  }

  private static func checkTrust(_ bytes: [UInt8], isOrdered: Bool) {
    do throws(TrustedCertificateError) {
      _ = try XcodeCertificate(certificate: bytes)
      require(isOrdered, "a certificate for Xcode is valid at some time")
    } catch {
      require(error.code == .neverValid && !isOrdered, "read once, not twice: \(error)")
    }
    do throws(TrustedCertificateError) {
      _ = try TrustAnchor(certificate: bytes)
      require(isOrdered, "an anchor is valid at some time")
    } catch {
      require((error.code == .neverValid) == !isOrdered, "the dates first: \(error)")
      require(error.code != .malformedCertificate, "read once, not twice: \(error)")
    }
  }

  /// What `Certificate` says.
  private struct Answer: Equatable {
    private(set) var value: Certificate?
    private(set) var error: DERError?

    init(_ bytes: RawSpan) {
      do throws(DERError) {
        value = try Certificate(derEncoded: bytes)
      } catch {
        self.error = error
      }
    }
  }
}

import CMSParsing
import DERParsing
package import FuzzSupport
import ReceiptTrust

/// What `Certificate` accepts has its parts in their order, each in one piece; what is inside them can be read;
/// a certificate for Xcode is made of every one with an order in its dates, and a trust anchor of no other.
package enum CertificateProperty: FuzzProperty {
  package static let name = "certificate"

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let octets = input.copy
    let first = Answer(input)
    if let certificate = first.value {
      check(certificate, input, octets)
    } else if let error = first.error {
      require(0...octets.count ~= error.offset, "offset of \(error)")
    }
    places.forEach(octets) { octets, place in
      require(Answer(octets) == first, "the same answer in \(place)")
    }
  }

  private static func check(_ certificate: Certificate, _ input: RawSpan, _ octets: [UInt8]) {
    let fields = certificate.tbsCertificate
    require(certificate.encoding == 0..<octets.count, "the whole input")
    let tbs = certificate.tbsCertificateEncoding
    guard let outer = NaiveHeader(der: octets, at: 0, end: octets.count),
      let inner = NaiveHeader(der: octets, at: outer.contents, end: octets.count)
    else { fatalError("VIOLATED: no DER \(octets.hexadecimal)") }
    require(tbs == outer.contents..<inner.end, "what is signed")
    let parts = [
      fields.serialNumber.octets, fields.signature.encoding, fields.issuer.octets,
      fields.subject.octets, fields.subjectPublicKeyInfo.encoding, fields.extensions,
      certificate.signatureAlgorithm.encoding, certificate.signatureValue.octets,
    ].compactMap { $0 }
    for (part, next) in zip(parts, parts.dropFirst()) {
      require(part.upperBound <= next.lowerBound, "in their order")
    }
    require(parts.allSatisfy { $0.upperBound <= octets.count }, "inside")
    let agree =
      octets[fields.signature.encoding] == octets[certificate.signatureAlgorithm.encoding]
    require(certificate.signatureAlgorithmsAgree == agree, "the algorithms agree: \(agree)")
    require(0...2 ~= fields.version, "version")
    let isOrdered = fields.validity.notBefore <= fields.validity.notAfter
    do throws(DERError) {
      _ = try fields.issuer.text(in: input)
      _ = try fields.subject.text(in: input)
      var extensions = DERReader(input, contents: fields.extensions ?? 0..<0)
      while !extensions.isAtEnd { _ = try extensions.read(as: CertificateExtension.self) }
    } catch {
      require(false, "read once, not twice: \(error)")
    }
    checkTrust(octets, isOrdered: isOrdered)
  }

  private static func checkTrust(_ octets: [UInt8], isOrdered: Bool) {
    do throws(TrustedCertificateError) {
      _ = try XcodeCertificate(certificate: octets)
      require(isOrdered, "a certificate for Xcode is valid at some time")
    } catch {
      require(error.code == .neverValid && !isOrdered, "read once, not twice: \(error)")
    }
    do throws(TrustedCertificateError) {
      _ = try TrustAnchor(certificate: octets)
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

    init(_ octets: RawSpan) {
      do throws(DERError) {
        value = try Certificate(derEncoded: octets)
      } catch {
        self.error = error
      }
    }
  }
}

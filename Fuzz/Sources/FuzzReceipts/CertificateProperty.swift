import CMSParsing
import DERParsing
import FuzzDER
package import FuzzSupport
import ReceiptTrust
import ReceiptValidation
import TransactionReceipts

/// `Certificate` accepts what a naive reader accepts, with the same fields, and what is inside them can be read. What is
/// wrong first, where and in which field, a naive schema says, too. An
/// `XcodeCertificate` can be made of each whose dates are in order; a `TrustAnchor`, if it is an authority's, too.
package enum CertificateProperty: FuzzProperty {
  package static let name = "certificate"

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let bytes = input.copy
    let first = Answer(input)
    let naive = NaiveCertificate(bytes)
    let fault = NaiveSchema.certificate.fault(in: bytes)
    require(first.error.map { NaiveFault($0) } == fault, "\(first), not \(fault, default: "valid")")
    require(Answer(bytes) == first, "the same as an array")
    if naive != nil { ForeignCertificate.check(bytes) }
    checkIssuer(bytes, first)
    if let fault { checkRefused(bytes, fault) }
    if let certificate = first.value {
      naive?.check(certificate, input)
      check(certificate, input, bytes, naive)
    }
    places.forEach(bytes) { bytes, place in
      require(Answer(bytes) == first, "the same answer in \(place)")
    }
  }

  /// What may have issued a transaction receipt's is any certificate, as it is.
  private static func checkIssuer(_ bytes: [UInt8], _ answer: Answer) {
    do throws(DERError) {
      let issuer = try IssuerCertificate(certificate: bytes)
      require(answer.error == nil && issuer.encoding == bytes, "an issuer: \(answer)")
    } catch {
      require(error == answer.error, "\(error), not \(answer)")
    }
  }

  /// Whoever wants to trust it is told what is wrong with it, and where.
  private static func checkRefused(_ bytes: [UInt8], _ fault: NaiveFault) {
    for isXcodes in [false, true] {
      do throws(ReceiptSignatureError) {
        if isXcodes {
          _ = try XcodeCertificate(certificate: bytes)
        } else {
          _ = try TrustAnchor(certificate: bytes)
        }
        require(false, "trusted in spite of \(fault)")
      } catch {
        require(
          error.code == .malformedCertificate && error.offset == fault.offset
            && error.der.map { NaiveFault($0) } == fault, "\(error), not \(fault)")
      }
    }
  }

  private static func check(
    _ certificate: Certificate, _ input: RawSpan, _ bytes: [UInt8], _ naive: NaiveCertificate?
  ) {
    let fields = certificate.tbsCertificate
    let isOrdered = fields.validity.notBefore <= fields.validity.notAfter
    do throws(DERError) {
      _ = try fields.issuer.text(in: input)
      _ = try fields.subject.text(in: input)
    } catch {
      require(false, "read once, not twice: \(error)")
    }
    checkTrust(
      bytes, fields, naive, isOrdered: isOrdered,
      isXcodes: isXcodes(bytes[fields.subjectPublicKeyInfo.encodingRange]))
  }

  /// Whether it is the public key of the certificate that every Xcode signs with.
  private static func isXcodes(_ key: ArraySlice<UInt8>) -> Bool {
    NaiveHash.sha256.digest(Array(key)).hexadecimal
      == "01030de55f09a8cd04a7cefc0b57fa6c9438697f7b8fcf48124e13d168b68ec7"
  }

  private static func checkTrust(
    _ bytes: [UInt8], _ fields: TBSCertificate, _ naive: NaiveCertificate?, isOrdered: Bool,
    isXcodes: Bool
  ) {
    let isAuthority = naive?.isAuthority == true
    do throws(ReceiptSignatureError) {
      _ = try XcodeCertificate(certificate: bytes)
      require(isOrdered, "a certificate for Xcode is valid at some time")
    } catch {
      require(error.code == .neverValid && !isOrdered, "read once, not twice: \(error)")
      require(error.offset == fields.validity.offset, "where its dates are: \(error)")
    }
    do throws(ReceiptSignatureError) {
      _ = try TrustAnchor(certificate: bytes)
      require(
        isOrdered && isAuthority && !isXcodes, "an anchor is valid at some time, and an authority's"
      )
    } catch {
      require((error.code == .neverValid) == !isOrdered, "the dates first: \(error)")
      require(error.code != .malformedCertificate, "read once, not twice: \(error)")
      require(
        (error.code == .sharedXcodeCertificate) == (isOrdered && isXcodes), "Xcode's: \(error)")
      require(!isOrdered || !isAuthority || isXcodes, "no anchor: \(error)")
      require(
        !isOrdered || isXcodes || naive?.breaks(error.code, at: error.offset) == true,
        "what an authority is: \(error)")
      require(
        isOrdered || error.offset == fields.validity.offset, "where its dates are: \(error)")
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

    init(_ bytes: [UInt8]) {
      do throws(DERError) {
        value = try Certificate(derEncoded: bytes)
      } catch {
        self.error = error
      }
    }
  }
}

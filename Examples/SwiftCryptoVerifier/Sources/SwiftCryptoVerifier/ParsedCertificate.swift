import AppStoreReceipt
import Foundation
import SwiftASN1
import X509

/// A certificate as swift-certificates reads it, and the few bytes that it does not hand out.
///
/// It has names as values; the policy compares them byte by byte. It makes the forms of a signature algorithm
/// one, so that nobody can see whether both places in the certificate agree; and it forgets unused bits in the
/// signature, which are bytes that no signature covers.
struct ParsedCertificate: Sendable {
  /// The whole certificate.
  let encoding: ArraySlice<UInt8>

  /// The encoded serial number.
  let serialNumber: ArraySlice<UInt8>

  /// The encoded name of the issuer.
  let issuer: ArraySlice<UInt8>

  /// The encoded name of the subject.
  let subject: ArraySlice<UInt8>

  /// Whether the certificate names the same signature algorithm twice (RFC 5280 §4.1.1.2).
  let algorithmsAgree: Bool

  /// Whether the signature is a whole number of bytes.
  let hasWholeSignature: Bool

  private let certificate: Result<Certificate, ReceiptSignatureError>

  /// Reads a certificate.
  ///
  /// - Throws: `ReceiptSignatureError` with `notACertificate` or `malformedCertificate`.
  init(derEncoded bytes: [UInt8]) throws(ReceiptSignatureError) {
    let node: ASN1Node
    do {
      node = try DER.parse(bytes)
    } catch {
      throw ReceiptSignatureError(.malformedCertificate)
    }
    try self.init(node)
  }

  /// Reads a certificate.
  ///
  /// - Throws: `ReceiptSignatureError` with `notACertificate` or `malformedCertificate`.
  init(_ node: ASN1Node) throws(ReceiptSignatureError) {
    guard node.identifier == .sequence else { throw ReceiptSignatureError(.notACertificate) }
    encoding = node.encodedBytes
    do {
      var parts = try node.elements(.sequence)[...]
      var fields = try parts.next().elements(.sequence)[...]
      let algorithm = try parts.next().encodedBytes
      hasWholeSignature = try ASN1BitString(derEncoded: parts.next()).paddingBits == 0

      _ = fields.nextIfPresent(.contextSpecific(0))  // version
      serialNumber = try fields.next().encodedBytes
      algorithmsAgree = try fields.next().encodedBytes == algorithm
      issuer = try fields.next().encodedBytes
      _ = try fields.next()  // validity
      subject = try fields.next().encodedBytes
      certificate = try Self.certificate(node)
    } catch {
      throw ReceiptSignatureError(.malformedCertificate)
    }
  }

  /// What swift-certificates reads.
  ///
  /// - Throws: `ReceiptSignatureError` when it is a certificate, but of a kind that swift-certificates does not
  ///   support. Such a one may lie in the bag; whoever needs it learns so here.
  func contents() throws(ReceiptSignatureError) -> Certificate {
    try certificate.get()
  }

  /// Checks that the date lies within the certificate's validity.
  ///
  /// - Throws: `ReceiptSignatureError` with `certificateNotYetValid` or `certificateExpired`.
  func checkValidity(at date: Date) throws(ReceiptSignatureError) {
    let contents = try contents()
    guard contents.notValidBefore <= date else {
      throw ReceiptSignatureError(.certificateNotYetValid)
    }
    guard date <= contents.notValidAfter else { throw ReceiptSignatureError(.certificateExpired) }
  }

  private static func certificate(
    _ node: ASN1Node
  ) throws -> Result<Certificate, ReceiptSignatureError> {
    do {
      return .success(try Certificate(derEncoded: node))
    } catch let error as CertificateError {
      switch error.code {
      case .duplicateOID: return .failure(ReceiptSignatureError(.repeatedExtension))
      case .unsupportedPublicKeyAlgorithm: return .failure(ReceiptSignatureError(.keyNotUsable))
      default: return .failure(ReceiptSignatureError(.unsupportedCertificateAlgorithm))
      }
    } catch let error as ASN1Error {
      throw error
    } catch {
      return .failure(ReceiptSignatureError(.keyNotUsable))  // from swift-crypto
    }
  }
}

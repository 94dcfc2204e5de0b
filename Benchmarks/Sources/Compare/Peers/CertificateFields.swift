import CMSParsing
import DERParsing
import Foundation
import SwiftASN1
import X509

/// What everybody who reads a certificate has to agree on.
struct CertificateFields: Equatable {
  /// Without the zero in front of a number whose highest bit is set.
  let serialBytes: Int
  /// In seconds since 1970.
  let notAfter: Int64
  let keyBytes: Int
  let extensions: Int

  init(serialBytes: Int, notAfter: Int64, keyBytes: Int, extensions: Int) {
    self.serialBytes = serialBytes
    self.notAfter = notAfter
    self.keyBytes = keyBytes
    self.extensions = extensions
  }

  /// Of ours.
  init(_ certificate: CMSParsing.Certificate, in bytes: [UInt8]) throws {
    let fields = certificate.tbsCertificate
    let serial = bytes[fields.serialNumber.contentsRange]
    serialBytes = serial.count - (serial.count > 1 && serial.first == 0 ? 1 : 0)
    notAfter = fields.validity.notAfter.secondsSince1970
    keyBytes = fields.subjectPublicKeyInfo.subjectPublicKey.bytesRange.count
    var count = 0
    if let extensions = fields.extensions {
      try bytes.withDERReader { (reader) throws(DERError) in
        try extensions.forEach(in: reader.bytes) { _ in count += 1 }
        _ = reader.readRemaining()
      }
    }
    extensions = count
  }

  /// Of swift-certificates'.
  init(_ certificate: X509.Certificate) {
    serialBytes = certificate.serialNumber.bytes.count
    notAfter = Int64(certificate.notValidAfter.timeIntervalSince1970)
    keyBytes = certificate.publicKey.subjectPublicKeyInfoBytes.count
    extensions = certificate.extensions.count
  }
}

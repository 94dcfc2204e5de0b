import TestSupport

/// Parts of messages and certificates, each as small as it can be.
enum Sample {
  static let data = DER.oid("1.2.840.113549.1.7.1")
  static let signedDataType = DER.oid("1.2.840.113549.1.7.2")
  static let sha256 = DER.sequence(DER.oid("2.16.840.1.101.3.4.2.1"), DER.null)
  static let rsa = DER.sequence(DER.oid("1.2.840.113549.1.1.1"), DER.null)
  static let sha256WithRSA = DER.sequence(DER.oid("1.2.840.113549.1.1.11"), DER.null)

  /// `CN=…`.
  static func name(_ commonName: String) -> [UInt8] {
    DER.sequence(DER.set(attribute("2.5.4.3", DER.utf8(commonName))))
  }

  /// One attribute of a name.
  static func attribute(_ type: String, _ value: [UInt8]) -> [UInt8] {
    DER.sequence(DER.oid(type), value)
  }

  static let issuer = name("I")
  static let subject = name("S")
  static let validity = DER.sequence(
    DER.utcTime("200401175235Z"), DER.utcTime("400327175235Z"))
  static let key = DER.sequence(rsa, DER.bitString([0x30, 0x00]))
  static let issuerAndSerialNumber = DER.sequence(issuer, DER.integer(0x1234))

  static let version3 = DER.constructed(0, DER.integer(2))
  static let keyUsage = DER.sequence(
    DER.oid("2.5.29.15"), DER.boolean(true), DER.octetString([0x03, 0x02, 0x07, 0x80]))
  static let extensions = DER.constructed(3, DER.sequence(keyUsage))

  /// The members of a TBSCertificate from serialNumber to subjectPublicKeyInfo.
  static let tbsMembers = [DER.integer(7), sha256WithRSA, issuer, validity, subject, key]
  static let tbsCertificate = DER.element(0x30, of: [version3] + tbsMembers + [extensions])
  static let certificate = DER.sequence(tbsCertificate, sha256WithRSA, DER.bitString([0x5A, 0xA5]))

  /// The members of a SignerInfo without its optional ones.
  static let signerMembers = [
    DER.integer(1), issuerAndSerialNumber, sha256, rsa, DER.octetString([1, 2, 3]),
  ]
  static let signerInfo = DER.element(0x30, of: signerMembers)

  static let encapContentInfo = DER.sequence(
    data, DER.constructed(0, DER.octetString([0x31, 0x00])))
  /// The members of a SignedData, the optional ones included.
  static let signedDataMembers = [
    DER.integer(1), DER.set(sha256), encapContentInfo, DER.constructed(0, certificate),
    DER.constructed(1, DER.sequence(DER.integer(5))), DER.set(signerInfo),
  ]
  static let signedData = DER.element(0x30, of: signedDataMembers)
}

extension [[UInt8]] {
  /// The list with one member replaced.
  func with(_ index: Int, _ member: [UInt8]) -> [[UInt8]] {
    var members = self
    members[index] = member
    return members
  }

  /// The list without one member.
  func without(_ index: Int) -> [[UInt8]] {
    var members = self
    members.remove(at: index)
    return members
  }
}

import CMSParsing
import DERParsing
import FuzzDER
import FuzzSupport
import ReceiptParsing
import ReceiptTrust
import ReceiptValidation

/// Whether what the error of a verifier says is true of the part that it points at.
struct SignatureClaims {
  let receipt: AppReceipt
  let types: NaiveTypes
  private let signers: [SignerInfo]
  private let signerElements: [NaiveHeader]
  /// The members of the set of certificates.
  let members: [NaiveHeader]
  /// What the verifier goes by; `nil` if none was asked.
  private let trust: NaiveTrust?

  /// - Parameter receipt: one that was DER, so that places are those in the container.
  init(_ receipt: AppReceipt, _ verifier: AppleSignatureVerifier?) {
    (self.receipt, trust) = (receipt, verifier.map { NaiveTrust($0) })
    let types = NaiveTypes(bytes: receipt.containerBytes)
    let message = receipt.signedData
    signers = receipt.withContainerBytes { bytes in
      var signers: [SignerInfo] = []
      try? message.signerInfos.forEach(in: bytes) { (signer) throws(DERError) in
        signers.append(signer)
      }
      return signers
    }
    signerElements = types.elements(message.signerInfos.contentsRange) ?? []
    members = message.certificates.flatMap { types.elements($0.contentsRange) } ?? []
    self.types = types
  }

  /// - Parameter verifier: whose error it is, unless none was asked.
  static func check(
    _ error: ReceiptSignatureError, _ receipt: AppReceipt, _ verifier: AppleSignatureVerifier? = nil
  ) {
    guard receipt.form.encoding == .der, !receipt.form.isBase64 else { return }
    let claims = SignatureClaims(receipt, verifier)
    require(claims.isTrue(error), "\(error)")
  }

  private func isTrue(_ error: ReceiptSignatureError) -> Bool {
    let (message, offset) = (receipt.signedData, error.offset)
    if error.code == .unsupportedMessageVersion { return message.version != 1 && offset == nil }
    guard let signer = signers.first else { return error.code == .noSigner && offset == nil }
    switch error.code {
    case .noSigner: return false
    case .severalSigners: return signers.count > 1 && offset == signerElements[1].offset
    case .unsupportedSignerVersion: return signer.version != 1 && offset == nil
    case .unsupportedSignerIdentifier:
      if case .subjectKeyIdentifier = signer.sid { return offset == nil } else { return false }
    case .unsupportedDigestAlgorithm:
      return offset == signer.digestAlgorithm.encodingRange.lowerBound && digest(of: signer) == nil
    case .unsupportedSignatureAlgorithm:
      return offset == signer.signatureAlgorithm.encodingRange.lowerBound
        && digest(of: signer).map { !isAgreed(signer, $0) } == true
    case .digestAlgorithmsDisagree: return offset != nil && offset == placeOfDisagreement
    case .creationDateUnreadable: return receipt.creationDate == nil && offset == nil
    case .signedAttributeMissing, .signedAttributeRepeated, .contentTypeDiffers,
      .messageDigestDiffers:
      return offset == signer.signedAttrs?.offset && hasFault(error.code, signer)
    case .signedAttributeInvalid:
      return signer.signedAttrs?.encodingRange.contains((offset ?? 0) - 1) == true
        && !areUsual(signer)
    case .signatureMismatch:
      // One in eight is computed again, which takes its time.
      let isSampled = types.bytes.reduce(0) { $0 + Int($1) } % 8 == 0
      return offset == signer.signature.lowerBound
        && (!isSampled || SignatureProof(receipt)?.isRight != true)
    case .signerCertificateMissing:
      return offset == message.signerInfos.contentsRange.lowerBound && signerMember == nil
    case .notACertificate:
      return members.first { $0.tag != 0x30 }.map { $0.offset == offset } == true
    case .tooManyCertificates: return trust.map { isTooMany(offset, $0) } ?? false
    case .malformedCertificate:
      return error.der != nil && error.der.map { NaiveFault($0) } == firstFault
    default: return isTrueOfCertificate(error)
    }
  }

  // MARK: The message

  /// SHA-1 or SHA-256, without parameters.
  func digest(of signer: SignerInfo) -> NaiveHash? {
    [NaiveHash.sha1, .sha256].first { isAlgorithm(signer.digestAlgorithm, $0.identifier) }
  }

  /// Whether the signature's algorithm is rsaEncryption, or the one that names SHA-256, too.
  private func isAgreed(_ signer: SignerInfo, _ digest: NaiveHash) -> Bool {
    (digest == .sha256 ? [1, 11] : [1]).contains { number in
      isAlgorithm(
        signer.signatureAlgorithm, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, number])
    }
  }

  /// Whether it is this one, without parameters.
  private func isAlgorithm(_ algorithm: AlgorithmIdentifier, _ identifier: [UInt8]) -> Bool {
    let fields = types.bytes[algorithm.encodingRange].dropFirst(2)
    let name = [0x06, UInt8(identifier.count)] + identifier
    return fields.elementsEqual(name) || fields.elementsEqual(name + [0x05, 0x00])
  }

  /// Of the one algorithm that is another one, of the second one, or where the first one should be.
  private var placeOfDisagreement: Int? {
    let range = receipt.signedData.digestAlgorithms.contentsRange
    let listed = types.elements(range) ?? []
    guard listed.count == 1 else { return listed.isEmpty ? range.lowerBound : listed[1].offset }
    guard let fields = types.parts(listed[0], 0x30), let signer = signers.first,
      let own = types.elements(signer.digestAlgorithm.encodingRange)?.first,
      let name = types.parts(own, 0x30)?.first
    else { return nil }
    let isSame = types.contents(fields[0]) == types.contents(name)
    let hasParameters = fields.count > 1 && fields[1].tag != 0x05
    return isSame && !hasParameters ? nil : listed[0].offset
  }

  // MARK: Certificates

  var signerMember: NaiveHeader? {
    guard case .issuerAndSerialNumber(let name)? = signers.first?.sid else { return nil }
    return members.first { member in
      guard let fields = certificate(member)?.tbsCertificate else { return false }
      let own = types.bytes[member.encoding]
      func part(_ range: Range<Int>) -> ArraySlice<UInt8> {
        own[member.offset + range.lowerBound..<member.offset + range.upperBound]
      }
      return part(fields.issuer.contentsRange).elementsEqual(types.bytes[name.issuer.contentsRange])
        && part(fields.serialNumber.contentsRange)
          .elementsEqual(types.bytes[name.serialNumber.contentsRange])
    }
  }

  private var firstFault: NaiveFault? {
    for member in members {
      if var fault = NaiveSchema.certificate.fault(in: Array(types.bytes[member.encoding])) {
        fault.offset += member.offset
        return fault
      }
    }
    return nil
  }

  func certificate(_ member: NaiveHeader) -> Certificate? {
    try? Certificate(derEncoded: Array(types.bytes[member.encoding]))
  }

  /// Of a certificate, errors say where it begins; of an extension, where that does.
  private func isTrueOfCertificate(_ error: ReceiptSignatureError) -> Bool {
    let date = (receipt.creationDate?.millisecondsSince1970 ?? 0)
    let seconds = date >= 0 ? date / 1000 : -((999 - date) / 1000)
    guard let offset = error.offset else {
      // Of a root, which is no part of the receipt.
      return trust?.isTrueOfRoot(error.code, seconds) == true
    }
    guard let member = members.first(where: { $0.encoding.contains(offset) }),
      let certificate = certificate(member)
    else { return false }
    let fields = certificate.tbsCertificate
    let extensions = rows(certificate, member)
    func value(_ number: UInt8) -> ArraySlice<UInt8>? {
      extensions.first { $0.identifier == [0x55, 0x1D, number] }?.value
    }
    let isAuthority = value(0x13)?.dropFirst(2).starts(with: [0x01, 0x01, 0xFF]) == true
    let place = extensions.firstIndex { $0.offset == offset }
    let isStart = offset == member.offset
    switch error.code {
    case .certificateExpired:
      return isStart && seconds > fields.validity.notAfter.secondsSince1970
    case .certificateNotYetValid:
      return isStart && seconds < fields.validity.notBefore.secondsSince1970
    case .unsupportedCertificateVersion: return isStart && fields.version != 2
    case .certificateAlgorithmsDisagree: return isStart && !certificate.signatureAlgorithmsAgree
    case .tooManyExtensions: return place == trust?.limits.extensions
    case .repeatedExtension:
      return place.map { place in
        extensions[..<place].contains { $0.identifier == extensions[place].identifier }
      } == true
    case .unknownCriticalExtension:
      let unknown = extensions.filter {
        $0.isCritical && ![0x13, 0x0F].map { [0x55, 0x1D, $0] }.contains($0.identifier)
      }
      let first = unknown.first { $0.identifier != [0x55, 0x1D, 0x25] } ?? unknown.first
      return first?.offset == offset
    case .malformedExtension:
      // What is missing at its end is where the next one begins.
      guard let own = extensions.first(where: { $0.value.endIndex >= offset }),
        var fault = NaiveSchema.extensions[own.identifier]?
          .fault(in: Array(own.value), isInside: true)
      else { return false }
      fault.offset += own.value.startIndex
      return error.der.map { NaiveFault($0) } == fault
    case .notAnAuthority: return isStart && !isAuthority
    case .isAnAuthority: return isStart && isAuthority
    case .wrongKeyUsage:
      // digitalSignature of the signer, keyCertSign of the others
      let bits = value(0x0F)?.dropFirst(3).first ?? 0
      return isStart && bits & (member == signerMember ? 0x80 : 0x04) == 0
    case .leafMarkerMissing: return isStart && !has(Self.marks + [6, 11, 1], extensions)
    case .intermediateMarkerMissing: return isStart && !has(Self.marks + [6, 2, 1], extensions)
    case .leafPolicyMissing:
      return isStart && !policies(value(0x20)).contains(Self.marks + [5, 6, 1])
    case .keyNotUsable:
      let key = fields.subjectPublicKeyInfo.encodingRange
      return key.lowerBound...key.upperBound ~= offset - member.offset
        && !isUsableKey(of: member, minimumBits: trust?.minimumKeyBits ?? 2048)
    default: return isStart && trust.map { isTrueOfPath(error.code, member, $0) } ?? false
    }
  }

  /// 1.2.840.113635.100.
  private static let marks: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64]

  private typealias Row = (
    offset: Int, identifier: [UInt8], isCritical: Bool, value: ArraySlice<UInt8>
  )

  /// The identifiers of `CertificatePolicies` (RFC 5280 §4.2.1.4).
  private func policies(_ value: ArraySlice<UInt8>?) -> [[UInt8]] {
    guard let value, let list = types.elements(value.indices)?.first else { return [] }
    return (types.parts(list, 0x30) ?? []).compactMap { policy in
      types.parts(policy, 0x30)?.first.map { Array(types.contents($0)) }
    }
  }

  private func has(_ identifier: [UInt8], _ extensions: [Row]) -> Bool {
    extensions.contains { $0.identifier == identifier }
  }

  /// The extensions of a certificate, with their places in the receipt.
  private func rows(_ certificate: Certificate, _ member: NaiveHeader) -> [Row] {
    guard let range = certificate.tbsCertificate.extensions?.contentsRange else { return [] }
    let place = member.offset + range.lowerBound..<member.offset + range.upperBound
    return (types.elements(place) ?? []).compactMap { element in
      guard let fields = types.parts(element, 0x30), let value = fields.last else { return nil }
      return (
        element.offset, Array(types.contents(fields[0])),
        fields.count == 3 && types.contents(fields[1]) == [0xFF], types.contents(value)
      )
    }
  }
}

import CMSParsing
import FuzzSupport
import ReceiptParsing
import ReceiptValidation

// Whether the certificates lead from the signer to a root: by names first, then by signatures.

extension SignatureClaims {
  /// Whether that is true of the certificate that an error points at.
  func isTrueOfPath(
    _ code: ReceiptSignatureError.Code, _ member: NaiveHeader, _ trust: NaiveTrust
  ) -> Bool {
    guard let own = names(of: member), let signer = signerMember, let signers = names(of: signer)
    else { return false }
    let isSigner = member == signer
    let isIssuer = !isSigner && own.subject == signers.issuer
    let isBelowRoot = trust.roots.contains(own.issuer)
    let isBelowOther = NaiveTrust.otherRoots.contains(own.issuer)
    // The root may be there too, or what calls itself one.
    let issuers = issuers(of: member)
    let hasMore = issuers.contains { names(of: $0).map { $0.subject != $0.issuer } == true }
    switch code {
    case .embeddedRootDiffers: return trust.roots.contains(own.subject)
    case .issuerMissing:
      return isSigner && issuers.isEmpty && !isBelowRoot && own.subject != own.issuer
    case .untrustedRoot where isSigner:
      return issuers.isEmpty && (isBelowRoot || own.subject == own.issuer)
    // The root itself in the place of the certificate below it.
    case .untrustedRoot where isBelowRoot: return isIssuer && trust.roots.contains(own.subject)
    case .untrustedRoot: return isIssuer && !isBelowOther && !hasMore
    case .pathTooLong: return isIssuer && !isBelowRoot && !isBelowOther && hasMore
    case .unsupportedAppleRoot: return isIssuer && isBelowOther
    case .xcodeNotAllowed:
      let isAllowed = trust.allowsXcode && receipt.environment == .xcode && members.count == 1
      return isSigner && !isAllowed && trust.isXcodes(encoding(of: member))
    case .unsupportedCertificateAlgorithm:
      return (isBelowRoot || isSigner && !issuers.isEmpty) && hash(of: member) == nil
    case .certificateSignatureMismatch:
      guard let hash = self.hash(of: member), isBelowRoot || isSigner && !issuers.isEmpty else {
        return false
      }
      // One in 32 is computed again, which takes its time.
      guard types.bytes.reduce(0, { $0 + Int($1) }) % 32 == 0 else { return true }
      let keys =
        isBelowRoot ? [trust.key] : issuers.map { SignatureProof.key(of: encoding(of: $0)) }
      return keys.contains { key in
        key.map { !isSigned(member, hash, by: $0) } ?? true
      }
    default: return false
    }
  }

  /// The others of the name of a certificate's issuer.
  func issuers(of member: NaiveHeader) -> [NaiveHeader] {
    guard let issuer = names(of: member)?.issuer else { return [] }
    return members.filter { $0 != member && names(of: $0)?.subject == issuer }
  }

  func encoding(of member: NaiveHeader) -> [UInt8] { Array(types.bytes[member.encoding]) }

  /// The contents of both names.
  func names(of member: NaiveHeader) -> (subject: [UInt8], issuer: [UInt8])? {
    guard let fields = certificate(member)?.tbsCertificate else { return nil }
    let own = encoding(of: member)
    return (Array(own[fields.subject.contentsRange]), Array(own[fields.issuer.contentsRange]))
  }

  /// RFC 8017, appendix A.2.4: the hash that it was signed with; `nil` for what is not that, or has parameters.
  private func hash(of member: NaiveHeader) -> NaiveHash? {
    guard let parts = types.parts(member, 0x30), parts.count == 3,
      let fields = types.parts(parts[1], 0x30), let name = fields.first.map({ types.contents($0) }),
      fields.count == 1 || fields[1].tag == 0x05,
      name.dropLast() == [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1]
    else { return nil }
    let hashes: [UInt8: NaiveHash] = [5: .sha1, 11: .sha256, 12: .sha384, 13: .sha512]
    return name.last.flatMap { hashes[$0] }
  }

  /// Slow.
  private func isSigned(
    _ member: NaiveHeader, _ hash: NaiveHash, by key: (modulus: [UInt8], exponent: UInt64)
  ) -> Bool {
    guard let parts = types.parts(member, 0x30), parts.count == 3, key.exponent > 0,
      types.contents(parts[2]).first == 0
    else { return false }
    return NaiveSignature.isRight(
      Array(types.contents(parts[2]).dropFirst()), of: Array(types.bytes[parts[0].encoding]), hash,
      modulus: key.modulus, exponent: key.exponent)
  }

  /// Whether a key is as RFC 3279 §2.3.1 says, odd, of so many to 4,096 bits, and has an odd exponent of 2 to 33 bits.
  func isUsableKey(of member: NaiveHeader, minimumBits: Int) -> Bool {
    let own = NaiveTypes(bytes: encoding(of: member))
    guard let info = certificate(member)?.tbsCertificate.subjectPublicKeyInfo,
      let fields = own.elements(info.encodingRange)?.first.flatMap({ own.parts($0, 0x30) }),
      own.bytes[fields[0].encoding].elementsEqual(
        [0x30, 0x0D, 0x06, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 1, 0x05, 0]),
      own.contents(fields[1]).first == 0,
      let keys = own.elements(fields[1].contents + 1..<fields[1].end), keys.count == 1,
      let numbers = own.parts(keys[0], 0x30), numbers.count == 2,
      numbers.allSatisfy({ own.isInteger($0) && own.contents($0)[$0.contents] < 0x80 })
    else { return false }
    let digits = numbers.map { NaiveNumber.shortened(Array(own.contents($0))) }
    let bits = digits.map { $0.count * 8 - ($0.first?.leadingZeroBitCount ?? 0) }
    return max(1024, minimumBits) <= bits[0] && bits[0] <= 4096 && 2...33 ~= bits[1]
      && digits.allSatisfy { $0.last.map { $0 % 2 } == 1 }
  }
}

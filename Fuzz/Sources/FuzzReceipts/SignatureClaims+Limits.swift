import CMSParsing
import DERParsing
import FuzzSupport
import ReceiptTrust

// How much there is to read and to check.

extension SignatureClaims {
  /// Whether it is the first one beyond the limit, or the one whose signature is one too many to check.
  func isTooMany(_ offset: Int?, _ trust: NaiveTrust) -> Bool {
    let limits = trust.limits
    guard members.count <= limits.certificates else {
      return offset == members[limits.certificates].offset
    }
    let claims = claims(trust)
    if let place = claims.firstIndex(where: { $0.offset == offset }) {
      if place == limits.signatureChecks { return true }
    }
    // Behind those the signer's, with the key of one issuer after the other.
    guard let signer = signerMember, signer.offset == offset else { return false }
    let candidates = issuers(of: signer).count
    return candidates > 0 && claims.count + candidates > limits.signatureChecks
  }

  /// The certificates that say that a root has signed them, each once.
  private func claims(_ trust: NaiveTrust) -> [NaiveHeader] {
    var claims: [NaiveHeader] = []
    for member in members {
      guard let names = self.names(of: member), trust.roots.contains(names.issuer),
        !trust.roots.contains(names.subject)
      else { continue }
      let own = encoding(of: member)
      if !claims.contains(where: { encoding(of: $0) == own }) { claims.append(member) }
    }
    return claims
  }

  /// What a genuine receipt needs if each of several issuers is tried, once, however often it is there; and whether that
  /// is the least, as it doesn't depend on which of them comes first.
  func needs(_ trust: NaiveTrust) -> (limits: SignatureLimits, areLeast: Bool)? {
    // Xcode's is alone, and nothing else is asked of it.
    guard members.count > 1 else {
      return (
        SignatureLimits(certificates: members.count, extensions: 0, signatureChecks: 0), true
      )
    }
    guard let signer = signerMember else { return nil }
    let issuers = issuers(of: signer)
    let count = Set(issuers.map { encoding(of: $0) }).count
    let limits = SignatureLimits(
      certificates: members.count,
      extensions: ([signer] + issuers).map { extensionCount(of: $0) }.max() ?? 0,
      signatureChecks: claims(trust).count + count)
    return (limits, count == 1)
  }

  private func extensionCount(of member: NaiveHeader) -> Int {
    guard let range = certificate(member)?.tbsCertificate.extensions?.contentsRange else {
      return 0
    }
    let place = member.offset + range.lowerBound..<member.offset + range.upperBound
    return types.elements(place)?.count ?? 0
  }
}

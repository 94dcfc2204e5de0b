import AppStoreReceipt
import CMSParsing
import DERParsing
import FuzzSupport
import ReceiptParsing
import ReceiptTrust
import ReceiptValidation
import TransactionReceipts

// Verifiers for many threads, and with many roots.

extension VerifierProperty {
  /// What remembers for many threads says what one without a memory does: of a receipt, of the same once more, and of
  /// one with another byte among its certificates.
  ///
  /// - Parameter found: what the fixtures' verifier says of the receipt.
  static func checkRemembering(_ receipt: AppReceipt, _ found: ReceiptSignatureError?) {
    let usual = SignedFixtures.shared.verifier
    let verifier = RememberingVerifier(usual)
    for _ in 0..<2 {
      let error = judgement(of: receipt, verifier)
      require(
        error == found, "\(error, default: "nothing"), not \(found, default: "nothing")")
    }
    if found == nil { checkDepth(receipt, verifier) }
    require(judgement(of: receipt, RememberingVerifier.apple) != nil, "verified under Apple's root")
    guard let range = receipt.signedData.certificates?.contentsRange, !range.isEmpty else { return }
    var bytes = receipt.containerBytes
    let place = bytes.suffix(64).reduce(0) { $0 &* 31 &+ Int($1) } % range.count
    bytes[range.lowerBound + abs(place)] ^= 1
    guard let other = Answer(bytes).receipt else { return }
    let (error, expected) = (judgement(of: other, verifier), judgement(of: other, usual))
    require(
      error == expected,
      "\(error, default: "nothing") of a neighbor, not \(expected, default: "nothing")")
  }

  /// Certificates that are remembered aren't read again: not even if the receipt was read with too little depth for
  /// them. Only those of a path are remembered, with no others beside them.
  ///
  /// - Parameters:
  ///   - receipt: one that both verifiers have verified.
  ///   - verifier: what remembers that one.
  private static func checkDepth(_ receipt: AppReceipt, _ verifier: RememberingVerifier) {
    let usual = SignedFixtures.shared.verifier
    let (claims, trust) = (SignatureClaims(receipt, usual), NaiveTrust(usual))
    guard let signer = claims.signerMember, claims.issuers(of: signer).count == 1 else { return }
    let rest = claims.members.filter { member in
      claims.names(of: member).map { trust.roots.contains($0.subject) } != true
    }
    guard rest.count == 2, claims.members.count <= 3 else { return }
    let shallower = (8..<12).reversed().lazy.compactMap { depth in
      try? AppReceipt(
        receipt.containerBytes, limits: ReceiptLimits(der: DERLimits(maximumDepth: depth)))
    }
    guard let shallow = shallower.first(where: { judgement(of: $0, usual) != nil }) else { return }
    let remembered = judgement(of: shallow, verifier)
    require(remembered == nil, "\(remembered, default: "nothing") of what is remembered")
  }

  /// Of several roots of one name that one counts which has signed, and is valid then. What Apple's root has signed is
  /// not taken for signed by another root of that name.
  ///
  /// - Parameter receipt: one that the fixtures' verifier has verified.
  static func checkRoots(_ receipt: AppReceipt) {
    let fixtures = SignedFixtures.shared
    let found = judgement(of: receipt, fixtures.crowdedVerifier)
    require(found == nil, "\(found, default: "nothing") with more roots of one name")
    let encodings = (try? receipt.certificateEncodings()) ?? []
    let hasApples = encodings.contains { encoding in
      IssuerCertificate.apple.contains { encoding.elementsEqual($0.encoding) }
    }
    guard hasApples else { return }
    let error = judgement(of: receipt, fixtures.namesakesVerifier)
    require(error != nil, "verified under a root of the name of Apple's")
  }

  /// What any verifier says.
  static func judgement(
    of receipt: AppReceipt, _ verifier: some ReceiptSignatureVerifier
  ) -> ReceiptSignatureError? {
    do throws(ReceiptSignatureError) {
      try receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
        try verifier.verify(material)
      }
      return nil
    } catch {
      return error
    }
  }
}

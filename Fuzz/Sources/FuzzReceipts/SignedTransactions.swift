import FuzzSupport
import ReceiptTrust
import ReceiptValidation
package import TransactionReceipts

/// The transaction receipts that the test authority has signed.
package struct SignedTransactions: Sendable {
  package static let shared = SignedTransactions()

  /// What all genuine ones say, each with its signature.
  private let proofs: Set<Proof>
  private let purchases: Set<[UInt8]>
  /// Those of the signers, which are not signed with the purchase; and others that are as good.
  private let certificates: Set<[UInt8]>
  package let verifier: AppleTransactionVerifier
  private let forgeries: JudgedForgeries
  /// These verify nothing: there is something wrong with their issuers.
  private let otherVerifiers: [AppleTransactionVerifier]
  /// This one verifies all of them, though of some issuers it has others of the same name in front.
  private let crowdedVerifier: AppleTransactionVerifier

  private init() {
    do {
      let issuers = try [
        "Transactions/store.cer", "authority/developer-relations-sha1.cer",
        "authority/developer-relations-sha256.cer",
      ].map { try IssuerCertificate(certificate: FixtureFiles.bytes($0)) }
      let anchors = [try TrustAnchor(certificate: FixtureFiles.bytes("authority/root.cer"))]
      verifier = AppleTransactionVerifier(anchors: anchors, issuers: issuers)
      otherVerifiers = try ["by-other-root", "by-relations", "key-usage", "no-marker", "short-key"]
        .map { name in
          let issuer = try FixtureFiles.bytes("Transactions/I08-\(name).cer")
          return AppleTransactionVerifier(
            anchors: anchors, issuers: [try IssuerCertificate(certificate: issuer)])
        }
      let namesakes = try ["no-marker", "key-usage"].map { name in
        try IssuerCertificate(certificate: FixtureFiles.bytes("Transactions/I08-\(name).cer"))
      }
      crowdedVerifier = AppleTransactionVerifier(
        anchors: anchors, issuers: namesakes + issuers)
      forgeries = try JudgedForgeries("Transactions", to: ".plist")
      var proofs: Set<Proof> = []
      for bytes in try FixtureFiles.manifest("Transactions").signed(to: ".plist") {
        let receipt = try TransactionReceipt(bytes)
        try verifier.verify(receipt.signatureMaterial())
        proofs.insert(try Proof(receipt))
      }
      self.proofs = proofs
      purchases = Set(proofs.map(\.purchase))
      let others = try ["L08-issuer-expired", "L09-v3-expired", "I08-by-other-root"].map { name in
        try Proof(TransactionReceipt(FixtureFiles.bytes("Transactions/\(name).plist")))
      }
      certificates = Set((proofs + others).map(\.certificate))
    } catch {
      fatalError("the fixtures of the tests are no good: \(error)")
    }
  }

  /// A forgery is refused for what is wrong with it.
  func check(_ bytes: [UInt8], _ answer: TransactionAnswer) {
    forgeries.check(bytes, answer, verifier)
  }

  /// Whether a receipt has all that a validated one has to have.
  func isGenuine(_ receipt: TransactionReceipt) -> Bool {
    guard let proof = try? Proof(receipt) else { return false }
    return proofs.contains(proof)
      || purchases.contains(proof.purchase) && certificates.contains(proof.certificate)
        && proof.isRight
  }

  /// A genuine receipt whose issuer is not good, or missing. What is wrong with an issuer has no place in the receipt.
  func checkIssuers(_ receipt: TransactionReceipt) {
    guard let material = try? receipt.signatureMaterial() else { return }
    let isFound = (try? crowdedVerifier.verify(material)) != nil
    require(isFound, "its issuer isn't found behind others of its name")
    for verifier in otherVerifiers {
      do throws(ReceiptSignatureError) {
        try verifier.verify(material)
        require(false, "verified with an issuer that is not good")
      } catch {
        let place = (try? receipt.signature())?.certificate.startIndex
        require(error.offset == (error.code == .issuerMissing ? place : nil), "where: \(error)")
      }
    }
  }

  private struct Proof: Hashable {
    let version: UInt8
    let purchase: [UInt8]
    let signature: [UInt8]
    let certificate: [UInt8]

    init(_ receipt: TransactionReceipt) throws {
      let parts = try receipt.signature()
      purchase = receipt.purchaseInfo.bytes
      (version, signature) = (parts.version, Array(parts.signature))
      certificate = Array(parts.certificate)
    }

    /// Slow.
    var isRight: Bool {
      guard let key = SignatureProof.key(of: certificate) else { return false }
      return NaiveSignature.isRight(
        signature, of: [version] + purchase, .sha1, modulus: key.modulus, exponent: key.exponent)
    }
  }
}

import CMSParsing
import DERParsing
import ReceiptParsing
import ReceiptValidation

/// A signed message around a payload, `SignedData` of RFC 5652 §5.1 in the form that receipts have: one signer, no
/// attributes next to the content.
struct SignedMessage {
  /// What is signed.
  let content: [UInt8]
  let digestAlgorithm: ReceiptDigestAlgorithm
  /// The signer's certificate, and those above it.
  let path: [TestCertificate]
  /// Whether the signature algorithm names the digest too, as Xcode has it.
  let namesSignatureDigest: Bool
  let faults: Set<ReceiptFault>

  /// The whole container.
  ///
  /// - Parameter sent: what to put where the content belongs: the signature matches only what was signed.
  func container(
    carrying sent: [UInt8], _ encoding: ReceiptForm.Encoding
  ) -> DEREncoding {
    /// The five outer elements, which have an indefinite length in Xcode's receipts.
    func outer(_ identifier: DERIdentifier, _ elements: [DEREncoding]) -> DEREncoding {
      switch encoding {
      case .der: DEREncoding(identifier, elements: elements)
      case .ber: .indefinite(identifier, elements: elements)
      }
    }
    let octetString = DEREncoding.octetString(sent)
    let eContent =
      encoding == .der
      ? octetString
      : .indefinite(.octetString.togglingConstructed, elements: [octetString])
    let encapContentInfo = outer(
      .sequence,
      [.objectIdentifier(.data), outer(.contextSpecific(constructed: 0), [eContent])])
    let certificates =
      faults.contains(.noCertificates)
      ? []
      : [DEREncoding(.contextSpecific(constructed: 0), elements: path.map(\.encoding))]
    let signedData = outer(
      .sequence,
      [.integer(1), .set(of: [listedDigestAlgorithm]), encapContentInfo] + certificates
        + [.set(of: signerInfos)])
    return outer(
      .sequence,
      [.objectIdentifier(.signedData), outer(.contextSpecific(constructed: 0), [signedData])])
  }

  private var signerInfos: [DEREncoding] {
    if faults.contains(.noSigner) { return [] }
    return [DEREncoding](repeating: signerInfo, count: faults.contains(.twoSigners) ? 2 : 1)
  }

  private var signerInfo: DEREncoding {
    let signatureAlgorithm: DERObjectIdentifier =
      namesSignatureDigest ? digestAlgorithm.signatureAlgorithm : .rsaEncryption
    var signature = path[0].key.signature(of: content, digestAlgorithm)
    if faults.contains(.signatureChanged) { signature[signature.count - 1] ^= 1 }
    return .sequence(
      .integer(1), path[0].issuerAndSerialNumber, signersDigestAlgorithm,
      .sequence(.objectIdentifier(signatureAlgorithm), .null), .octetString(signature))
  }

  /// The digest algorithm in the list at the message's beginning.
  private var listedDigestAlgorithm: DEREncoding {
    if faults.contains(.unknownDigest) { return Self.unknownDigestAlgorithm }
    guard faults.contains(.digestsDisagree) else { return signersDigestAlgorithm }
    return Self.algorithm(digestAlgorithm == .sha1 ? .sha256 : .sha1)
  }

  /// The digest algorithm that the signer names.
  private var signersDigestAlgorithm: DEREncoding {
    faults.contains(.unknownDigest)
      ? Self.unknownDigestAlgorithm : Self.algorithm(digestAlgorithm.objectIdentifier)
  }

  private static var unknownDigestAlgorithm: DEREncoding { algorithm(.sha512) }

  private static func algorithm(_ identifier: DERObjectIdentifier) -> DEREncoding {
    .sequence(.objectIdentifier(identifier), .null)
  }
}

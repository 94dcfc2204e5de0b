import CMSParsing
import DERParsing
import ReceiptValidation
import TextCoding

/// A path of certificates that a verifier has judged, known by all bytes of the certificates in the message and of what
/// names the signer.
///
/// What a verifier says of certificates depends on these bytes, on what it trusts, and on the time at which they must be
/// valid; nothing else of a receipt matters. So a path that led to an anchor once needs no second look while the time
/// lies within the validity of all its certificates. Only such paths are remembered whose certificates are all needed:
/// others, added by anybody to a genuine receipt, would fill the memory.
package final class VerifiedPath: Sendable {
  private let certificates: [UInt8]
  private let signerIdentifier: [UInt8]
  /// When all certificates of the path are valid, the anchor's too, in seconds since 1970.
  private let validity: ClosedRange<Int64>
  /// The signer's.
  let key: RSAPublicKey

  init(
    _ material: borrowing ReceiptSignatureMaterial, validity: ClosedRange<Int64>, key: RSAPublicKey
  ) {
    certificates = material.certificateBytes.array
    signerIdentifier = material.signerIdentifierBytes.array
    self.validity = validity
    self.key = key
  }

  /// Whether a message has the same certificates and names the same signer, and they are valid at that time.
  func leads(_ material: borrowing ReceiptSignatureMaterial, at seconds: Int64) -> Bool {
    validity.contains(seconds) && certificates.hasSameBytes(as: material.certificateBytes)
      && signerIdentifier.hasSameBytes(as: material.signerIdentifierBytes)
  }

  fileprivate func isSame(as other: VerifiedPath) -> Bool {
    certificates == other.certificates && signerIdentifier == other.signerIdentifier
      && validity == other.validity
  }
}

/// The paths that a verifier remembers.
package struct VerifiedPaths: Sendable {
  /// How many: Apple has signed all receipts with fewer than a dozen certificates.
  static let capacity = 16

  private var paths: [VerifiedPath] = []

  /// Nothing is known yet.
  package init() {}

  /// The path of a message, if it is known.
  func path(of material: borrowing ReceiptSignatureMaterial, at seconds: Int64) -> VerifiedPath? {
    for path in paths where path.leads(material, at: seconds) { return path }
    return nil
  }

  /// Remembers a path, in place of the oldest if there is no room.
  package mutating func insert(_ path: VerifiedPath) {
    guard !paths.contains(where: { $0.isSame(as: path) }) else { return }
    if paths.count == Self.capacity { paths.removeFirst() }
    paths.append(path)
  }
}

extension ReceiptSignatureMaterial {
  /// The contents of the SET of certificates.
  fileprivate var certificateBytes: RawSpan {
    @_lifetime(copy self)
    get { container.extracting(signedData.certificates?.contentsRange ?? 0..<0) }
  }

  /// What names the signer: from its issuer to its serial number. Empty if it is named in another way, which no path is.
  fileprivate var signerIdentifierBytes: RawSpan {
    @_lifetime(copy self)
    get {
      guard case .issuerAndSerialNumber(let name) = signerInfo.sid else {
        return container.extracting(0..<0)
      }
      return container.extracting(
        name.issuer.contentsRange.lowerBound..<name.serialNumber.contentsRange.upperBound)
    }
  }
}

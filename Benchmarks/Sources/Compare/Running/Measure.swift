/// What is measured.
enum Measure: String, CaseIterable {
  case walk, owned, materialise, identifier, latest, validate, sha1, sha256, rsa2048, date, base64
  case batch
  case der
  case certificate = "der-certificate"

  /// Those that take a receipt, whosever it is.
  static let ofReceipts: [Measure] = [
    .walk, .owned, .materialise, .identifier, .latest, .validate, .base64,
  ]

  var title: String {
    switch self {
    case .walk: "Walk over every attribute, values as borrowed ranges"
    case .owned: "Owned receipt, every field reachable"
    case .materialise: "Owned receipt, every string, number and date read"
    case .identifier: "Base64 to the identifier for the App Store Server API"
    case .latest: "The latest expiry of one product, streamed"
    case .validate: "Parse, certificate path, signature, device hash"
    case .sha1: "SHA-1"
    case .sha256: "SHA-256"
    case .rsa2048: "RSA-2048 PKCS #1 v1.5 verification, key kept"
    case .date: "One date out of text"
    case .base64: "Base64 of a receipt"
    case .der: "DER of other kinds: every element, per file"
    case .certificate: "Certificates as values, per certificate"
    case .batch: "receipt batch, one process, per receipt"
    }
  }

  /// What one operation is about, as in *receipts a second*.
  var unit: String {
    switch self {
    case .sha1, .sha256: "digests"
    case .rsa2048: "signatures"
    case .date: "dates"
    case .der: "files"
    case .certificate: "certificates"
    default: "receipts"
    }
  }

  /// What a reader of the rows has to know.
  var note: String? {
    switch self {
    case .walk: "swift-asn1 makes a tree"
    case .owned:
      "openssl reads the container alone, asn1c the payload alone; C walkers write a list"
    case .materialise: "swift-asn1 leaves dates as text"
    case .identifier: "ours decodes every purchase; walk is over the receipt's bytes"
    case .latest: "every purchase is of the product; walk and c-walker read no value"
    case .validate:
      "openssl reads nothing of the payload, swift-certificates gets all parts for free"
    case .der: "swift-asn1 makes a tree; plain C and OpenSSL check no minimal lengths"
    case .certificate: "openssl is d2i_X509, which makes the key and leaves extensions for later"
    case .base64: "digits and padding checked in both, line breaks allowed in ours"
    default: nil
    }
  }
}

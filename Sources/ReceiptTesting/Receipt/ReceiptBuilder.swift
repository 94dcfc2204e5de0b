import ReceiptHashing
public import ReceiptParsing
import ReceiptTrust
public import ReceiptValidation

/// Writes App Store receipts for tests.
///
/// ```swift
/// let authority = TestAuthority()
/// var builder = ReceiptBuilder(bundleIdentifier: "com.example.app", appVersion: "1.0")
/// builder.purchases = [.nonConsumable("com.example.full", purchased: "2026-01-01T00:00:00Z")]
/// let bytes = builder.bytes(signedBy: authority)
/// ```
///
/// Dates are the text to write into the receipt, as in ``TestPurchase``. The same values always give the same
/// bytes.
public struct ReceiptBuilder: Hashable, Sendable {
  /// Attribute 2.
  public var bundleIdentifier: String

  /// Attribute 3.
  public var appVersion: String

  /// Attribute 0.
  public var environment: ReceiptEnvironment = .production

  /// Attribute 12: the time at which certificates are judged.
  public var creationDate = "2026-01-01T00:00:00Z"

  /// What the hash, attribute 5, is computed for.
  public var device = DeviceIdentifier(bytes: [UInt8](repeating: 0, count: 16))

  /// Attribute 4: 16 bytes from the App Store, 8 from Xcode.
  public var opaqueValue: [UInt8] = Array(0xA0...0xAF)

  /// Attribute 1.
  public var appItemIdentifier: Int64 = 0

  /// Attribute 15.
  public var downloadIdentifier: Int64 = 0

  /// Attribute 16.
  public var versionExternalIdentifier: Int64 = 0

  /// Attribute 18.
  public var originalPurchaseDate = "2013-08-01T07:00:00Z"

  /// Attribute 19.
  public var originalAppVersion = "1.0"

  /// Attribute 21, which only receipts of volume purchases have, and Xcode's.
  public var expirationDate: String?

  /// Attribute 25: 3 on iOS, 2 on macOS.
  public var platform: Int64 = 3

  /// Attributes 17.
  public var purchases: [TestPurchase] = []

  /// Further attributes, of any type.
  public var additionalAttributes: [EncodedAttribute] = []

  /// Attributes to leave out: for incomplete receipts, or to replace a value with ``additionalAttributes``.
  public var omittedAttributes: Set<ReceiptAttributeType> = []

  /// DER, as the App Store writes it, or BER, as Xcode does.
  public var encoding: ReceiptForm.Encoding = .der

  /// The faults to make.
  public var faults: Set<ReceiptFault> = []

  /// A production receipt of the App Store without purchases; its identifiers, original version and original purchase
  /// date are what the sandbox writes.
  public init(bundleIdentifier: String, appVersion: String) {
    self.bundleIdentifier = bundleIdentifier
    self.appVersion = appVersion
  }

  /// The receipt as it would lie in the app's bundle.
  ///
  /// - Complexity: O(n log n), since SETs are sorted, and one RSA signature; three more with faults of certificates.
  public func bytes(signedBy authority: TestAuthority) -> [UInt8] {
    let message = SignedMessage(
      content: content(), digestAlgorithm: authority.digestAlgorithm,
      path: authority.path(creationDate: creationSeconds, faults: faults),
      namesSignatureDigest: authority.style == .xcode, faults: faults)
    let sent =
      faults.contains(.purchaseForged) ? content(forging: [forgedPurchase]) : message.content
    let bytes = message.container(carrying: sent, encoding).bytes
    if faults.contains(.truncated) { return Array(bytes.dropLast()) }
    return faults.contains(.trailingByte) ? bytes + [0] : bytes
  }

  /// What nobody has paid for.
  private var forgedPurchase: TestPurchase {
    .nonConsumable("\(bundleIdentifier).forged", purchased: creationDate)
  }

  /// The creation date for certificates; 0 if unreadable, which no verifier accepts.
  private var creationSeconds: Int64 {
    ReceiptDate(creationDate).map { ApplePolicy.seconds(of: $0) } ?? 0
  }

  /// The payload: the SET of all attributes. What is omitted leaves what faults add.
  private func content(forging forged: [TestPurchase] = []) -> [UInt8] {
    let bundleIdentifier = DEREncoding.utf8String(bundleIdentifier)
    var attributes = [
      EncodedAttribute(.environment, .utf8String(environment.rawValue)),
      EncodedAttribute(.appItemIdentifier, .integer(appItemIdentifier)),
      EncodedAttribute(.bundleIdentifier, bundleIdentifier),
      EncodedAttribute(.appVersion, .utf8String(appVersion)),
      EncodedAttribute(.opaqueValue, DEREncoding(bytes: opaqueValue)),
      EncodedAttribute(.sha1Hash, DEREncoding(bytes: hash(bundleIdentifier.bytes))),
      EncodedAttribute(.creationDate, .ia5String(creationDate)),
      EncodedAttribute(.downloadIdentifier, .integer(downloadIdentifier)),
      EncodedAttribute(.versionExternalIdentifier, .integer(versionExternalIdentifier)),
      EncodedAttribute(
        ReceiptAttributeType.originalPurchaseDate, .ia5String(originalPurchaseDate)),
      EncodedAttribute(.originalAppVersion, .utf8String(originalAppVersion)),
      EncodedAttribute(.platform, .integer(platform)),
    ]
    if let expirationDate {
      attributes.append(EncodedAttribute(.expirationDate, .ia5String(expirationDate)))
    }
    for (number, purchase) in purchases.enumerated() {
      attributes.append(attribute(purchase, number))
    }
    attributes.removeAll { omittedAttributes.contains(ReceiptAttributeType(rawValue: $0.type)) }
    if faults.contains(.duplicateAttribute) {
      let missing = omittedAttributes.contains(.bundleIdentifier) ? 2 : 1
      let duplicate = EncodedAttribute(.bundleIdentifier, bundleIdentifier)
      attributes += Array(repeating: duplicate, count: missing)
    }
    for (index, purchase) in forged.enumerated() {
      attributes.append(attribute(purchase, purchases.count + index))
    }
    return (attributes + additionalAttributes).set(encoding).bytes
  }

  /// Attribute 17.
  private func attribute(_ purchase: TestPurchase, _ number: Int) -> EncodedAttribute {
    EncodedAttribute(.inAppReceipt, purchase.attributes(number: number).set(encoding))
  }

  /// Attribute 5: SHA-1 over the device's identifier, the opaque value, and the whole value of attribute 2.
  private func hash(_ bundleIdentifier: [UInt8]) -> [UInt8] {
    Array(SHA1.hash(device.bytes + opaqueValue + bundleIdentifier))
  }
}

/// One attribute of a receipt or of a purchase, written verbatim: any type, any value.
///
/// ```
/// ReceiptAttribute ::= SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }
/// ```
public struct EncodedAttribute: Hashable, Sendable {
  /// The number of the type.
  let type: Int32

  /// The version: 1 in nearly every attribute known.
  let version: Int32

  /// The contents of the OCTET STRING.
  let value: [UInt8]

  /// Any bytes as the value.
  public init(type: Int32, version: Int32 = 1, value: [UInt8]) {
    self.type = type
    self.version = version
    self.value = value
  }

  /// An attribute of the receipt itself.
  public init(_ type: ReceiptAttributeType, _ value: DEREncoding) {
    self.init(type: type.rawValue, value: value.bytes)
  }

  /// An attribute of a purchase.
  public init(_ type: InAppAttributeType, _ value: DEREncoding) {
    self.init(type: type.rawValue, value: value.bytes)
  }

  /// The whole attribute.
  var encoding: DEREncoding {
    .sequence(.integer(Int64(type)), .integer(Int64(version)), .octetString(value))
  }
}

extension [EncodedAttribute] {
  /// The SET of these attributes: ascending by encoding, as the App Store writes it, or ascending by type, as Xcode
  /// does.
  func set(_ encoding: ReceiptForm.Encoding) -> DEREncoding {
    switch encoding {
    case .der: .set(of: map(\.encoding))
    case .ber: .set(inOrder: sorted { $0.type < $1.type }.map(\.encoding))  // a stable sort
    }
  }
}

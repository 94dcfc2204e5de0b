import ReceiptJSON
import ReceiptParsing
import ReceiptValidation

/// Input that is confused with receipts and has no error code of its own in the library.
struct ForeignKind: Sendable {
  /// What it is, and what to do with it.
  let finding: Finding
  let isIt: @Sendable (RefusedInput) -> Bool

  private init(
    _ name: String, _ message: String, next: String,
    isIt: @escaping @Sendable (RefusedInput) -> Bool
  ) {
    finding = Finding(.problem, name, message, next: next)
    self.isIt = isIt
  }

  /// An order of the App Store: `M`, and nine digits and capital letters. A receipt's first ten characters of Base64
  /// have small letters. Recognized before anything else.
  static let orderIdentifier = ForeignKind(
    "orderIdentifier", "this looks like the order number of an invoice",
    next: "GET https://api.storekit.itunes.apple.com/inApps/v1/lookup/ID of the App Store Server "
      + "API returns the transactions of an order."
  ) { input in
    input.trimmed.count == 10 && input.trimmed.first == UInt8(ascii: "M")
      && input.trimmed.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 }
  }

  /// All other kinds. The first match counts.
  static let all: [ForeignKind] = [
    ForeignKind(
      "propertyList", "this is an XML property list, not a receipt",
      next: "A receipt in it is the Base64 between <data> and </data>."
    ) { $0.code == .markup && $0.bytes.prefix(512).contains("<plist") },
    ForeignKind(
      "pythonBytes", "this is how Python prints bytes, not the bytes",
      next: "Write the bytes to a file, or print base64.b64encode(data).decode()."
    ) { $0.trimmed.begins(with: "b'") || $0.trimmed.begins(with: "b\"") },
    ForeignKind(
      "image", "this is an image, not a receipt",
      next:
        "The receipt is the file at Bundle.main.appStoreReceiptURL, not a picture of an invoice."
    ) { $0.begins(with: [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47], Array("GIF8".utf8)) },
    ForeignKind(
      "pdf", "this is a PDF, not a receipt",
      next: "The receipt is the file at Bundle.main.appStoreReceiptURL, not an invoice."
    ) { $0.bytes.begins(with: "%PDF-") },
    ForeignKind(
      "database", "this is an SQLite database, not a receipt",
      next: "If receipts are stored in it, pass the value of one."
    ) { $0.bytes.begins(with: "SQLite format 3") },
    // RFC 1950 §2.2: deflate with a window of 32 KiB, at the usual levels.
    ForeignKind(
      "compressed", "this is data compressed with zlib",
      next: "Decompress it first: python3 -c 'import sys, zlib; "
        + "sys.stdout.buffer.write(zlib.decompress(sys.stdin.buffer.read()))' <FILE"
    ) { $0.begins(with: [0x78, 0x01], [0x78, 0x9C], [0x78, 0xDA]) },
    ForeignKind(
      "noValue", "this is what programs print for no value",
      next: "There was no receipt when this was written. Check where it is read."
    ) { ["nil", "null", "(null)", "undefined", "NaN", "None"].contains($0.shortText) },
    ForeignKind(
      "path", "this is the path or URL of a receipt, not the receipt",
      next: "Read the file, in Swift with Data(contentsOf: url)."
    ) { input in
      ["file:", "https:", "http:", "/"].contains { input.shortText.utf8.begins(with: $0) }
    },
    ForeignKind(
      "uuid", "this is a UUID, such as an appAccountToken or a device identifier",
      next: "Pass the receipt. To check a device: receipt verify RECEIPT --device UUID"
    ) { $0.trimmed.count == 36 && DeviceIdentifier($0.shortText) != nil },
    ForeignKind(
      "printedDescription", "this is the description of data, not the data",
      next: "Send base64EncodedString() of the data; its description is only its size."
    ) { $0.shortText.utf8.ends(with: " bytes") && Int($0.shortText.dropLast(6)) != nil },
    ForeignKind(
      "provisioningProfile", "this is a provisioning profile, not a receipt",
      next: "Pass the receipt: the file at Bundle.main.appStoreReceiptURL."
    ) { input in
      input.code == .malformed && input.bytes.prefix(512).contains("<?xml")
    },
    ForeignKind(
      "keyStore", "this is a PKCS #12 file (.p12), which may hold a private key",
      next: "It doesn't belong here. If it was sent or logged anywhere, revoke its key."
    ) { input in
      // PFX: SEQUENCE { version INTEGER 3, … } (RFC 7292 §4).
      input.code == .notAReceipt && input.bytes.first == 0x30
        && input.bytes.prefix(9).place(of: [0x02, 0x01, 0x03]) != nil
    },
    privateKey,
    ForeignKind(
      "propertyList", "this is a binary property list, not a receipt",
      next: "Print it with plutil -p FILE; a receipt in it is a data value."
    ) { $0.bytes.begins(with: "bplist") },
  ]
}

extension ForeignKind {
  /// A private key in DER. PEM says what it is by its label.
  static let privateKey = ForeignKind(
    "privateKey", "this is a private key",
    next: "It doesn't belong here. If it was sent or logged anywhere, revoke it."
  ) { input in
    // PrivateKeyInfo (RFC 5208 §5), RSAPrivateKey (RFC 8017 A.1.2), ECPrivateKey (RFC 5915 §3): the version, and the
    // identifier after it.
    let start = input.container.prefix(9)
    return input.code == .notAReceipt && start.first == 0x30
      && [[0x02, 0x01, 0x00, 0x30], [0x02, 0x01, 0x00, 0x02], [0x02, 0x01, 0x01, 0x04]].contains {
        start.place(of: $0) != nil
      }
  }
}

extension ArraySlice<UInt8> {
  /// Whether some block of PEM is a private key by its label, also one without an end.
  var hasPEMOfPrivateKey: Bool { contains("PRIVATE KEY-----") }
}

/// A kind of JSON document or JWS payload, recognized by its keys.
struct DocumentKind: Sendable {
  /// The keys that all of them have.
  private let keys: [String]
  /// What it is, and what to do with it.
  private let finding: Finding

  private init(_ name: String, _ keys: [String], _ message: String, next: String) {
    self.keys = keys
    finding = Finding(.problem, name, message, next: next)
  }

  /// What to say about a value of one of these kinds.
  static func finding(_ value: JSON, in kinds: [DocumentKind]) -> Finding? {
    guard case .object(let object) = value else { return nil }
    return kinds.first { $0.keys.allSatisfy { object[$0] != nil } }?.finding
  }

  // The first match counts.

  static let documents: [DocumentKind] = [
    DocumentKind(
      "verifyReceiptRequest", ["receipt-data", "password"],
      "this is a request to verifyReceipt, with the app's shared secret",
      next: "Keep the shared secret private. " + noServer),
    DocumentKind(
      "verifyReceiptRequest", ["receipt-data"], "this is a request to verifyReceipt",
      next: noServer),
    DocumentKind(
      "verifyReceiptAnswer", ["status", "latest_receipt"], "this is an answer of verifyReceipt",
      next:
        "'receipt diff FILE' compares the answer with that receipt. A stored answer proves nothing; "
        + "the receipt does."),
    DocumentKind(
      "verifyReceiptAnswer", ["status", "receipt"],
      "this is an answer of verifyReceipt, without the receipt that was sent",
      next:
        "Pass the receipt that was sent as receipt-data. 'receipt diff RECEIPT FILE' compares both."
    ),
    DocumentKind(
      "notificationV1", ["notification_type", "unified_receipt"],
      "this is an App Store Server Notification of version 1, which is deprecated",
      next: "Move to version 2, whose signedPayload is signed."),
    DocumentKind(
      "notification", ["signedPayload"], "this is an App Store Server Notification of version 2",
      next: "It contains a JWS, not a receipt. Verify it with Apple's App Store Server Library."),
    DocumentKind(
      "decodedNotification", ["notificationType", "notificationUUID"],
      "this is the payload of an App Store Server Notification, without its signature",
      next: "Keep the original signedPayload: only that can be verified."),
    DocumentKind(
      "serverAPIAnswer", ["signedTransactions"],
      "this is a response of the App Store Server API: a transaction history",
      next: "It contains JWS, not receipts. Verify them with Apple's App Store Server Library."),
    DocumentKind(
      "serverAPIAnswer", ["signedTransactionInfo"],
      "this is a response of the App Store Server API: a transaction",
      next: "It contains a JWS, not a receipt. Verify it with Apple's App Store Server Library."),
    DocumentKind(
      "serverAPIAnswer", ["bundleId", "data"],
      "this is a response of the App Store Server API: subscription statuses",
      next: "It contains JWS, not receipts. Verify them with Apple's App Store Server Library."),
    DocumentKind(
      "serverAPIError", ["errorCode", "errorMessage"],
      "this is an error of the App Store Server API",
      next: "Its errorMessage says what was wrong with the request."),
    DocumentKind(
      "decodedTransaction", ["transactionId", "bundleId"],
      "this is the payload of a signed transaction, without its signature",
      next: "Keep the JWS (jwsRepresentation): only that can be verified."),
    DocumentKind(
      "decodedAppTransaction", ["receiptType", "bundleId"],
      "this is the payload of a signed app transaction, without its signature",
      next: "Keep the JWS (jwsRepresentation): only that can be verified."),
  ]

  private static let noServer =
    "verifyReceipt is deprecated; 'receipt show --format verify-receipt' prints its answer offline."

  static let payloads: [DocumentKind] = [
    DocumentKind(
      "serverNotification", ["notificationType", "notificationUUID"],
      "this is the signedPayload of an App Store Server Notification", next: library),
    DocumentKind(
      "signedRenewalInfo", ["autoRenewProductId"],
      "this is signed renewal information of StoreKit 2", next: library),
    DocumentKind(
      "signedRenewalInfo", ["autoRenewStatus"],
      "this is signed renewal information of StoreKit 2", next: library),
    DocumentKind(
      "signedTransaction", ["transactionId", "productId"],
      "this is a signed transaction of StoreKit 2",
      next: library + " The App Store Server API needs only its transactionId."),
    DocumentKind(
      "appTransaction", ["receiptType", "bundleId"], "this is an app transaction of StoreKit 2",
      next: "On the device, AppTransaction.shared verifies it. " + library),
    DocumentKind(
      "serverAPIToken", ["iss", "aud"], "this is a token for calling Apple's APIs",
      next: "Keep it private: until it expires, anyone can call the API with it."),
  ]

  private static let library =
    "Verify it with SignedDataVerifier of Apple's App Store Server Library."
}

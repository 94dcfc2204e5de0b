import AppStoreReceipt
import Foundation
import ReceiptJSON

/// Input that is confused with receipts and has no error code of its own in the library.
struct ForeignKind: Sendable {
  /// A stable identifier, for scripts.
  let name: String
  /// What it is.
  let message: String
  /// What to do with it.
  let next: String
  let isIt: @Sendable (Specimen) -> Bool

  /// All kinds. The first match counts.
  static let all: [ForeignKind] = [
    ForeignKind(
      name: "propertyList", message: "this is an XML property list, not a receipt",
      next: "A receipt in it is the Base64 between <data> and </data>."
    ) { $0.code == .markup && $0.bytes.prefix(512).firstRange(of: "<plist".utf8) != nil },
    ForeignKind(
      name: "pythonBytes", message: "this is how Python prints bytes, not the bytes",
      next: "Write the bytes to a file, or print base64.b64encode(data).decode()."
    ) { $0.trimmed.starts(with: "b'".utf8) || $0.trimmed.starts(with: "b\"".utf8) },
    ForeignKind(
      name: "image", message: "this is an image, not a receipt",
      next:
        "The receipt is the file at Bundle.main.appStoreReceiptURL, not a picture of an invoice."
    ) { specimen in
      [[0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47], Array("GIF8".utf8)].contains {
        specimen.bytes.starts(with: $0)
      }
    },
    ForeignKind(
      name: "pdf", message: "this is a PDF, not a receipt",
      next: "The receipt is the file at Bundle.main.appStoreReceiptURL, not an invoice."
    ) { $0.bytes.starts(with: "%PDF-".utf8) },
    ForeignKind(
      name: "database", message: "this is an SQLite database, not a receipt",
      next: "If receipts are stored in it, pass the value of one."
    ) { $0.bytes.starts(with: "SQLite format 3".utf8) },
    ForeignKind(
      name: "compressed", message: "this is data compressed with zlib",
      next: "Decompress it first: python3 -c 'import sys, zlib; "
        + "sys.stdout.buffer.write(zlib.decompress(sys.stdin.buffer.read()))' <FILE"
    ) { specimen in
      // RFC 1950 §2.2: deflate with a window of 32 KiB, at the usual levels.
      [0x01, 0x9C, 0xDA].contains { specimen.bytes.starts(with: [0x78, $0]) }
    },
    ForeignKind(
      name: "noValue", message: "this is what programs print for no value",
      next: "There was no receipt when this was written. Check where it is read."
    ) { ["nil", "null", "(null)", "undefined", "NaN", "None"].contains($0.shortText) },
    ForeignKind(
      name: "path", message: "this is the path or URL of a receipt, not the receipt",
      next: "Read the file, in Swift with Data(contentsOf: url)."
    ) { specimen in
      guard let text = specimen.shortText else { return false }
      return ["file:", "https:", "http:", "/"].contains { text.hasPrefix($0) }
    },
    ForeignKind(
      name: "orderIdentifier", message: "this looks like the order number of an invoice",
      next: "GET https://api.storekit.itunes.apple.com/inApps/v1/lookup/ID of the App Store Server "
        + "API returns the transactions of an order."
    ) { specimen in
      guard let text = specimen.shortText else { return false }
      return text.count == 10 && text.first == "M"
        && text.utf8.allSatisfy { $0.isBase64 && !(0x61...0x7A ~= $0) }
    },
    ForeignKind(
      name: "uuid", message: "this is a UUID, such as an appAccountToken or a device identifier",
      next: "Pass the receipt. To check a device: receipt verify RECEIPT --device UUID"
    ) { $0.shortText.flatMap(UUID.init(uuidString:)) != nil },
    ForeignKind(
      name: "printedDescription", message: "this is the description of data, not the data",
      next: "Send base64EncodedString() of the data; its description is only its size."
    ) { specimen in
      guard let text = specimen.shortText else { return false }
      return text.hasSuffix(" bytes") && Int(text.dropLast(6)) != nil
    },
    ForeignKind(
      name: "provisioningProfile", message: "this is a provisioning profile, not a receipt",
      next: "Pass the receipt: the file at Bundle.main.appStoreReceiptURL."
    ) { specimen in
      specimen.code == .malformed && specimen.bytes.prefix(512).firstRange(of: "<?xml".utf8) != nil
    },
    ForeignKind(
      name: "keyStore", message: "this is a PKCS #12 file (.p12), which may hold a private key",
      next: "It doesn't belong here. If it was sent or logged anywhere, revoke its key."
    ) { specimen in
      // PFX: SEQUENCE { version INTEGER 3, … } (RFC 7292 §4).
      specimen.code == .notAReceipt && specimen.bytes.first == 0x30
        && specimen.bytes.prefix(9).firstRange(of: [0x02, 0x01, 0x03]) != nil
    },
    ForeignKind(
      name: "propertyList", message: "this is a binary property list, not a receipt",
      next: "Print it with plutil -p FILE; a receipt in it is data."
    ) { $0.bytes.starts(with: "bplist".utf8) },
  ]
}

/// A kind of JSON document or JWS payload, recognized by its keys.
struct DocumentKind: Sendable {
  /// A stable identifier, for scripts.
  let name: String
  /// The keys that all of them have.
  let keys: [String]
  /// What it is.
  let message: String
  /// What to do with it.
  let next: String

  private func fits(_ object: JSON.Object) -> Bool {
    keys.allSatisfy { object[$0] != nil }
  }

  /// The kind of a document.
  static func document(_ value: JSON) -> DocumentKind? {
    guard case .object(let object) = value else { return nil }
    return documents.first { $0.fits(object) }
  }

  /// The kind of a JWS payload.
  static func payload(_ object: JSON.Object) -> DocumentKind? {
    payloads.first { $0.fits(object) }
  }

  // The first match counts.

  private static let documents: [DocumentKind] = [
    DocumentKind(
      name: "verifyReceiptRequest", keys: ["receipt-data", "password"],
      message: "this is a request to verifyReceipt, with the app's shared secret",
      next: "Keep the shared secret private. " + noServer),
    DocumentKind(
      name: "verifyReceiptRequest", keys: ["receipt-data"],
      message: "this is a request to verifyReceipt", next: noServer),
    DocumentKind(
      name: "verifyReceiptAnswer", keys: ["status", "latest_receipt"],
      message: "this is an answer of verifyReceipt",
      next:
        "'receipt diff FILE' compares the answer with that receipt. A stored answer proves nothing; "
        + "the receipt does."),
    DocumentKind(
      name: "verifyReceiptAnswer", keys: ["status", "receipt"],
      message: "this is an answer of verifyReceipt, without the receipt that was sent",
      next:
        "Pass the receipt that was sent as receipt-data. 'receipt diff RECEIPT FILE' compares both."
    ),
    DocumentKind(
      name: "notificationV1", keys: ["notification_type", "unified_receipt"],
      message: "this is an App Store Server Notification of version 1, which is deprecated",
      next: "Move to version 2, whose signedPayload is signed."),
    DocumentKind(
      name: "notification", keys: ["signedPayload"],
      message: "this is an App Store Server Notification of version 2",
      next: "It contains a JWS, not a receipt. Verify it with Apple's App Store Server Library."),
    DocumentKind(
      name: "decodedNotification", keys: ["notificationType", "notificationUUID"],
      message: "this is the payload of an App Store Server Notification, without its signature",
      next: "Keep the original signedPayload: only that can be verified."),
    DocumentKind(
      name: "serverAPIAnswer", keys: ["signedTransactions"],
      message: "this is a response of the App Store Server API: a transaction history",
      next: "It contains JWS, not receipts. Verify them with Apple's App Store Server Library."),
    DocumentKind(
      name: "serverAPIAnswer", keys: ["signedTransactionInfo"],
      message: "this is a response of the App Store Server API: a transaction",
      next: "It contains a JWS, not a receipt. Verify it with Apple's App Store Server Library."),
    DocumentKind(
      name: "serverAPIAnswer", keys: ["bundleId", "data"],
      message: "this is a response of the App Store Server API: subscription statuses",
      next: "It contains JWS, not receipts. Verify them with Apple's App Store Server Library."),
    DocumentKind(
      name: "serverAPIError", keys: ["errorCode", "errorMessage"],
      message: "this is an error of the App Store Server API",
      next: "Its errorMessage says what was wrong with the request."),
    DocumentKind(
      name: "decodedTransaction", keys: ["transactionId", "bundleId"],
      message: "this is the payload of a signed transaction, without its signature",
      next: "Keep the JWS (jwsRepresentation): only that can be verified."),
    DocumentKind(
      name: "decodedAppTransaction", keys: ["receiptType", "bundleId"],
      message: "this is the payload of a signed app transaction, without its signature",
      next: "Keep the JWS (jwsRepresentation): only that can be verified."),
  ]

  private static let noServer =
    "verifyReceipt is deprecated; 'receipt show --format verify-receipt' prints its answer offline."

  private static let payloads: [DocumentKind] = [
    DocumentKind(
      name: "serverNotification", keys: ["notificationType", "notificationUUID"],
      message: "this is the signedPayload of an App Store Server Notification", next: library),
    DocumentKind(
      name: "signedRenewalInfo", keys: ["autoRenewProductId"],
      message: "this is signed renewal information of StoreKit 2", next: library),
    DocumentKind(
      name: "signedRenewalInfo", keys: ["autoRenewStatus"],
      message: "this is signed renewal information of StoreKit 2", next: library),
    DocumentKind(
      name: "signedTransaction", keys: ["transactionId", "productId"],
      message: "this is a signed transaction of StoreKit 2",
      next: library + " The App Store Server API needs only its transactionId."),
    DocumentKind(
      name: "appTransaction", keys: ["receiptType", "bundleId"],
      message: "this is an app transaction of StoreKit 2",
      next: "On the device, AppTransaction.shared verifies it. " + library),
    DocumentKind(
      name: "serverAPIToken", keys: ["iss", "aud"],
      message: "this is a token for calling Apple's APIs",
      next: "Keep it private: until it expires, anyone can call the API with it."),
  ]

  private static let library =
    "Verify it with SignedDataVerifier of Apple's App Store Server Library."
}

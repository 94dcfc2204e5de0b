import AppStoreReceipt
import Foundation

/// Something that people have at hand beside receipts and that has no code of its own in the library.
struct ForeignKind: Sendable {
  /// A word for scripts.
  let name: String
  /// What it is.
  let message: String
  /// What to do with it.
  let next: String
  let isIt: @Sendable (Specimen) -> Bool

  /// All that are known. The first that fits counts.
  static let all: [ForeignKind] = [
    ForeignKind(
      name: "noValue", message: "this is what a program prints when there is no value",
      next: "There was no receipt when this was written: look at where it is read from."
    ) { ["nil", "null", "(null)", "undefined", "NaN", "None"].contains($0.shortText) },
    ForeignKind(
      name: "path", message: "this is where a receipt is, not the receipt",
      next: "Read the file: try Data(contentsOf: url) in Swift."
    ) { specimen in
      guard let text = specimen.shortText else { return false }
      return ["file:", "https:", "http:", "/"].contains { text.hasPrefix($0) }
    },
    ForeignKind(
      name: "orderIdentifier", message: "this looks like the order number of a customer's invoice",
      next: "GET https://api.storekit.itunes.apple.com/inApps/v1/lookup/ID of the App Store Server "
        + "API gives the transactions of an order."
    ) { specimen in
      guard let text = specimen.shortText else { return false }
      return text.count == 10 && text.first == "M"
        && text.utf8.allSatisfy { $0.isBase64 && !(0x61...0x7A ~= $0) }
    },
    ForeignKind(
      name: "uuid", message: "this is a UUID, such as an appAccountToken or a device's identifier",
      next: "Give the receipt. To compare a device with it: receipt verify RECEIPT --device UUID"
    ) { $0.shortText.flatMap(UUID.init(uuidString:)) != nil },
    ForeignKind(
      name: "printedDescription", message: "this is the description of data, not the data",
      next: "Send base64EncodedString() of the data; its description says only how long it is."
    ) { specimen in
      guard let text = specimen.shortText else { return false }
      return text.hasSuffix(" bytes") && Int(text.dropLast(6)) != nil
    },
    ForeignKind(
      name: "provisioningProfile", message: "this is a provisioning profile, not a receipt",
      next: "Give the receipt: the file at Bundle.main.appStoreReceiptURL."
    ) { specimen in
      specimen.code == .malformed && specimen.bytes.prefix(512).firstRange(of: "<?xml".utf8) != nil
    },
    ForeignKind(
      name: "keyStore", message: "this is a PKCS #12 file (.p12), which may hold a private key",
      next: "It has no place here. If it has been sent or logged anywhere, revoke its key."
    ) { specimen in
      // PFX: SEQUENCE { version INTEGER 3, … } (RFC 7292 §4).
      specimen.code == .notAReceipt && specimen.bytes.first == 0x30
        && specimen.bytes.prefix(9).firstRange(of: [0x02, 0x01, 0x03]) != nil
    },
    ForeignKind(
      name: "propertyList", message: "this is a binary property list, not a receipt",
      next: "Look at it with plutil -p FILE; a receipt in it is data."
    ) { $0.bytes.starts(with: "bplist".utf8) },
  ]
}

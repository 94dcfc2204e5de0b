import CMSParsing
import DERParsing
import ReceiptJSON
import ReceiptParsing
import ReceiptTrust
import ReceiptValidation
import TextCoding

extension RefusedInput {
  /// The findings about input that is neither a receipt nor a wrapping.
  var findings: [Finding] {
    switch code {
    case .jsonWebSignature: jwsFindings
    case .jsonObject: [jsonFinding]
    case .pem: [pemFinding]
    case .truncated: [truncation]
    case .certificate: [certificateFinding]
    default: [knownFinding]
    }
  }

  private var knownFinding: Finding {
    if let kind = ForeignKind.all.first(where: { $0.isIt(self) }) { return kind.finding }
    let isElided = code == .base64InvalidCharacter && trimmed.isElided
    return finding(next: isElided ? Self.getWhole : Self.advice[code])
  }

  private static let getWhole = "A log or an editor elided the middle. Get the complete text."

  private var pemFinding: Finding {
    guard trimmed.hasPEMOfPrivateKey else {
      return finding(next: "The PEM is truncated. Pass all of it, or the receipt.")
    }
    return ForeignKind.privateKey.finding
  }

  /// What to do about errors that already say what is wrong.
  private static let advice: [ReceiptError.Code: String] = [
    .empty:
      "On a device: there is no file at Bundle.main.appStoreReceiptURL until the App Store has "
      + "delivered a receipt; refresh it (SKReceiptRefreshRequest, AppStore.sync()). On a server: "
      + "check that the request body arrived.",
    .tooLarge: "No receipt is that large. Inspect it: receipt tree FILE",
    .malformed:
      "The bytes were changed in transit. Compare the SHA-256 on the device and here; "
      + "'receipt tree FILE' shows the structure up to the fault.",
    .notAReceipt:
      "Pass the bytes of the file at Bundle.main.appStoreReceiptURL, or their Base64.",
    .base64InvalidCharacter:
      "Too many characters are not Base64 to be damage. Pass the bytes of the file at "
      + "Bundle.main.appStoreReceiptURL, or their Base64.",
    .appAttestReceipt: "It belongs to DCAppAttestService. Pass the App Store receipt: the file at "
      + "Bundle.main.appStoreReceiptURL.",
    .decodedAsText:
      "The lost bytes cannot be restored. Get the receipt again and send base64EncodedString() "
      + "of its data; never convert the bytes to a String.",
    .markup: "Check the HTTP status: this may be the error page of a server or a proxy.",
    .archive: "Decompress it first: gunzip, unzip. In a Mac app the receipt is at "
      + "Contents/_MASReceipt/receipt; an .ipa has none before it is installed.",
    .transactionIdentifier: "GET https://api.storekit.itunes.apple.com/inApps/v1/transactions/ID "
      + "of the App Store Server API returns the transaction (in the sandbox, "
      + "api.storekit-sandbox.itunes.apple.com).",
    .printedDescription: "Bytes are missing. Send base64EncodedString() of the data.",
    .hexadecimal: "There is an odd number of digits, or another character among them.",
    .notSignedData: "Pass the App Store receipt, which is a signed message.",
    .contentTypeNotData: "It is a signed message whose content is not a receipt.",
    .detachedContent: "Pass the message with its content.",
    .duplicateAttribute: "Apple's receipts have it once. Do not trust it.",
    .tooManyAttributes: "Apple's receipts don't have that many.",
    .certificateNotDER: "The receipt was changed after it was signed.",
    .utf16: "It cannot be converted because characters are missing.",
  ]
}

// MARK: JSON and JWS

extension RefusedInput {
  private var jsonFinding: Finding {
    let document: JSON
    do throws(JSONError) {
      document = try JSON(text: bytes)
    } catch {
      return Finding(
        .problem, "jsonObject", "this is malformed JSON: \(error)",
        next: "Pass only the receipt, in Base64.", at: error.offset)
    }
    let kind = DocumentKind.finding(document, in: DocumentKind.documents)
    if ["latest_receipt", "receipt-data"].contains(where: {
      document.text($0)?.utf8.isElided == true
    }) {
      var finding = kind ?? Finding(.problem, "jsonObject", "this is JSON", next: nil)
      finding.message += ", whose receipt was shortened"
      finding.next = Self.getWhole
      return finding
    }
    if case .object(let object) = document, object["receipt"] == nil,
      case .number(let number)? = object["status"], let status = number.int64
    {
      return Finding(
        .problem, "verifyReceiptAnswer",
        "this is an answer of verifyReceipt without a receipt: status \(status)"
          + (supplements.statusMeaning.map { ", " + $0(status) } ?? ""),
        next: "Pass the receipt that was sent.")
    }
    return kind
      ?? Finding(
        .problem, "jsonObject", "this is JSON without a receipt", next: "No receipt found in it.")
  }

  /// The kind of a JWS by its payload. Nothing is verified.
  private var jwsFindings: [Finding] {
    let parts = trimmed.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count >= 2, let payload = [UInt8](base64: parts[1])?.json, case .object = payload
    else {
      return [
        Finding(
          .problem, "jsonWebSignature", "this starts like a JWS but is not one",
          next: "A JWS has three parts separated by dots. It may be truncated.")
      ]
    }
    var finding =
      DocumentKind.finding(payload, in: DocumentKind.payloads)
      ?? Finding(
        .problem, "jsonWebSignature", "this is a JWS of unknown kind",
        next: "Verify it with its issuer's library.")
    let said = Self.shownKeys.compactMap { key in payload.text(key).map { "\(key) \($0)" } }
    if !said.isEmpty { finding.message += " (not verified: \(said.joined(separator: ", ")))" }
    finding.message += ", not an App Store receipt"
    if parts.count == 3 && !parts[2].isEmpty { return [finding] }
    return [
      finding,
      Finding(
        .problem, "truncated", "the JWS has no signature", next: "It is truncated. Send all of it."),
    ]
  }

  /// The keys of a payload to show.
  private static let shownKeys = [
    "notificationType", "subtype", "receiptType", "environment", "bundleId", "bid", "productId",
    "transactionId", "originalTransactionId", "appTransactionId",
  ]
}

extension JSON {
  /// The string or number of a member of an object.
  fileprivate func text(_ key: String) -> String? {
    guard case .object(let object) = self else { return nil }
    return switch object[key] {
    case .string(let text)?: text
    case .number(let number)?: number.text
    default: nil
    }
  }
}

// MARK: DER

extension RefusedInput {
  /// Only a CA can be a root. Xcode's certificates, which sign code (extKeyUsage), have an option of their own.
  private var certificateFinding: Finding {
    var next =
      "If your team's Xcode signs with this one: receipt verify RECEIPT --allow-xcode "
      + "--xcode-certificate FILE"
    do throws(ReceiptSignatureError) {
      _ = try TrustAnchor(certificate: container)
      if !hasPurposes { next = "To trust this one as a root: receipt verify RECEIPT --root FILE" }
    } catch {
      if error.code == .sharedXcodeCertificate {
        next = "This is the one shared by all copies of Xcode: receipt verify RECEIPT --allow-xcode"
      }
    }
    return finding(next: "Receipts contain their certificates. " + next)
  }

  /// Whether a certificate has the extension extKeyUsage; `false` if it is unreadable.
  private var hasPurposes: Bool {
    container.withRawSpan { bytes in
      var hasPurposes = false
      let certificate = try? Certificate(derEncoded: bytes)
      try? certificate?.tbsCertificate.extensions?.forEach(in: bytes) {
        if $0.extnID == .extKeyUsage { hasPurposes = true }
      }
      return hasPurposes
    }
  }

  /// Where a receipt was truncated, and what may have done it.
  private var truncation: Finding {
    let container = container
    var message = "the receipt is truncated at byte \(container.count)"
    if let length = Self.declaredLength(container), length > container.count {
      message += " of \(length)"
    }
    let next =
      Self.bounds[bytes.count].map {
        "That is exactly the length of \($0): \(bytes.count) characters."
      }
      ?? "Check the length of the field, column or buffer, and whether the whole request was read."
    return Finding(.problem, "truncated", message, next: next, at: container.count)
  }

  /// Lengths at which programs truncate.
  private static let bounds: [Int: String] = [
    255: "a VARCHAR(255) column", 1024: "a line of the system log",
    4000: "a VARCHAR2(4000) column", 4095: "a line pasted into a terminal",
    4096: "a line pasted into a terminal", 8000: "a VARCHAR(8000) column",
    32_767: "a spreadsheet cell", 65_535: "a MySQL TEXT column",
  ]

  /// The length in the first header, of up to four octets, which an Int of 32 bits may not hold; `nil` in the indefinite
  /// form.
  private static func declaredLength(_ bytes: [UInt8]) -> UInt64? {
    guard bytes.count >= 2 else { return nil }
    let first = bytes[1]
    guard first > 0x80 else { return first < 0x80 ? UInt64(first) + 2 : nil }
    let count = Int(first & 0x7F)
    guard count <= 4, bytes.count >= 2 + count else { return nil }
    return bytes[2..<2 + count].reduce(0) { $0 << 8 | UInt64($1) } + UInt64(2 + count)
  }
}

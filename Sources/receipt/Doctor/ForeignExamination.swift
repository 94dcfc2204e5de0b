import AppStoreReceipt
import CMSParsing
import Foundation
import ReceiptJSON
import TextCoding
import VerifyReceipt

/// The findings about input that is neither a receipt nor a wrapping.
struct ForeignExamination {
  let findings: [Finding]

  init(_ specimen: Specimen) {
    switch specimen.code {
    case .jsonWebSignature: findings = JWSExamination(specimen.text).findings
    case .jsonObject: findings = [Self.json(specimen)]
    case .pem: findings = [Self.pem(specimen)]
    case .truncated: findings = [Truncation(specimen).finding]
    case .certificate: findings = [Self.certificate(specimen)]
    case .transactionReceipt: findings = [Self.transactionReceipt(specimen)]
    default: findings = [Self.known(specimen)]
    }
  }

  private static func known(_ specimen: Specimen) -> Finding {
    if let kind = ForeignKind.all.first(where: { $0.isIt(specimen) }) {
      return Finding(.problem, kind.name, kind.message, next: kind.next)
    }
    let isElided =
      specimen.code == .base64InvalidCharacter && Wrapping.isElided(specimen.text)
    return Finding(
      specimen.error,
      next: isElided
        ? "A log or an editor elided the middle. Get the complete text."
        : advice[specimen.code.name])
  }

  private static func json(_ specimen: Specimen) -> Finding {
    let document: JSON
    do throws(JSONError) {
      document = try JSON(text: specimen.bytes)
    } catch {
      return Finding(
        .problem, "jsonObject", "this is malformed JSON: \(error)",
        next: "Pass only the receipt, in Base64.", at: error.offset)
    }
    if case .object(let object) = document,
      ["latest_receipt", "receipt-data"].contains(where: { key in
        if case .string(let text)? = object[key] { Wrapping.isElided(text) } else { false }
      })
    {
      let kind = DocumentKind.document(document)
      return Finding(
        .problem, kind?.name ?? "jsonObject",
        (kind?.message ?? "this is JSON") + ", whose receipt was shortened",
        next: "A log or an editor elided the middle. Get the complete text.")
    }
    if case .object(let object) = document, object["receipt"] == nil,
      case .number(let number)? = object["status"], let status = number.int64
    {
      return Finding(
        .problem, "verifyReceiptAnswer",
        "this is an answer of verifyReceipt without a receipt: status \(status), "
          + VerifyReceiptStatus(rawValue: status).meaning,
        next: "Pass the receipt that was sent.")
    }
    guard let kind = DocumentKind.document(document) else {
      return Finding(
        .problem, "jsonObject", "this is JSON without a receipt", next: "No receipt found in it.")
    }
    return Finding(.problem, kind.name, kind.message, next: kind.next)
  }

  private static func pem(_ specimen: Specimen) -> Finding {
    guard let text = PEMText(specimen.text), text.isPrivateKey else {
      return Finding(
        specimen.error, next: "The PEM is truncated. Pass all of it, or the receipt.")
    }
    return Finding(
      .problem, "privateKey", "this is a private key",
      next: "It doesn't belong here. If it was sent or logged anywhere, revoke it.")
  }

  /// Only a CA can be a root. Xcode's certificates, which sign code (extKeyUsage), have an option of their own.
  private static func certificate(_ specimen: Specimen) -> Finding {
    let next: String
    do throws(ReceiptSignatureError) {
      _ = try TrustAnchor(certificate: specimen.bytes)
      next =
        hasPurposes(specimen.bytes)
        ? asXcodes : "To trust this one as a root: receipt verify RECEIPT --root FILE"
    } catch {
      next =
        error.code == .sharedXcodeCertificate
        ? "This is the one shared by all copies of Xcode: receipt verify RECEIPT --allow-xcode"
        : asXcodes
    }
    return Finding(specimen.error, next: "Receipts contain their certificates. " + next)
  }

  private static let asXcodes =
    "If your team's Xcode signs with this one: receipt verify RECEIPT --allow-xcode "
    + "--xcode-certificate FILE"

  /// Whether a certificate has the extension extKeyUsage; `false` if it is unreadable.
  private static func hasPurposes(_ bytes: [UInt8]) -> Bool {
    bytes.withRawSpan { bytes in
      do {
        let fields = try Certificate(derEncoded: bytes).tbsCertificate
        var extensions = DERReader(bytes, contents: fields.extensions?.contents ?? 0..<0)
        while !extensions.isAtEnd {
          if try extensions.read(as: CertificateExtension.self).extnID == .extKeyUsage {
            return true
          }
        }
      } catch {}
      return false
    }
  }

  private static func transactionReceipt(_ specimen: Specimen) -> Finding {
    do throws(TransactionReceiptError) {
      _ = try TransactionReceipt(specimen.bytes)
      return Finding(specimen.error, next: nil)
    } catch {
      return Finding(
        .problem, error.code.name, "this is a transaction receipt in the style of iOS 6; \(error)",
        next: "Use the app receipt instead, which contains all purchases.",
        at: error.offset)
    }
  }

  /// What to do about errors that already say what is wrong, by code.
  private static let advice: [String: String] = [
    "empty":
      "On a device: there is no file at Bundle.main.appStoreReceiptURL until the App Store has "
      + "delivered a receipt; refresh it (SKReceiptRefreshRequest, AppStore.sync()). On a server: "
      + "check that the request body arrived.",
    "tooLarge": "No receipt is that large. Inspect it: receipt tree FILE",
    "malformed":
      "The bytes were changed in transit. Compare the SHA-256 on the device and here; "
      + "'receipt tree FILE' shows the structure up to the fault.",
    "notAReceipt":
      "Pass the bytes of the file at Bundle.main.appStoreReceiptURL, or their Base64.",
    "appAttestReceipt": "It belongs to DCAppAttestService. Pass the App Store receipt: the file at "
      + "Bundle.main.appStoreReceiptURL.",
    "decodedAsText":
      "The lost bytes cannot be restored. Get the receipt again and send base64EncodedString() "
      + "of its data; never convert the bytes to a String.",
    "markup": "Check the HTTP status: this may be the error page of a server or a proxy.",
    "archive": "Decompress it first: gunzip, unzip. In a Mac app the receipt is at "
      + "Contents/_MASReceipt/receipt; an .ipa has none before it is installed.",
    "transactionIdentifier": "GET https://api.storekit.itunes.apple.com/inApps/v1/transactions/ID "
      + "of the App Store Server API returns the transaction (in the sandbox, "
      + "api.storekit-sandbox.itunes.apple.com).",
    "printedDescription": "Bytes are missing. Send base64EncodedString() of the data.",
    "hexadecimal": "There is an odd number of digits, or another character among them.",
    "notSignedData": "Pass the App Store receipt, which is a signed message.",
    "contentTypeNotData": "It is a signed message with other content than a receipt.",
    "detachedContent": "Pass the message with its content.",
    "duplicateAttribute": "Apple's receipts have it once. Do not trust it.",
    "tooManyAttributes": "Apple's receipts don't have that many.",
    "certificateNotDER": "The receipt was changed after it was signed.",
    "utf16": "It cannot be converted because characters are missing.",
  ]
}

/// The kind of a JWS by its payload. Nothing is verified.
struct JWSExamination {
  let findings: [Finding]

  init(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 2, let payload = Self.object(parts[1]) else {
      findings = [
        Finding(
          .problem, "jsonWebSignature", "this starts like a JWS but is not one",
          next: "A JWS has three parts separated by dots. It may be truncated.")
      ]
      return
    }
    let isWhole = parts.count == 3 && !parts[2].isEmpty
    let kind = DocumentKind.payload(payload)
    var message = kind?.message ?? "this is a JWS of unknown kind"
    let said = Self.shownKeys.compactMap { key in
      payload[key].flatMap { Self.text($0) }.map { "\(key) \($0)" }
    }
    if !said.isEmpty { message += " (not verified: " + said.joined(separator: ", ") + ")" }
    message += ", not an App Store receipt"
    var findings = [
      Finding(
        .problem, kind?.name ?? "jsonWebSignature", message,
        next: kind?.next ?? "Verify it with its issuer's library.")
    ]
    if !isWhole {
      findings.append(
        Finding(
          .problem, "truncated", "the JWS has no signature",
          next: "It is truncated. Send all of it."
        ))
    }
    self.findings = findings
  }

  /// The keys of a payload to show.
  private static let shownKeys = [
    "notificationType", "subtype", "receiptType", "environment", "bundleId", "bid", "productId",
    "transactionId", "originalTransactionId", "appTransactionId",
  ]

  private static func object(_ part: Substring) -> JSON.Object? {
    guard let bytes = part.utf8.base64Decoded else { return nil }
    do throws(JSONError) {
      guard case .object(let object) = try JSON(text: bytes) else { return nil }
      return object
    } catch {
      return nil
    }
  }

  private static func text(_ value: JSON) -> String? {
    switch value {
    case .string(let text): text
    case .number(let number): number.text
    default: nil
    }
  }
}

/// Where a receipt was truncated, and what may have done it.
struct Truncation {
  let finding: Finding

  init(_ specimen: Specimen) {
    let bytes = specimen.container
    var message = "the receipt is truncated at byte \(bytes.count)"
    if let length = Self.declaredLength(bytes), length > bytes.count {
      message += " of \(length)"
    }
    let bound = Self.bounds[specimen.bytes.count]
    let next =
      bound.map { "It is exactly as long as \($0): \(specimen.bytes.count) characters." }
      ?? "Check the length of the field, column or buffer, and whether the whole request was read."
    finding = Finding(.problem, "truncated", message, next: next, at: bytes.count)
  }

  /// Lengths at which programs truncate.
  private static let bounds: [Int: String] = [
    255: "a column VARCHAR(255)", 1024: "a line of the system log",
    4000: "a column VARCHAR2(4000)", 4095: "a line pasted into a terminal",
    4096: "a line pasted into a terminal", 8000: "a column VARCHAR(8000)",
    32_767: "a spreadsheet cell", 65_535: "a column TEXT of MySQL",
  ]

  /// The length in the first header; `nil` in the indefinite form.
  private static func declaredLength(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 2 else { return nil }
    let first = bytes[1]
    guard first > 0x80 else { return first < 0x80 ? Int(first) + 2 : nil }
    let count = Int(first & 0x7F)
    guard count <= 4, bytes.count >= 2 + count else { return nil }
    return bytes[2..<2 + count].reduce(0) { $0 << 8 | Int($1) } + 2 + count
  }
}

import AppStoreReceipt
import CMSParsing
import Foundation
import VerifyReceipt

/// What there is to say about something that is no receipt, and that nothing can be taken off of.
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
        ? "A log or an editor has left out the middle. Take it from where it is whole."
        : advice[specimen.code.name])
  }

  private static func json(_ specimen: Specimen) -> Finding {
    let document: VerifyReceiptJSON
    do throws(VerifyReceiptError) {
      document = try VerifyReceiptJSON(text: specimen.bytes)
    } catch {
      return Finding(
        .problem, "jsonObject", "this is JSON that cannot be read: \(error)",
        next: "Give the receipt alone, in Base64.", at: error.offset)
    }
    if case .object(let object) = document, object["receipt"] == nil,
      case .number(let number)? = object["status"], let status = number.int64
    {
      return Finding(
        .problem, "verifyReceiptAnswer",
        "this is an answer of verifyReceipt without a receipt: status \(status), "
          + VerifyReceiptStatus(rawValue: status).meaning,
        next: "Give the receipt that was asked about.")
    }
    guard let kind = DocumentKind.document(document) else {
      return Finding(specimen.error, next: "There is no receipt in it that could be found.")
    }
    return Finding(.problem, kind.name, kind.message, next: kind.next)
  }

  private static func pem(_ specimen: Specimen) -> Finding {
    guard let text = PEMText(specimen.text), text.isPrivateKey else {
      return Finding(
        specimen.error, next: "The PEM has no end: it was cut off. Give all of it, or the receipt.")
    }
    return Finding(
      .problem, "privateKey", "this is a private key",
      next: "It has no place here. If it has been sent or logged anywhere, revoke it.")
  }

  /// Only an authority can be trusted as a root. Xcode's certificates, which sign code (extKeyUsage), have an option of
  /// their own.
  private static func certificate(_ specimen: Specimen) -> Finding {
    let next: String
    do throws(TrustedCertificateError) {
      _ = try TrustAnchor(certificate: specimen.bytes)
      next =
        hasPurposes(specimen.bytes)
        ? asXcodes : "To trust this one as a root: receipt verify RECEIPT --root FILE"
    } catch {
      next =
        error.code == .sharedXcodeCertificate
        ? "This is the one of every Xcode: receipt verify RECEIPT --allow-xcode" : asXcodes
    }
    return Finding(specimen.error, next: "A receipt has its certificates inside. " + next)
  }

  private static let asXcodes =
    "If your team's Xcode signs with this one: receipt verify RECEIPT --allow-xcode "
    + "--xcode-certificate FILE"

  /// Whether a certificate has the extension extKeyUsage; what can't be read has not.
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
        next: "Ask for the receipt of the app in its place, which holds all purchases.",
        at: error.offset)
    }
  }

  /// What to do about the complaints that say by themselves what is wrong, by the names of their codes.
  private static let advice: [String: String] = [
    "empty":
      "Was there a receipt on the device? Bundle.main.appStoreReceiptURL names no file until "
      + "the App Store has delivered one: refresh it (SKReceiptRefreshRequest, AppStore.sync()). "
      + "On a server, look at whether the body of the request arrived.",
    "tooLarge": "No receipt is so large. Look at what is in it: receipt tree FILE",
    "malformed":
      "The bytes were changed on their way. Compare its SHA-256 on the device and here; "
      + "'receipt tree FILE' shows how far it can be read.",
    "notAReceipt":
      "Give the bytes of the file at Bundle.main.appStoreReceiptURL, or their Base64.",
    "appAttestReceipt": "It belongs to DCAppAttestService. Give the receipt of the App Store: the "
      + "file at Bundle.main.appStoreReceiptURL.",
    "decodedAsText": "What was lost cannot be restored. Get the receipt again, and send "
      + "base64EncodedString() of its data; never make a String of the bytes.",
    "markup": "Look at the HTTP status: this may be the error page of a server or a proxy.",
    "archive": "Decompress it first: gunzip, unzip. In a Mac app the receipt is at "
      + "Contents/_MASReceipt/receipt; an .ipa has none before it is installed.",
    "transactionIdentifier": "GET https://api.storekit.itunes.apple.com/inApps/v1/transactions/ID "
      + "of the App Store Server API tells about a transaction (in the sandbox, "
      + "api.storekit-sandbox.itunes.apple.com).",
    "printedDescription": "It has not all bytes. Send base64EncodedString() of the data.",
    "hexadecimal": "Half of an byte is missing, or another character is among the digits.",
    "notSignedData": "Give the receipt of the App Store, which is a signed message.",
    "contentTypeNotData": "It is signed, but no receipt: its content is something else.",
    "detachedContent": "Give the message with its content.",
    "duplicateAttribute": "No receipt of Apple's has it twice: do not trust it.",
    "tooManyAttributes": "No receipt of Apple's has so many.",
    "certificateNotDER": "The receipt was changed after it was signed.",
    "utf16": "It cannot be converted: characters are missing.",
  ]
}

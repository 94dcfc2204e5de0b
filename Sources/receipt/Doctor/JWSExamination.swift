import Foundation
import VerifyReceipt

/// What a JWS is, as its payload says. Nothing is verified.
struct JWSExamination {
  let findings: [Finding]

  init(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 2, let payload = Self.object(parts[1]) else {
      findings = [
        Finding(
          .problem, "jsonWebSignature", "this begins as a JWS does, but cannot be read as one",
          next: "A JWS has three parts with dots between them. It may have been cut off.")
      ]
      return
    }
    let isWhole = parts.count == 3 && !parts[2].isEmpty
    let kind = DocumentKind.payload(payload)
    var message = kind?.message ?? "this is a JWS of a kind unknown here"
    let said = Self.shownKeys.compactMap { key in
      payload[key].flatMap { Self.text($0) }.map { "\(key) \($0)" }
    }
    if !said.isEmpty { message += " (not verified: " + said.joined(separator: ", ") + ")" }
    message += ", not an App Store receipt"
    var findings = [
      Finding(
        .problem, kind?.name ?? "jsonWebSignature", message,
        next: kind?.next ?? "Verify it with what its issuer offers.")
    ]
    if !isWhole {
      findings.append(
        Finding(
          .problem, "truncated", "the JWS has no signature", next: "It was cut off: send all of it."
        ))
    }
    self.findings = findings
  }

  /// What is worth telling of a payload.
  private static let shownKeys = [
    "notificationType", "subtype", "receiptType", "environment", "bundleId", "bid", "productId",
    "transactionId", "originalTransactionId", "appTransactionId",
  ]

  private static func object(_ part: Substring) -> VerifyReceiptJSON.Object? {
    guard let bytes = part.utf8.base64Decoded else { return nil }
    do throws(VerifyReceiptError) {
      guard case .object(let object) = try VerifyReceiptJSON(text: bytes) else { return nil }
      return object
    } catch {
      return nil
    }
  }

  private static func text(_ value: VerifyReceiptJSON) -> String? {
    switch value {
    case .string(let text): text
    case .number(let number): number.text
    default: nil
    }
  }
}

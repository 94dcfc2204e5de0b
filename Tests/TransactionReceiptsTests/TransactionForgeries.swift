import Foundation
import ReceiptParsing
import ReceiptTrust
import ReceiptValidation
import TestSupport
import TransactionReceipts

/// The forged transaction receipts, and the genuine ones beside them. Made by `Tests/Fixtures/make_transactions.py`.
struct TransactionForgeries: Sendable {
  /// One receipt, and what its caller trusts and expects.
  struct Entry: Sendable {
    let id: String
    /// The step and the code by which it is refused; `nil` when it is valid.
    let error: String?
    let reason: String
    let bytes: [UInt8]
    let expectations: ReceiptExpectations
    let verifier: AppleTransactionVerifier

    /// How it fails, `check.code`; `nil` when it is validated.
    var failure: String? { TransactionForgeries.failure(bytes, expectations, verifier) }
  }

  static let folder = Fixtures.root.appending(path: "Tests/Fixtures/Transactions")

  /// How bytes fail, `check.code`; `nil` when they are validated.
  static func failure(
    _ bytes: [UInt8], _ expectations: ReceiptExpectations, _ verifier: AppleTransactionVerifier
  ) -> String? {
    let receipt: TransactionReceipt
    do throws(TransactionReceiptError) {
      receipt = try TransactionReceipt(bytes)
    } catch {
      return "structure.\(error.code.rawValue)"
    }
    do throws(TransactionValidationError) {
      _ = try receipt.validate(expectations, verifier: verifier)
      return nil
    } catch {
      return "\(error.check.rawValue).\(error.reason.name)"
    }
  }

  /// Everything in the manifest.
  static func entries() throws -> [Entry] {
    let manifest = try JSONValue(
      parsing: Data(contentsOf: folder.appending(path: "manifest.json")))
    return try (manifest["receipts"]?.elements ?? []).map { row in
      var caller = manifest["caller"] ?? .null
      for (key, value) in row["expect"]?.members ?? [:] { caller[key] = value }
      let id = row["id"]?.string ?? ""
      return Entry(
        id: id, error: row["error"]?.string, reason: row["reason"]?.string ?? "",
        bytes: try Fixtures.bytes(of: folder.appending(path: "\(id).plist")),
        expectations: expectations(caller), verifier: try verifier(caller))
    }
  }

  /// The entry of that name.
  static func entry(_ id: String) throws -> Entry {
    guard let entry = try entries().first(where: { $0.id == id }) else {
      preconditionFailure("no entry \(id)")
    }
    return entry
  }

  private static func expectations(_ caller: JSONValue) -> ReceiptExpectations {
    let environments = caller["environments"]?.elements.compactMap(\.string) ?? []
    let device = caller["vendorIdentifier"]?.string.flatMap { DeviceIdentifier($0) }
    return ReceiptExpectations(
      bundleIdentifier: caller["bundleIdentifier"]?.string ?? "",
      devices: device.map { .required([$0]) } ?? .notChecked,
      now: caller["now"]?.string.flatMap { ReceiptDate($0) }.map { .required($0) } ?? .notChecked,
      appVersion: caller["version"]?.string.map { .required($0) } ?? .notChecked,
      acceptsCancelled: caller["acceptsCancelled"]?.boolean == true,
      environments: Set(
        environments.map {
          $0 == "Sandbox" ? .productionSandbox : ReceiptEnvironment(rawValue: $0)
        }))
  }

  private static func verifier(_ caller: JSONValue) throws -> AppleTransactionVerifier {
    func bytes(_ name: String) throws -> [UInt8] {
      try Fixtures.bytes(of: folder.appending(path: name))
    }
    let issuers = caller["issuers"]?.elements.compactMap(\.string) ?? []
    return AppleTransactionVerifier(
      anchors: [try TrustAnchor(certificate: bytes(caller["root"]?.string ?? ""))],
      issuers: try issuers.map { try IssuerCertificate(certificate: bytes($0)) })
  }
}

import DERParsing
import FuzzSupport
import ReceiptParsing
import ReceiptTrust
import ReceiptValidation
import TransactionReceipts

/// The forgeries of the tests: how each fails that is an input as it is. Their makers and an independent judge say it, not
/// the library.
struct JudgedForgeries: Sendable {
  /// `check.code`, or nothing for what is valid.
  private let verdicts: [[UInt8]: String]
  private let expectations: ReceiptExpectations

  init(_ folder: String, to suffix: String) throws {
    let manifest = try FixtureFiles.manifest(folder)
    let caller = manifest.caller
    verdicts = Dictionary(
      try manifest.judged(to: suffix).map { ($0.bytes, $0.error ?? "") },
      uniquingKeysWith: { verdict, _ in verdict })
    guard let device = DeviceIdentifier(caller.deviceIdentifierHex ?? caller.vendorIdentifier ?? "")
    else { fatalError("no device in \(folder)") }
    expectations = ReceiptExpectations(
      bundleIdentifier: caller.bundleIdentifier, devices: .required([device]),
      now: ReceiptDate(caller.now).map { .required($0) } ?? .notChecked,
      appVersion: .required(caller.version),
      environments: Set(caller.environments.map { ReceiptEnvironment(rawValue: $0) }))
  }

  /// An app's receipt fails as it has to.
  func check(_ bytes: [UInt8], _ answer: Answer, _ verifier: AppleSignatureVerifier) {
    guard let verdict = verdicts[bytes] else { return }
    var found = ""
    switch answer {
    case .refused(let error):
      found = "structure.\(error.code.rawValue)" + (error.der.map { ".\($0.code.rawValue)" } ?? "")
    case .receipt(let receipt):
      do throws(ReceiptValidationError) {
        _ = try receipt.validate(expectations, verifier: verifier)
      } catch {
        found = "\(error.check.rawValue).\(error.reason.name)"
      }
    }
    require(found == verdict, "fails as \(found), not \(verdict)")
  }

  /// So does a transaction receipt.
  func check(_ bytes: [UInt8], _ answer: TransactionAnswer, _ verifier: AppleTransactionVerifier) {
    guard let verdict = verdicts[bytes] else { return }
    var found = answer.error.map { "structure.\($0.code.rawValue)" } ?? ""
    do throws(TransactionValidationError) {
      _ = try answer.receipt?.validate(expectations, verifier: verifier)
    } catch {
      found = "\(error.check.rawValue).\(error.reason.name)"
    }
    require(found == verdict, "fails as \(found), not \(verdict)")
  }
}

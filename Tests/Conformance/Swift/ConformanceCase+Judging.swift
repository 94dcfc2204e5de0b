import AppStoreReceipt
package import ReceiptJSON
import ReceiptParsing
import VerifyReceipt

/// What the library says about a case.
package struct ConformanceAnswer: Sendable {
  /// `ACCEPT` or `REFUSE`.
  package let result: String
  /// Why it refuses: the check and the name of the error.
  package let detail: String
  /// What it says: the document that pointers lead into.
  let document: JSON

  init(accepting document: JSON) {
    result = "ACCEPT"
    detail = ""
    self.document = document
  }

  init(refusing detail: String, _ document: JSON = .null) {
    result = "REFUSE"
    self.detail = detail
    self.document = document
  }

  /// The values of the fields that a case asks for; `null` for those that aren't there.
  package func fields(of conformanceCase: ConformanceCase) -> JSON.Object {
    var object = JSON.Object()
    for (pointer, _) in conformanceCase.fields {
      object[pointer] = document.value(at: pointer) ?? .null
    }
    return object
  }
}

extension ConformanceCase {
  /// Asks the library.
  package func answer() throws -> ConformanceAnswer {
    do {
      switch operation {
      case "read", "base64", "verify", "validate": return try answerForReceipt()
      case "transaction": return try answerForTransaction()
      case "endpoint": return try answerOfEndpoint()
      default: throw ConformanceSet.FormatError("unknown operation \(operation)")
      }
    } catch let error as ReceiptSignatureError {
      return ConformanceAnswer(refusing: "anchor \(error.code.rawValue)")
    }
  }

  private func answerForReceipt() throws -> ConformanceAnswer {
    let receipt: AppReceipt
    do throws(ReceiptError) {
      receipt =
        operation == "base64"
        ? try AppReceipt(base64: String(decoding: input, as: UTF8.self)) : try AppReceipt(input)
    } catch {
      return ConformanceAnswer(refusing: "structure \(error.code.rawValue)")
    }
    switch operation {
    case "verify":
      let verifier = try verifier()
      do throws(ReceiptSignatureError) {
        try receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
          try verifier.verify(material)
        }
      } catch {
        return ConformanceAnswer(refusing: "signature \(error.code.rawValue)")
      }
    case "validate":
      let verifier = try verifier()
      do throws(ReceiptValidationError) {
        let validated = try receipt.validate(expectations, verifier: verifier)
        let owned = caller["now"]?.text.flatMap { ReceiptDate($0) }.map {
          validated.purchaseHistory().owned(at: $0).map(\.productIdentifier)
        }
        return ConformanceAnswer(accepting: receipt.document(owned: owned))
      } catch {
        return ConformanceAnswer(refusing: "\(error.check.rawValue) \(error.reason.name)")
      }
    default: break
    }
    return ConformanceAnswer(accepting: receipt.document(owned: nil))
  }

  private func verifier() throws -> AppleSignatureVerifier {
    AppleSignatureVerifier(
      anchors: try anchors.map { try TrustAnchor(certificate: $0) },
      allowsXcode: caller["xcode"]?["allowed"]?.isTrue == true,
      xcodeCertificates: try xcodeCertificates.map { try XcodeCertificate(certificate: $0) })
  }

  private var expectations: ReceiptExpectations {
    func required<Value>(_ value: Value?) -> ReceiptExpectations.Expectation<Value> {
      value.map { .required($0) } ?? .notChecked
    }
    var expectations = ReceiptExpectations(
      bundleIdentifier: caller["bundleIdentifier"]?.text ?? "",
      devices: required(
        caller["deviceIdentifierHex"]?.text.flatMap { DeviceIdentifier($0) }.map { [$0] }),
      now: ReceiptDate(millisecondsSince1970: 0), appVersion: required(caller["appVersion"]?.text))
    expectations.now = required(caller["now"]?.text.flatMap { ReceiptDate($0) })
    expectations.environments = required(
      caller["environments"].map {
        Set($0.elements.compactMap(\.text).map { ReceiptEnvironment(rawValue: $0) })
      })
    return expectations
  }

  // MARK: Transaction receipts and requests

  private func transactionVerifier() throws -> AppleTransactionVerifier {
    AppleTransactionVerifier(
      anchors: try anchors.map { try TrustAnchor(certificate: $0) },
      issuers: try issuers.map { try IssuerCertificate(certificate: $0) })
  }

  private func answerForTransaction() throws -> ConformanceAnswer {
    let verifier = try transactionVerifier()
    let receipt: TransactionReceipt
    do throws(TransactionReceiptError) {
      receipt = try TransactionReceipt(input)
    } catch {
      return ConformanceAnswer(refusing: "structure \(error.code.rawValue)")
    }
    let environments = caller["environments"]?.elements.compactMap(\.text) ?? []
    let expectations = ReceiptExpectations(
      bundleIdentifier: caller["bundleIdentifier"]?.text ?? "",
      devices: caller["vendorIdentifier"]?.text.flatMap { DeviceIdentifier($0) }.map {
        .required([$0])
      } ?? .notChecked,
      now: caller["now"]?.text.flatMap { ReceiptDate($0) }.map { .required($0) } ?? .notChecked,
      appVersion: caller["appVersion"]?.text.map { .required($0) } ?? .notChecked,
      acceptsCancelled: caller["acceptsCancelled"]?.isTrue == true,
      environments: Set(
        environments.map {
          $0 == "Sandbox" ? .productionSandbox : ReceiptEnvironment(rawValue: $0)
        }))
    do throws(TransactionValidationError) {
      let validated = try receipt.validate(expectations, verifier: verifier)
      return ConformanceAnswer(accepting: validated.purchaseInfo.document)
    } catch {
      return ConformanceAnswer(refusing: "\(error.check.rawValue) \(error.reason.name)")
    }
  }

  private func answerOfEndpoint() throws -> ConformanceAnswer {
    let apps: KnownApps =
      caller["apps"].map { .only(Set($0.elements.compactMap(\.text))) } ?? .any
    let endpoint: VerifyReceiptEndpoint? =
      switch caller["endpoint"]?.text {
      case "production": .production
      case "sandbox": .sandbox
      default: nil
      }
    guard let now = caller["now"]?.text.flatMap({ ReceiptDate($0) }) else {
      throw ConformanceSet.FormatError("\(id) has no date")
    }
    let responder = VerifyReceiptResponder(
      for: apps, at: endpoint, verifier: try verifier(),
      transactionVerifier: try transactionVerifier())
    let answer = responder.answer(body: input, at: now)
    let document = try JSON(text: answer.json())
    return answer.isValid
      ? ConformanceAnswer(accepting: document)
      : ConformanceAnswer(refusing: answer.failure.map { "\($0)" } ?? "", document)
  }
}

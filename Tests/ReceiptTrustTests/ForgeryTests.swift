import DERParsing
import Foundation
import ReceiptParsing
import ReceiptTrust
import ReceiptValidation
import TestSupport
import Testing

/// Every receipt of the forgery suite, judged as its manifest says.
@Suite struct ForgeryTests {
  private let forgeries: Forgeries

  init() throws {
    forgeries = try Forgeries.manifest()
  }

  /// What the caller of the manifest trusts.
  private func verifier(_ entry: Forgeries.Entry) throws -> AppleSignatureVerifier {
    let root = Forgeries.folder.appending(path: entry.expect?.root ?? forgeries.caller.root)
    return AppleSignatureVerifier(
      anchors: [try TrustAnchor(certificate: Fixtures.bytes(of: root))],
      allowsXcode: entry.expect?.allowsXcode ?? false,
      xcodeCertificates: try (entry.expect?.xcodeCertificates ?? []).map {
        try XcodeCertificate(
          certificate: Fixtures.bytes(of: Forgeries.folder.appending(path: $0)))
      })
  }

  /// What the caller of the manifest expects.
  private func expectations(_ entry: Forgeries.Entry) throws -> ReceiptExpectations {
    let caller = forgeries.caller
    let environments = entry.expect?.environments ?? caller.environments
    return ReceiptExpectations(
      bundleIdentifier: caller.bundleIdentifier,
      devices: .required([try #require(DeviceIdentifier(caller.deviceIdentifierHex))]),
      now: try #require(ReceiptDate(entry.expect?.now ?? caller.now)),
      appVersion: .required(caller.version),
      environments: Set(environments.map { ReceiptEnvironment(rawValue: $0) }))
  }

  /// How a receipt fails, `check.code`; `nil` when it is validated.
  private func failure(_ entry: Forgeries.Entry) throws -> String? {
    let bytes = try entry.bytes()
    let expectations = try expectations(entry)
    let verifier = try verifier(entry)
    let receipt: AppReceipt
    do throws(ReceiptError) {
      receipt = try AppReceipt(bytes)
    } catch {
      return "structure.\(error.code.rawValue)" + (error.der.map { ".\($0.code.rawValue)" } ?? "")
    }
    do throws(ReceiptValidationError) {
      _ = try receipt.validate(expectations, verifier: verifier)
      return nil
    } catch {
      return "\(error.check.rawValue).\(error.reason.name)"
    }
  }

  @Test func `Every forgery is refused for its reason`() throws {
    let entries = forgeries.receipts.filter { $0.verdict == "refuse" }
    #expect(entries.count >= 134)
    for entry in entries {
      let failure = try failure(entry)
      #expect(
        failure != nil && failure == entry.error,
        "\(entry.id): \(failure ?? "validated"). \(entry.reason)")
    }
  }

  @Test func `Every odd but valid receipt is accepted`() throws {
    let entries = forgeries.receipts.filter { $0.verdict == "accept" }
    #expect(entries.count >= 17)
    for entry in entries {
      let failure = try failure(entry)
      #expect(failure == nil, "\(entry.id): \(entry.reason)")
    }
  }

  @Test func `The report agrees with the validation`() throws {
    for entry in forgeries.receipts {
      let bytes = try entry.bytes()
      let receipt: AppReceipt
      do throws(ReceiptError) { receipt = try AppReceipt(bytes) } catch { continue }
      let report = try receipt.report(expectations(entry), verifier: verifier(entry))
      #expect(report.failures.isEmpty == (entry.verdict == "accept"), "\(entry.id)")
      #expect(report.entries.map(\.check) == ReceiptCheck.allCases.filter { $0 != .cancellation })
    }
  }

  /// How a verifier judges a signature: the code of its error, `nil` when it is accepted.
  private func refusal(
    _ receipt: AppReceipt, _ verifier: AppleSignatureVerifier
  ) -> ReceiptSignatureError? {
    do throws(ReceiptSignatureError) {
      try receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
        try verifier.verify(material)
      }
      return nil
    } catch {
      return error
    }
  }

  @Test func `A verifier that remembers all it can judges every receipt as one that knows nothing`()
    throws
  {
    let root = try TrustAnchor(
      certificate: Fixtures.bytes(of: Forgeries.folder.appending(path: forgeries.caller.root)))
    let fresh = AppleSignatureVerifier(anchors: [root])
    var receipts: [(id: String, receipt: AppReceipt)] = []
    for entry in forgeries.receipts {
      let bytes = try entry.bytes()
      do throws(ReceiptError) { receipts.append((entry.id, try AppReceipt(bytes))) } catch {}
    }
    for name in Fixtures.names {
      receipts.append((name, try AppReceipt(Fixtures.receipt(name))))
    }
    // The genuine certificates come last, so that they are among the newest.
    var remembering = fresh
    var rememberedCount = 0
    for (_, receipt) in receipts {
      do throws(ReceiptSignatureError) {
        try remembering.verifyAndRemember(receipt)
        rememberedCount += 1
      } catch {}
    }
    #expect(rememberedCount >= 25)
    for (id, receipt) in receipts {
      #expect(refusal(receipt, remembering) == refusal(receipt, fresh), "\(id)")
    }
  }
}

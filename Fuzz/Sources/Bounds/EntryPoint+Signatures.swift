import AppStoreReceipt
import ReceiptTesting

extension EntryPoint {
  private static func signed(
    _ name: String, memory: Double = 8,
    _ prepare: @escaping @Sendable (Subject) -> (() -> Void)?
  ) -> EntryPoint {
    EntryPoint(
      name: name, kinds: [.message, .receipt], ordinary: .ordinaryGenuine, reading: "AppReceipt",
      memory: memory, prepare: prepare)
  }

  private static func certificate(
    _ name: String, memory: Double = 2,
    _ prepare: @escaping @Sendable (Subject) -> (() -> Void)?
  ) -> EntryPoint {
    EntryPoint(
      name: name, kinds: [.certificate], ordinary: .ordinaryCertificate, reading: "AppReceipt",
      memory: memory, prepare: prepare)
  }

  static let signatures: [EntryPoint] = [
    signed("AppReceipt: report") { subject in
      subject.receipt.map { receipt in
        {
          let report = receipt.report(Subject.expectations, verifier: Genuine.verifier)
          use(report.entries.map(\.description))
          use(report.entries.map(\.message))
          use(report.failures.map(\.description))
          use(report.recommendedAction)
          use(report == report)
          hash(report)
        }
      }
    },
    signed("AppReceipt: validate") { subject in
      subject.receipt.map { receipt in
        {
          do throws(ReceiptValidationError) {
            use(try receipt.validate(Subject.expectations, verifier: Genuine.verifier))
          } catch {
            use(error.description)
            hash(error)
          }
        }
      }
    },
    signed("AppReceipt: report of every check") { subject in
      subject.receipt.map { receipt in
        let devices = (0..<4).map { DeviceIdentifier(bytes: [UInt8](repeating: $0, count: 16)) }
        let expectations = ReceiptExpectations(
          bundleIdentifier: "com.example.other", devices: .required(devices), now: Subject.now,
          appVersion: .required("2.0"), environments: [.xcode])
        return {
          let report = receipt.report(expectations, verifier: TrustingVerifier())
          use(report.entries.map(\.message))
          use(report.skipped.count)
          use((try? JSONEncoder().encode(report))?.count ?? 0)
        }
      }
    },
    signed("AppReceipt: withSignatureMaterial") { subject in
      subject.receipt.map { receipt in
        {
          _ = try? receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
            use(material.signedBytes.byteCount)
            use(material.signature.byteCount)
            var certificates = material.certificates
            use(certificates.readRemaining())
          }
        }
      }
    },
    signed("AppleSignatureVerifier") { subject in
      subject.receipt.map { receipt in
        { verify(receipt, Genuine.verifier) }
      }
    },
    signed("AppleSignatureVerifier: every limit raised", memory: 16) { subject in
      subject.receipt.map { receipt in
        let limits = SignatureLimits(certificates: 4096, extensions: 4096, signatureChecks: 8)
        let verifier = AppleSignatureVerifier(anchors: [Genuine.authority.anchor], limits: limits)
        return { verify(receipt, verifier) }
      }
    },
    signed("AppleSignatureVerifier: verifyAndRemember") { subject in
      subject.receipt.map { receipt in
        {
          var verifier = Genuine.verifier
          _ = try? verifier.verifyAndRemember(receipt)
          _ = try? verifier.verifyAndRemember(receipt)
        }
      }
    },
    signed("AppleSignatureVerifier: Xcode") { subject in
      subject.receipt.map { receipt in
        let verifier = AppleSignatureVerifier(
          anchors: [Genuine.authority.anchor], allowsXcode: true)
        return { verify(receipt, verifier) }
      }
    },
    certificate("TrustAnchor") { subject in
      {
        guard let anchor = try? TrustAnchor(certificate: subject.bytes) else { return }
        use(anchor == anchor)
        hash(anchor)
      }
    },
    certificate("XcodeCertificate") { subject in
      {
        do throws(ReceiptSignatureError) {
          let certificate = try XcodeCertificate(certificate: subject.bytes)
          use(certificate == certificate)
          hash(certificate)
        } catch {
          use(error.description)
          hash(error)
        }
      }
    },
    certificate("IssuerCertificate") { subject in
      {
        guard let issuer = try? IssuerCertificate(certificate: subject.bytes) else { return }
        use(issuer == issuer)
        hash(issuer)
      }
    },
  ]

  private static func verify(_ receipt: AppReceipt, _ verifier: AppleSignatureVerifier) {
    _ = try? receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
      try verifier.verify(material)
    }
  }
}

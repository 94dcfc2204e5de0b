import AppStoreReceipt
import DERParsing
import Foundation
import ReceiptJSON
import TextCoding

/// The expectations of all commands that can verify.
struct VerificationOptions: Sendable {
  static let verify = Option(
    "--verify", "verify the signature and check expiry and expectations")
  static let bundleIdentifier = Option(
    "--bundle-id", .text("ID"), repeats: true,
    "the expected bundle identifier; repeat for several apps")
  static let appVersion = Option("--version", .text("V"), "the expected app version")
  static let environment = Option(
    "--environment", .choice("ENV", ReceiptEnvironment.known.map(\.rawValue)), repeats: true,
    "an accepted environment: \(ReceiptEnvironment.known.map(\.rawValue).joined(separator: ", "))")
  static let device = Option(
    "--device", .text("ID"), repeats: true,
    "the expected device: a MAC address or a UUID; repeat for several devices")
  static let root = Option(
    "--root", .file("CERT"), repeats: true,
    "root certificates (DER or PEM) to trust instead of Apple's")
  static let xcode = Option(
    "--allow-xcode", "accept receipts signed by Xcode; anyone can make those")
  static let xcodeCertificate = Option(
    "--xcode-certificate", .file("CERT"), repeats: true,
    "your team's certificates for StoreKit testing (DER or PEM); needs --allow-xcode, and no root is trusted for them"
  )
  static let date = Option(
    "--at", .text("DATE"),
    "the time to use instead of now: RFC 3339, such as 2026-11-22T10:00:00Z.\n"
      + "Certificates must always be valid when the receipt was created")

  /// The options without `--verify` and `--at`.
  static let group = Manual.Group(
    title: "EXPECTATIONS",
    options: [bundleIdentifier, appVersion, environment, device, root, xcode, xcodeCertificate])

  /// Whether `--verify` or an expectation was given.
  let isAsked: Bool
  /// The time to use: `--at`, or now.
  let date: ReceiptDate

  private let bundleIdentifiers: [String]
  private let appVersion: String?
  private let devices: [DeviceIdentifier]
  private let environments: Set<ReceiptEnvironment>
  private let roots: [TrustAnchor]
  private let allowsXcode: Bool
  private let xcodeCertificates: [XcodeCertificate]

  init(_ arguments: Arguments) throws(ToolError) {
    isAsked =
      arguments.has(Self.verify) || Self.group.options.contains { arguments.has($0) }
    date = try Self.date(arguments[Self.date])
    bundleIdentifiers = arguments.all(Self.bundleIdentifier)
    appVersion = arguments[Self.appVersion]
    environments = Set(arguments.all(Self.environment).map(ReceiptEnvironment.init))
    var devices: [DeviceIdentifier] = []
    for text in arguments.all(Self.device) {
      guard let device = DeviceIdentifier(text) else {
        throw .usage("--device: expected a MAC address or a UUID, found '\(text)'")
      }
      devices.append(device)
    }
    self.devices = devices
    var roots: [TrustAnchor] = []
    for path in arguments.all(Self.root) {
      for certificate in try CertificateFile.certificates(path, of: Self.root) {
        roots.append(try TrustAnchor(certificate, path: path))
      }
    }
    self.roots = roots
    allowsXcode = arguments.has(Self.xcode)
    var certificates: [XcodeCertificate] = []
    for path in arguments.all(Self.xcodeCertificate) {
      for certificate in try CertificateFile.certificates(path, of: Self.xcodeCertificate) {
        certificates.append(try XcodeCertificate(certificate, path: path))
      }
    }
    xcodeCertificates = certificates
  }

  private static func date(_ text: String?) throws(ToolError) -> ReceiptDate {
    guard let text else { return ReceiptDate(Date.now) }
    guard let date = ReceiptDate(text) else {
      guard ReceiptDate(text + "T00:00:00Z") == nil else {
        throw .usage("--at: add a time to the date, such as \(text)T00:00:00Z")
      }
      throw .usage(
        "--at: expected an RFC 3339 date such as 2026-11-22T10:00:00Z, found '\(text)'")
    }
    return date
  }

  /// The expected bundle identifier: the receipt's own if it is one of several, else the first.
  private func asked(for own: String?) -> String? {
    bundleIdentifiers.first { $0.hasBytes(of: own ?? "") } ?? bundleIdentifiers.first
  }

  /// Whether no bundle identifier was given.
  var isForAnyApp: Bool { bundleIdentifiers.isEmpty }

  /// The expectations of a receipt. As with Apple's verifyReceipt, the bundle identifier is the receipt's own unless
  /// one was given; ``skipped`` then lists the check.
  func expectations(of receipt: AppReceipt) -> ReceiptExpectations {
    expectations(of: receipt.bundleIdentifier, now: .required(date))
  }

  /// The expectations of a transaction receipt in the style of iOS 6. An expired one is accepted.
  func expectations(of receipt: TransactionReceipt) -> ReceiptExpectations {
    expectations(of: receipt.purchaseInfo.bundleIdentifier, now: .notChecked)
  }

  private func expectations(
    of own: String?, now: ReceiptExpectations.Expectation<ReceiptDate>
  ) -> ReceiptExpectations {
    var expectations = ReceiptExpectations(
      bundleIdentifier: asked(for: own) ?? own ?? "",
      devices: devices.isEmpty ? .notChecked : .required(devices), now: now,
      appVersion: appVersion.map { .required($0) } ?? .notChecked)
    expectations.environments = environments.isEmpty ? .notChecked : .required(environments)
    return expectations
  }

  var transactionVerifier: AppleTransactionVerifier {
    AppleTransactionVerifier(anchors: roots.isEmpty ? [.appleRootCA] : roots)
  }

  /// The checks without an expectation.
  var skipped: [ReceiptCheck] {
    var skipped: [ReceiptCheck] = []
    if bundleIdentifiers.isEmpty { skipped.append(.bundleIdentifier) }
    if appVersion == nil { skipped.append(.appVersion) }
    if devices.isEmpty { skipped.append(.device) }
    if environments.isEmpty { skipped.append(.environment) }
    return skipped
  }

  /// The remark about a valid receipt.
  var validRemark: String {
    guard !skipped.isEmpty else { return "The receipt is valid." }
    return "The receipt is valid; not checked: "
      + skipped.map(\.rawValue).joined(separator: ", ") + "."
  }

  var verifier: AppleSignatureVerifier {
    AppleSignatureVerifier(
      anchors: roots.isEmpty ? [.appleRootCA] : roots, allowsXcode: allowsXcode,
      xcodeCertificates: xcodeCertificates)
  }
}

extension ReceiptEnvironment {
  /// The known environments.
  fileprivate static let known: [ReceiptEnvironment] = [
    .production, .productionSandbox, .productionVPP, .productionVPPSandbox, .xcode,
  ]
}

extension TrustAnchor {
  /// A root certificate of a file.
  fileprivate init(_ certificate: [UInt8], path: String) throws(ToolError) {
    do {
      self = try TrustAnchor(certificate: certificate)
    } catch {
      let isXcodes = [.sharedXcodeCertificate, .notAnAuthority].contains(error.code)
      throw .usage(
        "--root: \(path) is not a root certificate: \(error)"
          + (isXcodes ? "; for Xcode's receipts, see --allow-xcode and --xcode-certificate" : ""))
    }
  }
}

extension XcodeCertificate {
  /// A certificate of a file.
  fileprivate init(_ certificate: [UInt8], path: String) throws(ToolError) {
    do {
      self = try XcodeCertificate(certificate: certificate)
    } catch {
      throw .usage("--xcode-certificate: \(path) is not a certificate of Xcode: \(error)")
    }
  }
}

/// A file with one certificate in DER, or any number in PEM and nothing else there.
private enum CertificateFile {
  static func certificates(_ path: String, of option: Option) throws(ToolError) -> [[UInt8]] {
    let bytes = try InputFile(path).bytes
    if bytes.first == 0x30 { return [bytes] }
    let blocks: [PEMBlock]
    do throws(PEMError) {
      blocks = try PEMBlock.all(in: bytes)
    } catch {
      throw .usage("\(option.name): \(path): \(error)")
    }
    if let other = blocks.first(where: { $0.label != "CERTIFICATE" }) {
      throw .usage(
        "\(option.name): \(path) has a \(other.label.printable) at byte \(other.offset), not a certificate"
      )
    }
    guard !blocks.isEmpty else {
      throw .usage("\(option.name): \(path) is not a DER or PEM certificate")
    }
    return blocks.map(\.bytes)
  }
}

import AppStoreReceipt
import Foundation
import VerifyReceipt

/// The options that say what a receipt has to be, for every command that can verify.
struct VerificationOptions: Sendable {
  static let verify = Option(
    "--verify", "check signature and expiry, and the receipt for what follows")
  static let bundleIdentifier = Option(
    "--bundle-id", .text("ID"), repeats: true,
    "the bundle identifier that the receipt must have; repeat it for several apps")
  static let appVersion = Option("--version", .text("V"), "the app version that it must have")
  static let environment = Option(
    "--environment", .choice("ENV", ReceiptEnvironment.known.map(\.rawValue)), repeats: true,
    "where it may come from: \(ReceiptEnvironment.known.map(\.rawValue).joined(separator: ", "))")
  static let device = Option(
    "--device", .text("ID"), repeats: true,
    "a MAC address or a UUID, with or without separators; repeat it for each candidate")
  static let root = Option(
    "--root", .file("CERT"), repeats: true,
    "a root certificate (DER or PEM) to trust instead of Apple's")
  static let xcode = Option(
    "--allow-xcode", "accept receipts that Xcode has signed; anyone can make those")
  static let xcodeCertificate = Option(
    "--xcode-certificate", .file("CERT"), repeats: true,
    "a team's own certificate for StoreKit testing (DER or PEM); it counts only with --allow-xcode, and is no root"
  )
  static let date = Option(
    "--at", .text("DATE"),
    "the time to judge by, instead of now: RFC 3339, such as 2026-11-22T10:00:00Z.\n"
      + "Certificates are always judged at the time when the receipt was made")

  /// The options without `--verify` and `--at`.
  static let group = Manual.Group(
    title: "EXPECTATIONS",
    options: [bundleIdentifier, appVersion, environment, device, root, xcode, xcodeCertificate])

  /// Whether any of the options but `--at`, or `--verify`, was given.
  let isAsked: Bool
  /// The time to judge by: that of `--at`, or now.
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
    for path in arguments.all(Self.root) { roots.append(try TrustAnchor(path: path)) }
    self.roots = roots
    allowsXcode = arguments.has(Self.xcode)
    var certificates: [XcodeCertificate] = []
    for path in arguments.all(Self.xcodeCertificate) {
      certificates.append(try XcodeCertificate(path: path))
    }
    xcodeCertificates = certificates
  }

  private static func date(_ text: String?) throws(ToolError) -> ReceiptDate {
    guard let text else { return ReceiptDate(Date.now) }
    guard let date = ReceiptDate(text) else {
      throw .usage(
        "--at: expected a date as in RFC 3339, such as 2026-11-22T10:00:00Z, found '\(text)'")
    }
    return date
  }

  /// The bundle identifier that was asked for: of several the receipt's own, if it is among them.
  private func asked(for own: String?) -> String? {
    bundleIdentifiers.first { $0.hasBytes(of: own ?? "") } ?? bundleIdentifiers.first
  }

  /// What a report looks at.
  func expectations(of receipt: AppReceipt) -> ReportExpectations {
    var expectations = ReportExpectations()
    expectations.now = .required(date)
    if let identifier = asked(for: receipt.bundleIdentifier) {
      expectations.bundleIdentifier = .required(identifier)
    }
    if let appVersion { expectations.appVersion = .required(appVersion) }
    if !devices.isEmpty { expectations.devices = .required(devices) }
    if !environments.isEmpty { expectations.environments = .required(environments) }
    return expectations
  }

  /// What a transaction receipt in the style of iOS 6 has to be. An expired one is answered, not refused.
  func transactionExpectations(of receipt: TransactionReceipt) -> TransactionExpectations {
    let own = receipt.purchaseInfo.bundleIdentifier
    var named: Set<TransactionEnvironment> = []
    if environments.contains(.production) { named.insert(.production) }
    if environments.contains(.productionSandbox) { named.insert(.sandbox) }
    return TransactionExpectations(
      bundleIdentifier: asked(for: own) ?? own ?? "",
      devices: devices.isEmpty ? .notChecked : .required(devices), now: .notChecked,
      appVersion: appVersion.map { .required($0) } ?? .notChecked,
      environments: environments.isEmpty ? [.production, .sandbox] : named)
  }

  var transactionVerifier: AppleTransactionVerifier {
    AppleTransactionVerifier(anchors: roots.isEmpty ? [.appleRootCA] : roots)
  }

  /// What validation demands of a receipt: the bundle identifier is its own if none was asked for, as with
  /// Apple's verifyReceipt; ``skipped`` then says so.
  func validationExpectations(of receipt: AppReceipt) -> ReceiptExpectations {
    let own = receipt.bundleIdentifier
    var expectations = ReceiptExpectations(
      bundleIdentifier: asked(for: own) ?? own ?? "",
      devices: devices.isEmpty ? .notChecked : .required(devices), now: date,
      appVersion: appVersion.map { .required($0) } ?? .notChecked)
    expectations.environments = environments.isEmpty ? .notChecked : .required(environments)
    return expectations
  }

  /// The checks that nobody has asked for.
  var skipped: [ReceiptCheck] {
    var skipped: [ReceiptCheck] = []
    if bundleIdentifiers.isEmpty { skipped.append(.bundleIdentifier) }
    if appVersion == nil { skipped.append(.appVersion) }
    if devices.isEmpty { skipped.append(.device) }
    if environments.isEmpty { skipped.append(.environment) }
    return skipped
  }

  /// What to tell people about a receipt that is valid.
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
  /// Those that receipts are known to have.
  fileprivate static let known: [ReceiptEnvironment] = [
    .production, .productionSandbox, .productionVPP, .productionVPPSandbox, .xcode,
  ]
}

extension TrustAnchor {
  /// The root certificate in a file, DER or PEM.
  fileprivate init(path: String) throws(ToolError) {
    let certificate = try CertificateFile.bytes(path, of: VerificationOptions.root)
    do {
      self = try TrustAnchor(certificate: certificate)
    } catch {
      let isXcodes = [.sharedXcodeCertificate, .notAnAuthority].contains(error.code)
      throw .usage(
        "--root: \(path) can't be a root: \(error)"
          + (isXcodes ? "; for receipts of Xcode see --allow-xcode and --xcode-certificate" : ""))
    }
  }
}

extension XcodeCertificate {
  /// The certificate in a file, DER or PEM.
  fileprivate init(path: String) throws(ToolError) {
    let certificate = try CertificateFile.bytes(path, of: VerificationOptions.xcodeCertificate)
    do {
      self = try XcodeCertificate(certificate: certificate)
    } catch {
      throw .usage("--xcode-certificate: \(path) can't be a certificate for Xcode: \(error)")
    }
  }
}

/// A file with a certificate, DER or PEM.
private enum CertificateFile {
  static func bytes(_ path: String, of option: Option) throws(ToolError) -> [UInt8] {
    let bytes = try InputFile(path).bytes
    guard let certificate = bytes.first == 0x30 ? bytes : pemCertificate(bytes) else {
      throw .usage("\(option.name): \(path) is not a certificate in DER or PEM")
    }
    return certificate
  }

  /// What stands between the lines that begin and end the first certificate.
  private static func pemCertificate(_ bytes: [UInt8]) -> [UInt8]? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let begin = text.range(of: "-----BEGIN CERTIFICATE-----"),
      let end = text.range(
        of: "-----END CERTIFICATE-----", range: begin.upperBound..<text.endIndex),
      let data = Data(
        base64Encoded: String(text[begin.upperBound..<end.lowerBound]),
        options: .ignoreUnknownCharacters)
    else { return nil }
    return [UInt8](data)
  }
}

import AppStoreReceipt
import AppStoreReceiptFoundation
import Foundation
import ReceiptTrust

/// The options that say what a receipt has to be, for every command that can verify.
struct VerificationOptions: Sendable {
  static let help = """
      --bundle-id ID     the bundle identifier that the receipt has to have; repeat it for several apps
      --version V        the app version that it has to have
      --environment ENV  where it may come from, such as Production; may be repeated
      --device ID        a MAC address or a UUID, with or without separators; repeat it for each candidate
      --root CERT        a root certificate (DER or PEM) to trust in place of Apple's; may be repeated
      --allow-xcode      accept receipts that Xcode has signed; anybody can make those
      --xcode-certificate CERT
                         a team's own certificate for StoreKit testing (DER or PEM), which counts
                         only with --allow-xcode and is no root; may be repeated
    """

  /// Whether any of the options but `--at`, or `--verify`, was given.
  private(set) var isAsked = false
  /// The time to judge by: that of `--at`, or now.
  private(set) var date = ReceiptDate(Date.now)

  private var bundleIdentifiers: [String] = []
  private var appVersion: String?
  private var devices: [DeviceIdentifier] = []
  private var environments: Set<ReceiptEnvironment> = []
  private var roots: [TrustAnchor] = []
  private var allowsXcode = false
  private var xcodeCertificates: [XcodeCertificate] = []

  /// Takes an option and what belongs to it.
  ///
  /// - Returns: whether it is one of these.
  mutating func take(
    _ argument: String, _ rest: inout ArraySlice<String>
  ) throws(ToolError) -> Bool {
    switch argument {
    case "--verify": break
    case "--bundle-id": bundleIdentifiers.append(try rest.value(of: argument))
    case "--version": appVersion = try rest.value(of: argument)
    case "--environment":
      environments.insert(ReceiptEnvironment(rawValue: try rest.value(of: argument)))
    case "--device":
      let text = try rest.value(of: argument)
      guard let device = DeviceIdentifier(text) else {
        throw .usage("'\(text)' is neither a MAC address nor a UUID")
      }
      devices.append(device)
    case "--root": roots.append(try .init(path: try rest.value(of: argument)))
    case "--allow-xcode": allowsXcode = true
    case "--xcode-certificate":
      xcodeCertificates.append(try .init(path: try rest.value(of: argument)))
    case "--at":
      let text = try rest.value(of: argument)
      guard let date = ReceiptDate(text) else { throw .usage("'\(text)' is not a date") }
      self.date = date
      return true
    default: return false
    }
    isAsked = true
    return true
  }

  /// What a receipt has to be.
  func expectations(of receipt: AppReceipt) -> ReceiptExpectations {
    var expectations = ReceiptExpectations.nothing
    expectations.now = .required(date)
    let own = bundleIdentifiers.first { $0 == receipt.bundleIdentifier }
    if let identifier = own ?? bundleIdentifiers.first {
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
    let asked = bundleIdentifiers.first { $0 == own } ?? bundleIdentifiers.first
    let environments = Set(
      environments.compactMap { TransactionEnvironment(rawValue: $0.rawValue) })
    return TransactionExpectations(
      bundleIdentifier: asked ?? own ?? "",
      devices: devices.isEmpty ? .notChecked : .required(devices), now: .notChecked,
      appVersion: appVersion.map { .required($0) } ?? .notChecked,
      environments: self.environments.isEmpty ? [.production, .sandbox] : environments)
  }

  var transactionVerifier: AppleTransactionVerifier {
    AppleTransactionVerifier(anchors: roots.isEmpty ? [.appleRootCA] : roots)
  }

  /// What validation demands of a receipt: the bundle identifier is its own if none was asked for, as with
  /// Apple's verifyReceipt; ``skipped`` then says so.
  func validationExpectations(of receipt: AppReceipt) -> ReceiptExpectations {
    var expectations = expectations(of: receipt)
    if bundleIdentifiers.isEmpty {
      expectations.bundleIdentifier = .required(receipt.bundleIdentifier ?? "")
    }
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

extension ArraySlice<String> {
  /// The argument after an option.
  mutating func value(of option: String) throws(ToolError) -> String {
    guard let value = popFirst() else { throw .usage("\(option) needs a value") }
    return value
  }
}

extension TrustAnchor {
  /// The root certificate in a file, DER or PEM.
  fileprivate init(path: String) throws(ToolError) {
    let certificate = try CertificateFile.octets(path)
    do {
      self = try TrustAnchor(certificate: certificate)
    } catch {
      switch error.code {
      case .sharedXcodeCertificate, .notAnAuthority:
        throw .usage(
          "\(path) can't be a root: \(error); for receipts of Xcode see --allow-xcode and "
            + "--xcode-certificate")
      default: throw .usage("\(path) can't be a root: \(error)")
      }
    }
  }
}

extension XcodeCertificate {
  /// The certificate in a file, DER or PEM.
  fileprivate init(path: String) throws(ToolError) {
    let certificate = try CertificateFile.octets(path)
    do {
      self = try XcodeCertificate(certificate: certificate)
    } catch {
      throw .usage("\(path) can't be a certificate for Xcode: \(error)")
    }
  }
}

/// A file with a certificate, DER or PEM.
private enum CertificateFile {
  static func octets(_ path: String) throws(ToolError) -> [UInt8] {
    let octets = try InputFile(path).octets
    guard let certificate = octets.first == 0x30 ? octets : pemCertificate(octets) else {
      throw .usage("\(path) is not a certificate in DER or PEM")
    }
    return certificate
  }

  /// What stands between the lines that begin and end the first certificate.
  private static func pemCertificate(_ octets: [UInt8]) -> [UInt8]? {
    let text = String(decoding: octets, as: UTF8.self)
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

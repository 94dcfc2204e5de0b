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

  /// The checks that need an expectation, in the order of validation, each with its option.
  static let expectations: [(check: ReceiptCheck, option: Option)] = [
    (.bundleIdentifier, bundleIdentifier), (.appVersion, appVersion), (.device, device),
    (.environment, environment),
  ]

  /// Whether `--verify` or an expectation was given.
  let isAsked: Bool
  /// The checks without an expectation.
  let skipped: [ReceiptCheck]
  /// The time to use: `--at`, or now.
  let date: ReceiptDate

  private let bundleIdentifiers: [String]
  /// What is expected of every receipt, but for its bundle identifier.
  private let expected: ReceiptExpectations
  private let anchors: [TrustAnchor]
  /// The one for app receipts.
  let verifier: RememberingVerifier

  init(_ arguments: Arguments) throws(ToolError) {
    isAsked = arguments.has(Self.verify) || Self.group.options.contains { arguments.has($0) }
    skipped = Self.expectations.filter { !arguments.has($0.option) }.map(\.check)
    date = try Self.date(arguments[Self.date])
    bundleIdentifiers = arguments.all(Self.bundleIdentifier)
    let devices = try arguments.all(Self.device).map { (text) throws(ToolError) in
      guard let device = DeviceIdentifier(text) else {
        throw ToolError.usage("--device: expected a MAC address or a UUID, found '\(text)'")
      }
      return device
    }
    var expected = ReceiptExpectations(
      bundleIdentifier: "", devices: devices.isEmpty ? .notChecked : .required(devices),
      now: .required(date),
      appVersion: arguments[Self.appVersion].map { .required($0) } ?? .notChecked)
    let environments = arguments.all(Self.environment).map(ReceiptEnvironment.init)
    expected.environments = environments.isEmpty ? .notChecked : .required(Set(environments))
    self.expected = expected
    let roots = try CertificateFile.all(
      Self.root, arguments, "a root certificate", TrustAnchor.init(certificate:))
    anchors = roots.isEmpty ? [.appleRootCA] : roots
    verifier = RememberingVerifier(
      AppleSignatureVerifier(
        anchors: anchors, allowsXcode: arguments.has(Self.xcode),
        xcodeCertificates: try CertificateFile.all(
          Self.xcodeCertificate, arguments, "a certificate of Xcode",
          XcodeCertificate.init(certificate:))))
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

  /// Whether no bundle identifier was given.
  var isForAnyApp: Bool { bundleIdentifiers.isEmpty }

  /// The expectations of a receipt. As with Apple's verifyReceipt, the bundle identifier is the receipt's own unless
  /// one was given; ``skipped`` then lists the check.
  func expectations(of receipt: AppReceipt) -> ReceiptExpectations {
    expectations(of: receipt.bundleIdentifier)
  }

  /// The expectations of a transaction receipt in the style of iOS 6. An expired one is accepted.
  func expectations(of receipt: TransactionReceipt) -> ReceiptExpectations {
    var expectations = expectations(of: receipt.purchaseInfo.bundleIdentifier)
    expectations.now = .notChecked
    return expectations
  }

  /// The bundle identifier is the receipt's own if it is one of several or none is given, else the first.
  private func expectations(of own: String?) -> ReceiptExpectations {
    let own = own ?? ""
    var expectations = expected
    expectations.bundleIdentifier =
      bundleIdentifiers.first { $0.hasBytes(of: own) } ?? bundleIdentifiers.first ?? own
    return expectations
  }

  var transactionVerifier: AppleTransactionVerifier { AppleTransactionVerifier(anchors: anchors) }

  /// The remark about a valid receipt.
  var validRemark: String {
    guard !skipped.isEmpty else { return "The receipt is valid." }
    return "The receipt is valid; not checked: "
      + skipped.map(\.rawValue).joined(separator: ", ") + "."
  }
}

extension ReceiptEnvironment {
  /// The known environments.
  fileprivate static let known: [ReceiptEnvironment] = [
    .production, .productionSandbox, .productionVPP, .productionVPPSandbox, .xcode,
  ]
}

/// A file with one certificate in DER, or any number in PEM and nothing else there.
private enum CertificateFile {
  /// The certificates of all files of an option.
  ///
  /// - Parameters:
  ///   - kind: what they must be.
  ///   - trust: makes a certificate trusted.
  static func all<Certificate>(
    _ option: Option, _ arguments: Arguments, _ kind: String,
    _ trust: ([UInt8]) throws(ReceiptSignatureError) -> Certificate
  ) throws(ToolError) -> [Certificate] {
    var all: [Certificate] = []
    for path in arguments.all(option) {
      for certificate in try certificates(path, of: option) {
        do throws(ReceiptSignatureError) {
          all.append(try trust(certificate))
        } catch {
          let isXcodes = [.sharedXcodeCertificate, .notAnAuthority].contains(error.code)
          let advice = "; for Xcode's receipts, see --allow-xcode and --xcode-certificate"
          throw .usage(
            "\(option.name): \(path) is not \(kind): \(error)"
              + (isXcodes && option.name == VerificationOptions.root.name ? advice : ""))
        }
      }
    }
    return all
  }

  private static func certificates(
    _ path: String, of option: Option
  ) throws(ToolError) -> [[UInt8]] {
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

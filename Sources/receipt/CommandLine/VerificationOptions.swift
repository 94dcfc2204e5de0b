import AppStoreReceipt
import DERParsing
import Foundation
import ReceiptInspection
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
    "your team's certificates for StoreKit testing (DER or PEM); needs --allow-xcode. They are never trusted as roots"
  )
  static let date = Option(
    "--at", .text("DATE"),
    "the time to use instead of now: RFC 3339, such as 2026-11-22T10:00:00Z.\n"
      + "Certificates are always judged at the receipt's creation date")

  /// The options without `--verify` and `--at`.
  static let group = Manual.Group(
    title: "EXPECTATIONS",
    options: [bundleIdentifier, appVersion, environment, device, root, xcode, xcodeCertificate])

  /// Whether `--verify` or an expectation was given.
  let isAsked: Bool
  /// The time to use: `--at`, or now.
  let date: ReceiptDate

  let expected: InspectionExpectations
  /// The one for many app receipts.
  private let verifier: RememberingVerifier

  init(_ arguments: Arguments) throws(ToolError) {
    isAsked = arguments.has(Self.verify) || Self.group.options.contains { arguments.has($0) }
    date = try Self.date(arguments[Self.date])
    var others = ReceiptExpectations(
      bundleIdentifier: "", devices: .notChecked, now: .required(date),
      appVersion: arguments[Self.appVersion].map { .required($0) } ?? .notChecked)
    let environments = arguments.all(Self.environment).map(ReceiptEnvironment.init)
    others.environments = environments.isEmpty ? .notChecked : .required(Set(environments))
    let devices = try arguments.all(Self.device).map { (text) throws(ToolError) in
      guard let device = DeviceIdentifier(text) else {
        throw ToolError.usage("--device: expected a MAC address or a UUID, found '\(text)'")
      }
      return device
    }
    if !devices.isEmpty { others.devices = .required(devices) }
    let roots = try CertificateFile.all(
      Self.root, arguments, "a root certificate", TrustAnchor.init(certificate:))
    let verifier = AppleSignatureVerifier(
      anchors: roots.isEmpty ? [.appleRootCA] : roots, allowsXcode: arguments.has(Self.xcode),
      xcodeCertificates: try CertificateFile.all(
        Self.xcodeCertificate, arguments, "a certificate of Xcode",
        XcodeCertificate.init(certificate:)))
    self.verifier = RememberingVerifier(verifier)
    expected = InspectionExpectations(
      bundleIdentifiers: arguments.all(Self.bundleIdentifier), others, verifier: verifier)
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

  /// The proof that a receipt is valid; `nil` if no check was asked for.
  func validate(_ receipt: AppReceipt) throws(ReceiptValidationError) -> ValidatedReceipt? {
    guard isAsked else { return nil }
    return try receipt.validate(expected.expectations(of: receipt), verifier: verifier)
  }

  /// The remark about a valid receipt.
  var validRemark: String {
    let skipped = expected.skipped.map(\.rawValue).joined(separator: ", ")
    return "The receipt is valid" + (skipped.isEmpty ? "." : "; not checked: \(skipped).")
  }
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

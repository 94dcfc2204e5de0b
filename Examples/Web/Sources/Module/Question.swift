import DERParsing
import ReceiptParsing
import ReceiptTrust
import ReceiptValidation

/// The expectations of a receipt, in lines of a name, a space and a value in hexadecimal, of text its UTF-8. Names and meanings are those of the options
/// of `receipt verify`. Unlike there, a receipt is valid only if bundle identifier, version, device and environment are
/// checked, too, unless `not-checked` excludes a check.
///
/// | name | value |
/// |---|---|
/// | `at` | the time to use for expiry (RFC 3339); required |
/// | `bundle-id` | the bundle identifier |
/// | `version` | the app version |
/// | `environment` | an accepted environment; one line for each |
/// | `device` | a MAC address or a UUID; one line for each device |
/// | `not-checked` | `version` or `device`, which only an app can know; one line for each |
/// | `root` | a root certificate in DER to trust instead of Apple's; one line for each |
/// | `allow-xcode` | none: accepts receipts signed by Xcode |
/// | `xcode-certificate` | a team's own certificate for StoreKit testing, in DER; one line for each |
struct Question {
  /// The expected bundle identifier, if any.
  private(set) var bundleIdentifier: String?
  private(set) var expectations = ReceiptExpectations(
    bundleIdentifier: "", devices: .notChecked, now: .notChecked)
  private var isVersionLeftOut = false
  private var isDeviceLeftOut = false
  private var roots: [TrustAnchor] = []
  private var allowsXcode = false
  private var xcodeCertificates: [XcodeCertificate] = []

  /// - Throws: for anything not in the table, so that a misspelt name is not ignored.
  init(_ lines: [UInt8]) throws(Misunderstanding) {
    expectations.environments = .notChecked
    for line in try QuestionLines(lines).all { try take(line.name, line.value) }
    guard expectations.now != .notChecked else { throw Misunderstanding("'at' is missing") }
    guard !isVersionLeftOut || expectations.appVersion == .notChecked else {
      throw Misunderstanding("'version' is both expected and not checked")
    }
    guard !isDeviceLeftOut || expectations.devices == .notChecked else {
      throw Misunderstanding("'device' is both expected and not checked")
    }
  }

  /// The checks without an expectation, needed to decide whether a receipt is valid.
  var missing: [ReceiptCheck] {
    var missing: [ReceiptCheck] = []
    if bundleIdentifier == nil { missing.append(.bundleIdentifier) }
    if expectations.appVersion == .notChecked, !isVersionLeftOut { missing.append(.appVersion) }
    if expectations.devices == .notChecked, !isDeviceLeftOut { missing.append(.device) }
    if expectations.environments == .notChecked { missing.append(.environment) }
    return missing
  }

  var verifier: AppleSignatureVerifier {
    AppleSignatureVerifier(
      anchors: roots.isEmpty ? [.appleRootCA] : roots, allowsXcode: allowsXcode,
      xcodeCertificates: xcodeCertificates)
  }

  private mutating func take(_ name: String, _ bytes: [UInt8]) throws(Misunderstanding) {
    let value = String(decoding: bytes, as: UTF8.self)
    switch name {
    case "at":
      guard let date = ReceiptDate(value) else {
        throw Misunderstanding("'" + value + "' is not a date")
      }
      expectations.now = .required(date)
    case "bundle-id":
      guard bundleIdentifier == nil else { throw Misunderstanding("duplicate 'bundle-id'") }
      bundleIdentifier = value
      expectations.bundleIdentifier = value
    case "version": expectations.appVersion = .required(value)
    case "environment":
      expectations.environments = .required(
        environments.union([ReceiptEnvironment(rawValue: value)]))
    case "device":
      guard let device = DeviceIdentifier(value) else {
        throw Misunderstanding("'" + value + "' is neither a MAC address nor a UUID")
      }
      expectations.devices = .required(devices + [device])
    case "root":
      do {
        roots.append(try TrustAnchor(certificate: bytes))
      } catch {
        throw Misunderstanding("a root can't be trusted: " + error.description)
      }
    case "not-checked":
      switch value {
      case "version": isVersionLeftOut = true
      case "device": isDeviceLeftOut = true
      default: throw Misunderstanding("'" + value + "' cannot be excluded")
      }
    case "allow-xcode": allowsXcode = true
    case "xcode-certificate":
      do {
        xcodeCertificates.append(try XcodeCertificate(certificate: bytes))
      } catch {
        throw Misunderstanding("a certificate for Xcode can't be trusted: " + error.description)
      }
    default: throw Misunderstanding("'" + name + "' is not an expectation")
    }
  }

  private var environments: Set<ReceiptEnvironment> {
    if case .required(let environments) = expectations.environments { environments } else { [] }
  }

  private var devices: [DeviceIdentifier] {
    if case .required(let devices) = expectations.devices { devices } else { [] }
  }
}

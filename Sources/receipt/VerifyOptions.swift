import AppStoreReceipt
import AppStoreReceiptFoundation
import DERParsing
import Foundation
import ReceiptTrust

/// The command line of `receipt verify`.
struct VerifyOptions {
  private(set) var file = ""
  private(set) var expectations = ReceiptExpectations.nothing
  private(set) var anchors: [TrustAnchor] = [.appleRootCA]
  private(set) var allowsXcode = false
  private(set) var isJSON = false

  init(_ arguments: [String]) throws(ToolError) {
    var devices: [DeviceIdentifier] = []
    var environments: Set<ReceiptEnvironment> = []
    var roots: [TrustAnchor] = []
    var files: [String] = []
    var now = ReceiptDate(Date.now)
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--bundle-id":
        expectations.bundleIdentifier = .required(try Self.value(of: argument, &rest))
      case "--version":
        expectations.appVersion = .required(try Self.value(of: argument, &rest))
      case "--environment":
        environments.insert(ReceiptEnvironment(rawValue: try Self.value(of: argument, &rest)))
      case "--device":
        let text = try Self.value(of: argument, &rest)
        guard let device = DeviceIdentifier(text) else {
          throw .usage("'\(text)' is neither a MAC address nor a UUID")
        }
        devices.append(device)
      case "--root":
        roots.append(try Self.root(try Self.value(of: argument, &rest)))
      case "--at":
        let text = try Self.value(of: argument, &rest)
        guard let date = ReceiptDate(text) else { throw .usage("'\(text)' is not a date") }
        now = date
      case "--allow-xcode": allowsXcode = true
      case "--json": isJSON = true
      default:
        guard argument == "-" || !argument.hasPrefix("-") else {
          throw .usage("unknown option '\(argument)'")
        }
        files.append(argument)
      }
    }
    guard let file = files.first else { throw .usage("no file given") }
    guard files.count == 1 else { throw .usage("more than one file given") }
    self.file = file
    expectations.now = .required(now)
    if !devices.isEmpty { expectations.devices = .required(devices) }
    if !environments.isEmpty { expectations.environments = .required(environments) }
    if !roots.isEmpty { anchors = roots }
  }

  private static func value(
    of option: String, _ rest: inout ArraySlice<String>
  ) throws(ToolError) -> String {
    guard let value = rest.popFirst() else { throw .usage("\(option) needs a value") }
    return value
  }

  /// The root certificate in a file, DER or PEM.
  private static func root(_ path: String) throws(ToolError) -> TrustAnchor {
    let octets = try InputFile(path).octets
    guard let certificate = octets.first == 0x30 ? octets : pemCertificate(octets) else {
      throw .usage("\(path) is not a certificate in DER or PEM")
    }
    do {
      return try TrustAnchor(certificate: certificate)
    } catch {
      throw .usage("\(path) is not a certificate: \(error)")
    }
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

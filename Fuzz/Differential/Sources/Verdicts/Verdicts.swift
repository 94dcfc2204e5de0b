import AppStoreReceipt
import Foundation

/// `Verdicts ROOT XCODE`: reads inputs in hexadecimal, one a line, and prints a ``Verdict`` in JSON for each. The
/// arguments are files: a certificate that counts as a root, and one that counts as Xcode's.
@main
enum Verdicts {
  static func main() throws {
    let certificates = try CommandLine.arguments.dropFirst().map { path in
      try [UInt8](Data(contentsOf: URL(filePath: path)))
    }
    precondition(certificates.count == 2, "usage: Verdicts ROOT XCODE")
    let verifier = AppleSignatureVerifier(
      anchors: [try TrustAnchor(certificate: certificates[0])], allowsXcode: true,
      xcodeCertificates: [try XcodeCertificate(certificate: certificates[1])])
    let encoder = JSONEncoder()
    while let line = readLine() {
      let verdict = try encoder.encode(Verdict(bytes(line), verifier))
      print(String(decoding: verdict, as: UTF8.self))
    }
  }

  private static func bytes(_ line: String) -> [UInt8] {
    let digits = line.utf8.map { UInt8($0 < 0x3A ? $0 - 0x30 : $0 - 0x57) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}

import Foundation
import ReceiptTrust

/// `Verdicts ROOT …`: reads inputs in hexadecimal, one a line, and prints a ``Verdict`` in JSON for each. The
/// arguments are certificates that count as roots.
@main
enum Verdicts {
  static func main() throws {
    let anchors = try CommandLine.arguments.dropFirst().map { path in
      try TrustAnchor(certificate: [UInt8](Data(contentsOf: URL(filePath: path))))
    }
    let verifier = AppleSignatureVerifier(anchors: anchors, allowsXcode: true)
    let encoder = JSONEncoder()
    while let line = readLine() {
      let verdict = try encoder.encode(Verdict(octets(line), verifier))
      print(String(decoding: verdict, as: UTF8.self))
    }
  }

  private static func octets(_ line: String) -> [UInt8] {
    let digits = line.utf8.map { UInt8($0 < 0x3A ? $0 - 0x30 : $0 - 0x57) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}

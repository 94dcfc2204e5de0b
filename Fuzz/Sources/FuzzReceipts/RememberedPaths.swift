import AppStoreReceipt
import Foundation
import ReceiptParsing
import ReceiptValidation

/// Whether a verifier that remembers saves the work of judging certificates again. Nothing else tells: its verdict is
/// always the same.
enum RememberedPaths {
  /// For one receipt that is genuine, once: the second verification takes one signature instead of three.
  static let areUsed: Bool = {
    let verifier = SignedFixtures.shared.verifier
    // Xcode's has no path.
    guard
      let receipt = try? FixtureFiles.genuine().lazy.compactMap({ Answer($0).receipt }).first(
        where: { ((try? $0.certificateEncodings().count) ?? 0) > 1 })
    else { return false }
    let known = RememberingVerifier(verifier)
    _ = seconds(receipt, [known])
    let pairs = (0..<6).map { _ in
      (
        seconds(receipt, Array(repeating: known, count: 8)),
        seconds(receipt, (0..<8).map { _ in RememberingVerifier(verifier) })
      )
    }
    guard let again = pairs.map(\.0).min(), let first = pairs.map(\.1).min() else { return false }
    return again < first * 0.8
  }()

  /// How long the processor works, whatever else the machine does.
  private static func seconds(_ receipt: AppReceipt, _ verifiers: [RememberingVerifier]) -> Double {
    let start = clock()
    for verifier in verifiers {
      try? receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
        try verifier.verify(material)
      }
    }
    return Double(clock() - start) / Double(CLOCKS_PER_SEC)
  }
}

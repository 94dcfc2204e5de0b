import AppStoreReceipt
import BenchmarkSupport
import Foundation

/// A receipt to measure with.
struct ReceiptSample {
  /// What rows call it.
  let name: String
  let bytes: [UInt8]
  let isBER: Bool
  /// Whether the test authority signed it for the device of ``SyntheticReceipt``.
  let isOurs: Bool

  /// The made-up ones: shaped like real receipts and their multiples, and the fixture that is shaped like
  /// Xcode's.
  static func synthetic(_ authority: TestAuthority) throws -> [ReceiptSample] {
    let sizes = [("small", 0), ("medium", 9), ("large", 187), ("1k", 1_000), ("10k", 10_000)]
    let receipts = try sizes.map { name, purchases in
      let receipt = SyntheticReceipt(
        purchases: purchases, creationDate: authority.digest.creationDate)
      return ReceiptSample(
        name: name, bytes: try authority.container(receipt.payload), isBER: false, isOurs: true)
    }
    let xcode = try Repository.bytes("Tests/Fixtures/Receipts/xcode-ber.p7")
    return receipts + [ReceiptSample(name: "xcode", bytes: xcode, isBER: true, isOurs: true)]
  }

  /// The real ones in the folder that `RECEIPT_CORPUS` names.
  static func corpus() throws -> [ReceiptSample] {
    guard let folder = ProcessInfo.processInfo.environment["RECEIPT_CORPUS"] else {
      throw UsageError("--corpus needs the environment variable RECEIPT_CORPUS")
    }
    let files = URL(filePath: folder).appending(path: "receipts/files")
    return try FileManager.default.contentsOfDirectory(atPath: files.path()).sorted()
      .filter { $0.hasSuffix(".p7") }.compactMap { name in
        let bytes = [UInt8](try Data(contentsOf: files.appending(path: name)))
        guard let receipt = try? AppReceipt(bytes) else { return nil }
        return ReceiptSample(
          name: name, bytes: bytes, isBER: receipt.form.encoding == .ber, isOurs: false)
      }
  }
}

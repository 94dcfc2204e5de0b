import FuzzSupport
import ReceiptParsing
import ReceiptTrust
import ReceiptValidation

/// The receipts that `signed_seeds.py` has made to be refused, and the code that each is to be refused with.
struct BrokenReceipts: Sendable {
  /// By the length, which most inputs have none of, and the SHA-256.
  private let codes: [Int: [String: String]]

  init() throws {
    codes = try FixtureFiles.rows("broken.tsv").reduce(into: [:]) { codes, row in
      codes[Int(row[0]) ?? 0, default: [:]][row[1]] = row[2]
    }
  }

  func check(_ bytes: [UInt8], _ receipt: AppReceipt?, _ verifier: AppleSignatureVerifier) {
    guard let code = codes[bytes.count]?[NaiveHash.sha256.digest(bytes).hexadecimal] else { return }
    guard let receipt else { return require(false, "not read, where \(code) is to be found") }
    do throws(ReceiptSignatureError) {
      try receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
        try verifier.verify(material)
      }
      require(false, "verified in spite of \(code)")
    } catch {
      require(error.code.rawValue == code, "fails as \(error.code), not \(code)")
    }
  }
}

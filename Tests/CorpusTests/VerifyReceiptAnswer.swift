import Foundation
import ReceiptParsing
import TestSupport
import Testing
import VerifyReceipt

/// One real answer of verifyReceipt, and what is known about it.
struct VerifyReceiptAnswer: Sendable, CustomTestStringConvertible {
  /// The path of the file.
  let file: String
  /// The receipt that `receipt` answers.
  let answersReceipt: String?
  /// The receipt in `latest_receipt`.
  let latestReceiptIs: String?
  /// In how many fields an independent decoder's reading of that receipt differs from `latest_receipt_info`.
  let latestReceiptInfoDifferences: Int64?
  /// In which places `receipt` differs from the receipt for known reasons.
  let explainedDifferences: [String]

  var testDescription: String { file }

  /// Every answer that the index lists.
  static let all: [VerifyReceiptAnswer] = {
    guard let folder = Corpus.folder,
      let index = try? JSONValue(
        parsing: Data(contentsOf: folder.appending(path: "receipts/json/index.json")))
    else { return [] }
    return index.elements.map { row in
      VerifyReceiptAnswer(
        file: row["file"]?.string ?? "", answersReceipt: row["answersReceipt"]?.string,
        latestReceiptIs: row["latestReceiptIs"]?.string,
        latestReceiptInfoDifferences: row["latestReceiptInfoDifferences"]?.integer,
        explainedDifferences: (row["differencesFromOracle"]?.elements ?? []).compactMap(\.string))
    }
  }()

  /// Those that answer a receipt that is there.
  static let pairs = all.filter { $0.answersReceipt != nil }

  /// Those with a `latest_receipt` that is there.
  static let latestPairs = all.filter { $0.latestReceiptIs != nil }

  func bytes() throws -> [UInt8] { try Self.bytes(file) }

  func receipt() throws -> AppReceipt {
    try AppReceipt(Self.bytes(#require(answersReceipt)))
  }

  func latestReceipt() throws -> AppReceipt {
    try AppReceipt(Self.bytes(#require(latestReceiptIs)))
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    try Fixtures.bytes(of: #require(Corpus.folder).appending(path: "receipts/\(path)"))
  }
}

import Foundation
import FuzzSupport
import ReceiptParsing
@testable import ReceiptTool
import TextCoding

/// `receipt redact` makes a receipt of the same length, which is read again and has the same attributes with other values. What is no receipt
/// has the same length, too, or is refused.
enum RedactCheck {
  static func check(_ bytes: [UInt8], _ receipt: AppReceipt?) {
    let path = CommandFiles.shared.input(bytes)
    let run = CommandRun(["redact", path])
    require(!run.errors.isEmpty, "redacted without a word")
    let isRedacted = run.status == .success && run.output.count == bytes.count
    guard let receipt else {
      return require(
        isRedacted || run.status == .checkFailed && run.output.isEmpty,
        "\(run.output.count) bytes of \(bytes.count), \(run.status)")
    }
    require(isRedacted, "\(run.output.count) bytes of \(bytes.count): \(run.errorText)")
    let json = CommandRun(["redact", "--json", path])
    let object = try? JSONSerialization.jsonObject(with: Data(json.output)) as? [String: String]
    require(
      json.status == .success && object?.count == 1 && object?["receipt"] != nil,
      "redacted as JSON: \(json.text)")
    for redacted in [run.output, Array((object?["receipt"] ?? "").utf8)] {
      guard let result = try? AppReceipt(redacted) else {
        return require(false, "redacted, and unreadable: \(bytes.hexadecimal)")
      }
      require(types(result) == types(receipt), "\(types(result)), not \(types(receipt))")
      for (own, other) in [
        (receipt.opaqueValue, result.opaqueValue), (receipt.sha1Hash, result.sha1Hash),
      ] {
        // A few bytes may stay the same by chance.
        guard let own, Set(own).count >= 8 else { continue }
        require(other.map { Array($0) } != Array(own), "not redacted: \(own.hexadecimal)")
      }
    }
  }

  /// The receipt's own, and those of each purchase.
  private static func types(_ receipt: AppReceipt) -> [[Int]] {
    [receipt.attributes.map(\.type)]
      + receipt.inAppReceipts.map { purchase in purchase.attributes.map(\.type) }
  }
}

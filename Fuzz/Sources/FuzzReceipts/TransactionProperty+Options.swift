import FuzzSupport
import TransactionReceipts

// What a caller may ask for.

extension TransactionProperty {
  /// As many bytes as there are may be read, and not one less, also in Base64.
  static func checkSize(_ receipt: TransactionReceipt) {
    let bytes = receipt.bytes
    let enough = TransactionReceiptLimits(maximumBytes: bytes.count)
    let tooFew = TransactionReceiptLimits(maximumBytes: bytes.count - 1)
    let text = NaiveBase64.encode(bytes)
    // Some Base64 is taken for something else.
    let isText = TransactionAnswer(base64: text).receipt != nil
    for (limits, isEnough) in [(enough, true), (tooFew, false)] {
      let answers =
        [TransactionAnswer(bytes, limits: limits)]
        + (isText ? [TransactionAnswer(base64: text, limits: limits)] : [])
      for answer in answers {
        guard !isEnough else {
          require(answer.receipt == receipt, "\(bytes.count) bytes: \(answer)")
          continue
        }
        require(
          answer.error?.code == .tooLarge && answer.error?.offset == 0
            && answer.error?.part == .receipt, "more than \(bytes.count - 1) bytes: \(answer)")
      }
    }
  }

  /// So are keys, of the list that has more of them: the first that is too many is named.
  static func checkKeys(_ receipt: TransactionReceipt, _ list: NaivePropertyList) {
    guard let inside = NaivePropertyList(receipt.purchaseInfo.bytes) else { return }
    let most = max(list.entries.count, inside.entries.count)
    let answer = TransactionAnswer(
      receipt.bytes, limits: TransactionReceiptLimits(maximumKeys: most))
    require(answer.receipt == receipt, "\(most) keys: \(answer)")
    let refused = TransactionAnswer(
      receipt.bytes, limits: TransactionReceiptLimits(maximumKeys: most - 1))
    let isOuter = list.entries.count == most
    do throws(NaivePropertyList.Fault) {
      _ = try NaivePropertyList(
        reading: isOuter ? receipt.bytes : receipt.purchaseInfo.bytes, maximumCount: most - 1)
      require(false, "more than \(most - 1) keys: \(refused)")
    } catch {
      check(refused.error, error, in: isOuter ? .receipt : .purchaseInfo)
    }
  }

  /// Spaces in Base64 are the plus signs that they were exactly if that is asked for; in a plain list they are spaces.
  static func checkRepair(_ receipt: TransactionReceipt) {
    // One of three such characters becomes a plus sign, wherever they are; and none ends the text.
    let bytes = receipt.bytes + Array("/*>>>*/".utf8)
    guard bytes.count <= TransactionReceiptLimits.default.maximumBytes else { return }
    let plain = TransactionAnswer(bytes)
    require(plain.receipt?.bytes == bytes, "with a comment: \(plain)")
    require(TransactionAnswer(bytes, spacesArePlusSigns: true) == plain, "plain, repaired")
    let text = NaiveBase64.encode(bytes)
    let whole = TransactionAnswer(base64: text)
    // Some Base64 is taken for something else.
    guard whole.receipt != nil else { return }
    let spaces = String(text.map { $0 == "+" ? " " : $0 })
    for repaired in [
      TransactionAnswer(base64: spaces, spacesArePlusSigns: true),
      TransactionAnswer(Array(spaces.utf8), spacesArePlusSigns: true),
    ] {
      require(
        repaired == plain && repaired.receipt?.isBase64 == true, "with spaces repaired: \(repaired)"
      )
    }
    let broken = TransactionAnswer(base64: spaces)
    require(broken.receipt == nil, "with spaces: \(broken)")
    // One character that Base64 doesn't have. Of JSON it may be a JWS.
    var damaged = Array(text.utf8)
    let place = 4 + bytes.reduce(0) { $0 + Int($1) } % (damaged.count - 8)
    damaged[place] = UInt8(ascii: "#")
    let error = TransactionAnswer(damaged).error
    let isNamed =
      error?.code == .base64InvalidCharacter && error?.offset == place && error?.part == .receipt
      && error?.key == nil
    // Broken Base64 is taken for a list's only where it begins as that of a brace does.
    let isOther = text.first != "e" && error?.code == .notATransactionReceipt
    require(
      isNamed || isOther || error?.code == .jsonWebSignature,
      "\(place): \(error, default: "read")")
  }
}

import FuzzSupport
import VerifyReceipt

// How they are printed.

extension DifferencesProperty {
  /// Keys with dots between them, as far as they need no quotation marks, and indexes in brackets.
  private static func naiveText(_ path: JSONPath) -> String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-".utf8)
    var text = ""
    for element in path.elements {
      switch element {
      case .index(let index): text += "[\(index)]"
      case .key(let key) where !key.isEmpty && key.utf8.allSatisfy(plain.contains):
        text += (text.isEmpty ? "" : ".") + key
      case .key: return text + "[\""
      }
    }
    return text
  }

  /// The place and what both say; no name of a kind but an order's.
  static func checkLine(_ difference: VerifyReceiptDifference) {
    func text(_ value: JSON?) -> String {
      value.map { String(decoding: $0.json(), as: UTF8.self) } ?? "nothing"
    }
    let line = "\(difference)"
    require(line.utf8.starts(with: naiveText(difference.path).utf8), line)
    let end =
      ": \(text(difference.stored)) in the answer, \(text(difference.rebuilt)) from the receipt"
      + (difference.kind == .order ? " (order)" : "")
    require(line.utf8.suffix(end.utf8.count).elementsEqual(end.utf8), "\(line), not \(end)")
    if difference.isExpected, difference.kind == .value || difference.kind == .newerReceipt,
      case .key(let key)? = difference.path.elements.last
    {
      let isCreation = key.utf8.starts(with: "receipt_creation_date".utf8)
      require((difference.kind == .newerReceipt) == isCreation, "whether it is newer: \(line)")
    }
    let lacksOne = difference.stored == nil || difference.rebuilt == nil
    require(
      lacksOne == [.missingInAnswer, .missingInReceipt].contains(difference.kind), "a kind: \(line)"
    )
  }
}

import AppStoreReceipt
import VerifyReceipt

extension [VerifyReceiptDifference] {
  /// The differences of a stored answer in words: kind, path, and what is stored and rebuilt.
  var words: [String] {
    map {
      func text(_ value: JSON?) -> String {
        switch value {
        case nil: "–"
        case .string(let text): text
        case .number(let number): number.text
        case .array(let elements): "[\(elements.map { text($0) }.joined(separator: " "))]"
        default: "…"
        }
      }
      return "\($0.kind) \($0.path) \(text($0.stored)) \(text($0.rebuilt))"
        + ($0.isExpected ? " expected" : "")
    }
  }
}

import Foundation
import FuzzSupport
import VerifyReceipt

// What errors say, and what is printed.

extension JSONProperty {
  /// What is wrong, what was expected and found, and where.
  static func checkSentence(_ error: JSONError) {
    let parts = [
      error.expected.map { ", expected \($0)" }, error.found.map { ", found \($0)" },
      error.offset.map {
        (error.expected ?? error.found) == nil ? " at byte \($0)" : ", at byte \($0)"
      },
    ].compactMap(\.self)
    let end = "\(error.code)" + parts.joined()
    let isAlone = error.path.elements.isEmpty
    require(isAlone ? "\(error)" == end : "\(error)".hasSuffix(": " + end), "\(error), not \(end)")
    var names = ""
    for element in error.path.elements {
      switch element {
      case .index(let index): names += "[\(index)]"
      case .key(let key):
        let name = name(key)
        names += (names.isEmpty || name.hasPrefix("[") ? "" : ".") + name
      }
    }
    require("\(error)" == (isAlone ? "" : names + ": ") + end, "\(error) at \(names)")
  }

  /// A short key of letters and digits as it is, another one in quotation marks and brackets.
  private static func name(_ key: String) -> String {
    let isPlain = 1...100 ~= key.utf8.count && key.utf8.allSatisfy(lettersAndDigits.contains)
    return isPlain ? key : "[\(NaiveQuotation.quoted(key))]"
  }

  private static let lettersAndDigits = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-".utf8)

  private static let keys: [String] =
    ["a", "b-c", "", "\u{E9}", "x y", "\"", "1.5"]
    + [99, 100, 101, 240].flatMap { count in
      ["k", "\u{E9}"].map { String(repeating: $0, count: count) }
    }

  /// A path is printed whole, however long its keys are.
  static func checkPath(_ choices: inout Choices) {
    var (path, text) = (JSONPath(), "")
    for _ in 0..<choices.below(5) {
      if choices.below(3) == 0 {
        let index = choices.below(2000)
        path.elements.append(.index(index))
        text += "[\(index)]"
      } else {
        let key = choices.pick(keys)
        path.elements.append(.key(key))
        let isPlain = !key.isEmpty && key.utf8.allSatisfy(lettersAndDigits.contains)
        let quoted = key.replacing("\"", with: "\\\"")
        text += isPlain ? (text.isEmpty ? "" : ".") + key : "[\"\(quoted)\"]"
      }
    }
    require("\(path)".utf8.elementsEqual(text.utf8), "\(path), not \(text)")
  }

  /// Why a value is no answer or request: of which kind it has to be, and of which it is.
  static func checkKind(_ error: JSONError, _ naive: NaiveJSON.Value, in part: AnswerPart) {
    checkSentence(error)
    require(error.offset == nil, "JSON itself is readable: \(error)")
    let path = error.path.elements
    guard let value = naive.value(at: path), let words = part.words(at: path[...]) else {
      return require(false, "no value at \(error)")
    }
    require(error.expected == words, "\(words) has to be there: \(error)")
    guard error.code == .wrongType else {
      // A number is the right kind, and too large or a fraction.
      guard case .number(let text) = value else { return require(false, "no number: \(error)") }
      return require(error.code == .numberOutOfRange && Int64(text) == nil, "\(error)")
    }
    require(error.found == value.kind, "\(error), and it is \(value.kind)")
  }

  /// The size of the receipt, and whether there is a password.
  static func checkPrinted(_ request: VerifyReceiptRequest) {
    for (receipt, password) in [
      (request.receiptData, request.password), (request.receiptData, nil), (nil, "pass word"),
      ("receipt data", "pass word"), ("\u{E9}", ""),
    ] {
      var other = request
      (other.receiptData, other.password) = (receipt, password)
      let count = receipt.map { Array($0.utf8).count } ?? 0
      let words = password == nil ? "none" : "given"
      require(
        "\(other)"
          == "VerifyReceiptRequest(receiptData: \(count) characters, password: \(words))",
        "\(other) of \(count) characters")
    }
  }
}

extension NaiveJSON.Value {
  /// The kind, in words.
  fileprivate var kind: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

import DERParsing
import FuzzSupport
import ReceiptParsing
import ReceiptValidation
import TransactionReceipts

/// What sentences say: which values, numbers, times and places, in which order. In which words is not checked.
enum Sentences {
  /// The instants that text has outside quotation marks.
  static func times(in text: some StringProtocol) -> [String] {
    text.split { $0 == " " || $0 == "," }.map { String($0) }.filter {
      NaiveDate.milliseconds(Array($0.utf8)[...]) != nil
    }
  }

  /// The numbers in text.
  static func numbers(in text: some StringProtocol) -> [Int] {
    text.split { !("0"..."9" ~= $0) }.compactMap { Int($0) }
  }

  /// Where something is by what a sentence says.
  static func places(in text: String) -> [Int] {
    let mark = Array("at byte ".utf8)
    let bytes = Array(text.utf8)
    return bytes.indices.filter { bytes[$0...].starts(with: mark) }.compactMap { start in
      let digits = bytes[(start + mark.count)...].prefix { 0x30...0x39 ~= $0 }
      return Int(String(decoding: digits, as: UTF8.self))
    }
  }

  /// Each part of a code's own sentence.
  private static func hasParts(_ text: String, _ code: some CustomStringConvertible) -> Bool {
    let parts = code.description.utf8.split(separator: UInt8(ascii: ";"))
    return !parts.isEmpty && parts.allSatisfy { text.utf8.hasBytes($0) }
  }

  /// The codes about one place; all others are about the input as a whole.
  private static let located: Set<ReceiptError.Code> = [
    .truncated, .malformed, .percentEncoded, .base64WithSpaces, .base64InvalidCharacter,
    .base64InvalidLength, .jsonEscapes, .contentTypeNotData, .detachedContent, .duplicateAttribute,
    .tooManyAttributes, .certificateNotDER,
  ]

  static func check(_ error: ReceiptError?) {
    guard let error else { return }
    checkAlert(error)
    let text = "\(error)"
    let isLocated = located.contains(error.code)
    require(places(in: text) == (isLocated ? [error.offset] : []), "where: \(text)")
    require(text.utf8.starts(with: (error.field.map { $0 + ": " } ?? "").utf8), "a field: \(text)")
    require(
      (error.field == nil) == (error.der?.field.name == nil && error.attributeType == nil),
      "the field of \(text)")
    if error.code != .malformed { require(hasParts(text, error.code), text) }
    guard let der = error.der else { return }
    let rule = der.code.description.utf8
    require(
      text.utf8.hasBytes(rule) == (error.code == .malformed), "rule of \(text)")
    check(der)
    guard error.code == .malformed else { return }
    for identifier in [der.expected, der.actual].compactMap({ $0 }) {
      require(text.utf8.hasBytes("\(identifier)".utf8), "\(identifier): \(text)")
    }
  }

  /// The field first, the rule, and the place.
  static func check(_ error: DERError) {
    let (text, rule) = ("\(error)", error.code.description.utf8)
    require(!rule.isEmpty && text.utf8.hasBytes(rule), "the rule: \(text)")
    require(places(in: text) == [error.offset], "where: \(text)")
    require(text.utf8.starts(with: (error.field.name ?? "").utf8), "a field: \(text)")
    guard let expected = error.expected, let actual = error.actual else { return }
    // One may be a part of the other's name.
    let (first, last) = (starts(of: "\(expected)", in: text), starts(of: "\(actual)", in: text))
    guard let start = first.first, let end = last.last else {
      return require(false, "\(expected) and \(actual): \(text)")
    }
    require(start < end, "\(expected) before \(actual): \(text)")
  }

  /// Where part of a text begins, each time.
  private static func starts(of part: String, in text: String) -> [Int] {
    let (part, bytes) = (Array(part.utf8), Array(text.utf8))
    return bytes.indices.filter { bytes[$0...].starts(with: part) }
  }

  /// The rule and the place.
  static func check(_ error: PEMError) {
    checkAlert(error)
    let (text, rule) = ("\(error)", error.code.description.utf8)
    require(!rule.isEmpty && text.utf8.starts(with: rule), "the rule: \(text)")
    require(places(in: text) == [error.offset], "where: \(text)")
  }

  /// Whose it is and how long it is, and no bytes, which may be a key's.
  static func check(_ block: PEMBlock) {
    let text = "\(block.label), \(block.bytes.count) bytes"
    require("\(block)".utf8.elementsEqual(text.utf8), "\(block), not \(text)")
  }

  /// The rule, that of an encoding if it is about one, and the place, if there is one.
  static func check(_ error: ReceiptSignatureError) {
    checkAlert(error)
    let text = "\(error)"
    require(hasParts(text, error.code), text)
    require(places(in: text) == [error.offset].compactMap(\.self), "where: \(text)")
    guard let der = error.der else { return }
    check(der)
    require(text.utf8.hasBytes("\(der)".utf8), "\(der): \(text)")
  }

  /// The codes of property lists and signatures about one place, and those that receipts have, too.
  private static let locatedInLists: Set<TransactionReceiptError.Code> = [
    .percentEncoded, .base64WithSpaces, .base64InvalidCharacter, .base64InvalidLength, .truncated,
    .unexpectedCharacter, .invalidEscape, .notUTF8, .nestedValue, .duplicateKey, .tooManyKeys,
    .trailingBytes, .unsupportedSignatureVersion,
  ]

  static func check(_ error: TransactionReceiptError?) {
    guard let error else { return }
    checkAlert(error)
    let text = "\(error)"
    require(hasParts(text, error.code), text)
    let part =
      switch error.part {
      case .receipt: ""
      case .purchaseInfo: "purchase-info: "
      case .signature: "signature: "
      }
    require(text.utf8.starts(with: part.utf8), "the part: \(text)")
    if let key = error.key {
      let name = NaiveQuotation.unlessName(key)
      require(text.utf8.starts(with: (part + name).utf8), "the key: \(text)")
    }
    // A key may look like a place.
    guard error.key.map({ places(in: $0).isEmpty }) != false else { return }
    let isLocated = locatedInLists.contains(error.code)
    require(places(in: text) == (isLocated ? [error.offset] : []), "where: \(text)")
  }

  /// Product, transaction, dates, and whether it is cancelled.
  static func check(_ purchase: InAppReceipt) {
    let product = NaiveQuotation.unlessName(purchase.productIdentifier ?? "")
    let transaction = NaiveQuotation.unlessName(purchase.transactionIdentifier ?? "")
    let text = "\(purchase)"
    require(text.utf8.starts(with: product.utf8), "the product: \(text)")
    var rest = Array(text.utf8.dropFirst(product.utf8.count))[...]
    let values = [
      purchase.transactionIdentifier.map { _ in transaction }, purchase.purchaseDate?.utcText,
      purchase.expiresDate?.utcText,
    ].compactMap(\.self)
    for value in values {
      guard let range = rest.firstRange(of: value.utf8) else {
        return require(false, "no \(value) in \(text)")
      }
      rest = rest[range.upperBound...]
    }
    let commas = NaiveQuotation.parts(of: text).rest.count { $0 == "," }
    require(commas == values.count + (purchase.isCancelled ? 1 : 0), "\(text)")
  }
}

import Foundation
import FuzzSupport
import ReceiptParsing

/// What a naive reader finds in the value of one attribute that is read as a stream.
struct StreamedValue {
  private let type: Int
  private let offset: Int
  /// The attribute alone.
  private let scope: NaiveScope

  /// As text, date, number and flag, the value is what it is here; it is its own text, and no other.
  static func check<Owner>(_ attribute: borrowing ReceiptAttribute<Owner>, in input: RawSpan) {
    let naive = StreamedValue(
      input.extracting(attribute.valueRange).copy, type: Int(attribute.type.rawValue),
      offset: attribute.offset)
    naive.compare(attribute.string(), naive.scope.text(naive.type), .text) { text, bytes in
      text.utf8.elementsEqual(bytes)
    }
    naive.compare(attribute.date(), naive.scope.date(naive.type), .date) { date, instant in
      Int(date.millisecondsSince1970) == instant
    }
    naive.compare(attribute.integer(), naive.scope.integer(naive.type), .integer) { number, other in
      Int(number) == other
    }
    naive.compare(attribute.boolean(), naive.scope.boolean(naive.type), .boolean) { flag, other in
      flag == other
    }
    let bytes = attribute.utf8()?.copy
    let expected = naive.scope.text(naive.type).value.map { Array($0) }
    require(bytes == expected, "\(attribute.offset) is the text \(bytes ?? [])")
    let text = expected.map { String(decoding: $0, as: UTF8.self) }
    // Of a short value, even if it is no text.
    let contents = String(
      decoding: input.extracting(attribute.valueRange).copy.dropFirst(2), as: UTF8.self)
    let others = ["", text ?? "x", (text ?? "") + "x", contents]
    for other in others + neighbors(of: expected ?? []) {
      let isSame = text.map { $0.utf8.elementsEqual(other.utf8) } ?? false
      require(attribute.isText(other) == isSame, "\(attribute.offset) is the text \(other)")
    }
  }

  /// Texts of as many bytes, and those that Unicode takes for the same.
  private static func neighbors(of bytes: [UInt8]) -> [String] {
    guard let last = bytes.last else { return [] }
    var changed = bytes
    changed[bytes.count - 1] = last ^ 1
    let neighbor = String(decoding: changed, as: UTF8.self)
    // ASCII has one form only.
    guard bytes.contains(where: { $0 > 0x7F }) else { return [neighbor] }
    let text = String(decoding: bytes, as: UTF8.self)
    return [
      neighbor, text.decomposedStringWithCanonicalMapping,
      text.precomposedStringWithCanonicalMapping,
    ]
  }

  private init(_ value: [UInt8], type: Int, offset: Int) {
    (self.type, self.offset) = (type, offset)
    let attribute = NaiveAttribute(type: type, version: 1, offset: 0, value: 0..<value.count)
    scope = NaiveScope(bytes: value, attributes: [attribute])
  }

  private func compare<Value: Sendable, Naive: Equatable>(
    _ found: ReceiptField<Value>, _ right: NaiveField<Naive>, _ kind: NaiveScope.Kind,
    _ isSame: (Value, Naive) -> Bool
  ) {
    let isRight =
      switch (found, right) {
      case (.absent, .absent): true
      case (.value(let value), .value(let other)): isSame(value, other)
      case (.unreadable(let problem), .unreadable):
        problem.attributeType == type && problem.purchaseIndex == nil && problem.offset == offset
          && NaiveReason(problem.reason) == scope.reason(type, as: kind)
      default: false
      }
    require(isRight, "\(found), not \(right), of type \(type)")
  }
}

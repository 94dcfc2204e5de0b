import ReceiptParsing
import TestSupport
import Testing
import TextCoding

/// Every attribute of every receipt says the same while streaming as in the owned model: of the fixtures, and of real
/// receipts where there are any.
@Suite struct StreamedValuesTests {
  /// A value, or why there is none.
  private struct Reading<Value: Equatable & Sendable>: Equatable {
    let value: Value?
    let isAbsent: Bool
    let reason: ReceiptProblem.Reason?

    init(_ field: ReceiptField<Value>) {
      (value, isAbsent, reason) = (field.value, field.isAbsent, field.problem?.reason)
    }
  }

  /// All that an attribute can be read as.
  private struct Values: Equatable {
    let string: Reading<String>
    let date: Reading<ReceiptDate>
    let dateText: String?
    let integer: Reading<Int64>
    let boolean: Reading<Bool>?
    let bytes: [UInt8]

    init(_ receipt: AppReceipt, _ type: ReceiptAttributeType) {
      string = Reading(receipt.string(type))
      (date, dateText) = (Reading(receipt.date(type)), receipt.date(type).value?.text)
      (integer, boolean) = (Reading(receipt.integer(type)), nil)
      bytes = receipt.bytes(type).value.map { Array($0) } ?? []
    }

    init(_ purchase: InAppReceipt, _ attribute: OwnedAttribute) {
      let type = InAppAttributeType(rawValue: Int32(attribute.type))
      string = Reading(purchase.string(type))
      (date, dateText) = (Reading(purchase.date(type)), purchase.date(type).value?.text)
      (integer, boolean) = (Reading(purchase.integer(type)), Reading(purchase.boolean(type)))
      bytes = Array(attribute.value)
    }

    init<Owner>(_ attribute: ReceiptAttribute<Owner>, hasBooleans: Bool) {
      string = Reading(attribute.string())
      (date, dateText) = (Reading(attribute.date()), attribute.date().value?.text)
      integer = Reading(attribute.integer())
      boolean = hasBooleans ? Reading(attribute.boolean()) : nil
      bytes = attribute.value.array
    }
  }

  /// The streamed values of all attributes but the purchases themselves, each purchase after the receipt's own.
  private func streamed(_ bytes: [UInt8]) throws(ReceiptError) -> [[Values]] {
    try bytes.withReceiptContainer { (container) throws(ReceiptError) in
      var (own, purchases): ([Values], [[Values]]) = ([], [])
      var attributes = container.attributes
      while let attribute = try attributes.next() {
        checkText(attribute)
        guard attribute.type == .inAppReceipt else {
          own.append(Values(attribute, hasBooleans: false))
          continue
        }
        purchases.append([])
        var fields = try attribute.inAppAttributes()
        while let field = try fields.next() {
          checkText(field)
          purchases[purchases.count - 1].append(Values(field, hasBooleans: true))
        }
      }
      return [own] + purchases
    }
  }

  /// The borrowed text is that of the string, and only that text.
  private func checkText<Owner>(_ attribute: ReceiptAttribute<Owner>) {
    let text = attribute.string().value
    let borrowed = attribute.utf8()?.array
    #expect(borrowed == text.map { Array($0.utf8) })
    let (longer, shorter) = ((text ?? "") + "x", String((text ?? "xx").dropLast()))
    // As long, with another last byte.
    let other = String(
      decoding: Array((text ?? "x").utf8.dropLast()) + [text?.utf8.last == 0x7E ? 0x21 : 0x7E],
      as: UTF8.self)
    let isText = [text ?? "", longer, shorter, other].map { attribute.isText($0) }
    #expect(isText == [text != nil, false, false, false])
  }

  private func compare(_ receipt: AppReceipt) throws {
    let own = receipt.attributes.filter { $0.type != 17 }
    // Of attributes that appear twice, the model prefers none.
    #expect(Set(own.map(\.type)).count == own.count)
    let expected =
      [own.map { Values(receipt, ReceiptAttributeType(rawValue: Int32($0.type))) }]
      + receipt.inAppReceipts.map { purchase in
        purchase.attributes.map { Values(purchase, $0) }
      }
    #expect(try streamed(receipt.containerBytes) == expected)
  }

  @Test(arguments: Fixtures.names)
  func `Of a fixture`(name: String) throws {
    try compare(try AppReceipt(Fixtures.receipt(name)))
  }

  @Test(
    .enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipped)),
    arguments: CorpusReceipt.all)
  func `Of a real receipt`(file: CorpusReceipt) throws {
    try compare(try AppReceipt(file.bytes()))
  }
}

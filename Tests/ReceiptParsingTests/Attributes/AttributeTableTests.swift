import Foundation
import ReceiptParsing
import TestSupport
import Testing

/// What is known about attributes is in one table; whatever else says something about them says the same.
@Suite struct AttributeTableTests {
  static let rows = AttributeTable.receipt.rows + AttributeTable.purchase.rows
  static let named = rows.compactMap { row in row.name.map { (name: $0, row: row) } }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Fixtures.root.appending(path: path), encoding: .utf8)
  }

  @Test func `Numbers ascend, and a number is of the receipt or of a purchase`() {
    let numbers = Self.rows.map(\.number)
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy(<))
    for table in [AttributeTable.receipt, AttributeTable.purchase] {
      for number in [Int32.min, -1, Int32.max] + Array(0...2000) {
        #expect(table[number]?.number == table.rows.first { $0.number == number }?.number)
      }
    }
    for number in numbers { #expect(AttributeTable.row(Int(number))?.number == number) }
    #expect(AttributeTable.row(24) == nil && AttributeTable.row(.max) == nil)
    #expect(Self.rows.filter(\.mustBeUnique).allSatisfy { $0.number < 64 })
  }

  @Test func `Every name in the table is a constant, and the other way round`() throws {
    let constant =
      /\/\/\/ (\d+), (.+)\n  public static var (\w+): Self \{ Self\(rawValue: (\d+)\) \}/
    let found = try Self.text("Sources/ReceiptParsing/Attributes/AttributeTypes.swift")
      .matches(of: constant)
    #expect(
      found.map { "\($0.4) \($0.3)" }.sorted() == Self.named.map { "\($1.number) \($0)" }.sorted())
    for match in found {
      #expect(match.1 == match.4, "the comment of \(match.3)")
      let kind = Int(match.4).flatMap(AttributeTable.row)?.kind
      #expect(kind == Self.kind(String(match.2)), "the comment of \(match.3)")
    }
  }

  /// The kind of value that a comment or a document begins with.
  private static func kind(_ text: String) -> AttributeValueKind? {
    let kinds: [(Regex<Substring>, AttributeValueKind)] = [
      (/SET/, .purchase), (/INTEGER 0 or 1/, .boolean), (/INTEGER/, .integer), (/20 bytes/, .hash),
      (/bytes/, .bytes), (/(?:IA5String )?date/, .date), (/UTF8String|IA5String|string/, .string),
    ]
    return kinds.first { text.prefixMatch(of: $0.0) != nil }?.1
  }

  @Test func `Every name in the table is a property that reads this attribute`() throws {
    let property = /public var (\w+): [^{]+\{[^{}]*\(\.(\w+)\)/
    let files = ["AppReceipt+Fields", "InAppReceipt"]
    for (file, table) in zip(files, [AttributeTable.receipt, .purchase]) {
      let found = try Self.text("Sources/ReceiptParsing/Receipt/\(file).swift").matches(
        of: property)
      let properties = Set(found.filter { $0.1 == $0.2 }.map { String($0.1) })
      // The purchases are a collection.
      let names = table.rows.filter { $0.kind != .purchase }.compactMap(\.name)
      #expect(properties == Set(names))
    }
  }

  /// Nobody would look for an attribute that a wrong value never makes a problem.
  @Test func `A wrong value of every attribute that has an encoding is a problem`() throws {
    for row in Self.rows where ![.bytes, .purchase].contains(row.kind) {
      let wrong = SampleReceipt.attribute(Int64(row.number), DER.null)
      let isOfPurchase = AttributeTable.purchase[row.number] != nil
      let sample = SampleReceipt(isOfPurchase ? SampleReceipt.purchase(wrong) : wrong)
      let problems = try AppReceipt(sample.bytes).problems
      #expect(problems.map(\.attributeType) == [Int(row.number)], "\(row.number)")
    }
  }

  @Test func `Two of an attribute are refused if trust depends on it, else a problem`() throws {
    for row in Self.rows where row.kind != .purchase {
      let attribute = SampleReceipt.attribute(Int64(row.number), DER.null)
      let twice = attribute + attribute
      let isOfPurchase = AttributeTable.purchase[row.number] != nil
      let bytes = SampleReceipt(isOfPurchase ? SampleReceipt.purchase(twice) : twice).bytes
      if row.mustBeUnique {
        #expect(refusal(bytes)?.code == .duplicateAttribute)
        #expect(refusal(bytes)?.attributeType?.rawValue == row.number)
      } else {
        #expect(try AppReceipt(bytes).problems.map(\.reason) == [.duplicate], "\(row.number)")
      }
    }
  }

  /// One row of the document may be about several attributes: `15, 16`.
  @Test func `The format document has every attribute whose meaning is certain, and says the same`()
    throws
  {
    let text = try Self.text("Sources/AppStoreReceipt/AppStoreReceipt.docc/TheFormatOfAReceipt.md")
    let line = /\n\| (\d+(?:, \d+)*) \| (.+?) \| (.+?) \| `(?:attributes|payload|known)\//
    var numbers: Set<Int32> = []
    for match in text.matches(of: line) {
      let rows = match.1.split(separator: ", ").compactMap { Int($0).flatMap(AttributeTable.row) }
      numbers.formUnion(rows.map(\.number))
      let marks = match.2.split(separator: ";")
      for (place, row) in rows.enumerated() {
        #expect(Self.kind(String(match.3)) == row.kind, "\(row.number)")
        // `*m*` marks what was measured, in the half of the cell that is about this attribute.
        let isMeasured = marks[marks.count == rows.count ? place : 0].contains("*m*")
        #expect(isMeasured == (row.source != .documented), "\(row.number)")
      }
    }
    let certain = Self.rows.filter { $0.source != .inferred }.map(\.number)
    #expect(numbers.isSuperset(of: certain), "\(Set(certain).subtracting(numbers))")
    #expect(text.contains("Apple has published eighteen of the attributes"))
    #expect(Self.rows.filter { $0.source == .documented }.count == 18)
  }
}

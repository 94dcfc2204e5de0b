import DERParsing
import ReceiptParsing
import TestSupport
import Testing

/// Every attribute of every real receipt, byte by byte and at its place, as a second reader finds it.
@Suite(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipped)))
struct CorpusWalkTests {
  private func rows(_ receipt: AppReceipt) -> [ExpectedReceipt.Attribute] {
    var purchases = receipt.inAppReceipts.makeIterator()
    return receipt.attributes.flatMap { attribute in
      let own = row(attribute, [])
      guard attribute.type == 17, let purchase = purchases.next() else { return [own] }
      return [own] + purchase.attributes.map { row($0, [17, purchase.index]) }
    }
  }

  private func row(_ attribute: OwnedAttribute, _ path: [Int]) -> ExpectedReceipt.Attribute {
    ExpectedReceipt.Attribute(
      path: path, type: attribute.type, version: attribute.version, offset: attribute.offset,
      value: attribute.value.hexadecimal)
  }

  @Test(arguments: CorpusReceipt.all)
  func `Two readers find the same attributes`(file: CorpusReceipt) throws {
    let bytes = try file.bytes()
    let expected = try NaiveReader(file: bytes).attributes()
    let found = rows(try AppReceipt(bytes))
    #expect(found.count == expected.count && found.count > 5)
    for (row, expectedRow) in zip(found, expected) where row != expectedRow {
      Issue.record("\(row) is expected to be \(expectedRow)")
    }
  }

  @Test(arguments: Fixtures.names)
  func `They do so for the fixtures too`(name: String) throws {
    let bytes = try Fixtures.receipt(name)
    #expect(rows(try AppReceipt(bytes)) == (try NaiveReader(file: bytes).attributes()))
  }

  @Test(arguments: CorpusReceipt.all)
  func `Streaming finds the same places`(file: CorpusReceipt) throws {
    guard !file.isBER else { return }
    let bytes = try file.bytes()
    let offsets = try withExactlySized(bytes) { (bytes) throws(ReceiptError) in
      var offsets: [Int] = []
      let container = try ReceiptContainer(bytes)
      var attributes = container.attributes
      while let attribute = try attributes.next() {
        offsets.append(attribute.offset)
        guard attribute.type == .inAppReceipt else { continue }
        var inApp = try attribute.inAppAttributes()
        while let attribute = try inApp.next() { offsets.append(attribute.offset) }
      }
      return offsets
    }
    #expect(offsets == (try NaiveReader(file: bytes).attributes().map(\.offset)))
  }
}

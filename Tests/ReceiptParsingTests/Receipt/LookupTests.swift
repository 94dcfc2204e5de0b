import ReceiptParsing
import TestSupport
import Testing

/// A field is looked up where other purchases have it, and by marks of the types that there are. What is found
/// has to be what a search through all attributes finds.
@Suite struct LookupTests {
  typealias Part = SampleReceipt

  /// Compares the fields of all purchases with what was written. `purchases` are types and values.
  private func check(_ purchases: [[(type: Int64, number: Int64)]], _ label: String) throws {
    let parts = purchases.map { purchase in
      Part.attribute(
        17,
        DER.element(
          0x31, of: purchase.map { Part.attribute($0.type, DER.integer($0.number)) }))
    }
    let own = purchases.first ?? []
    let receipt = try AppReceipt(
      Part(of: own.map { Part.attribute($0.type, DER.integer($0.number)) } + parts).bytes)
    let types = Set(purchases.joined().map(\.type)).union([1701, 1707, 1720, 1765, 37])
    for type in types {
      let rawValue = Int32(truncatingIfNeeded: type)
      for (purchase, written) in zip(receipt.inAppReceipts, purchases) {
        let numbers = written.filter { $0.type == type }.map(\.number)
        let field = purchase.integer(InAppAttributeType(rawValue: rawValue))
        compare(field, numbers, "\(label), purchase \(purchase.index), type \(type)")
      }
      let field = receipt.integer(ReceiptAttributeType(rawValue: rawValue))
      compare(field, own.filter { $0.type == type }.map(\.number), "\(label), type \(type)")
    }
  }

  private func compare(_ field: ReceiptField<Int64>, _ numbers: [Int64], _ label: String) {
    let isRight =
      switch field {
      case .absent: numbers.isEmpty
      case .value(let number): numbers == [number]
      case .unreadable(let problem): problem.reason == .duplicate && numbers.count > 1
      }
    if !isRight { Issue.record("\(label): \(field), not \(numbers)") }
  }

  @Test func `Purchases that are written alike`() throws {
    let types: [Int64] = [1709, 1712, 1701, 1707, 1710, 1711, 1703, 1702]
    try check(
      (0..<5).map { index in types.enumerated().map { ($1, Int64(index * 100 + $0)) } }, "alike")
  }

  @Test func `The first has what the others do not, and the other way round`() throws {
    try check([[(1701, 1), (1702, 2)], [(1702, 3)], [], [(1703, 4), (1701, 5)]], "different")
    try check([[], [(1702, 3)], [(1701, 4), (1702, 5)]], "the first is empty")
  }

  @Test func `A type twice in one purchase is unreadable in that one alone`() throws {
    let alike: [(type: Int64, number: Int64)] = [(1701, 1), (1702, 2), (1703, 3)]
    try check([alike, alike + [(1701, 4)], alike], "twice, in the middle")
    try check([alike + [(1703, 4)], alike, alike], "twice, at first")
    try check([alike, alike, [(1703, 3), (1703, 3)]], "twice, at last")
  }

  @Test func `Types whose lowest bits are the same are not mistaken for each other`() throws {
    // 1701 + 32 and + 64, and numbers below 64.
    let types: [Int64] = [1701, 1733, 1765, 37, 1829, 5, 69]
    for first in types {
      for second in types where second != first {
        let purchase = [(type: first, number: Int64(1)), (type: second, number: 2)]
        try check([[(first, 7)], purchase, purchase.reversed()], "\(first), \(second)")
      }
    }
  }

  @Test func `More than 256 attributes in a purchase`() throws {
    let many = (0..<300).map { (type: Int64(1500 + $0), number: Int64($0)) }
    try check([many, many.reversed()], "300 types")
  }

  @Test func `Random purchases`() throws {
    var generator = SeededGenerator(seed: 17)
    for round in 0..<150 {
      let purchases = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        (0..<Int.random(in: 0...24, using: &generator)).map { _ in
          // Few enough that some appear twice.
          (
            type: Int64.random(in: 1695...1735, using: &generator),
            number: Int64.random(in: -9...999, using: &generator)
          )
        }
      }
      try check(purchases, "round \(round)")
    }
  }

  @Test(arguments: [0, 1, 2, 100, 5000])
  func `Attributes that are shorter than any known`(count: Int) throws {
    // Ten bytes each, where known receipts have 18 or more.
    let shortest = Part.attribute(99, [])
    let inner = (0..<count).flatMap { _ in shortest }
    let receipt = try AppReceipt(
      Part(
        Part.attribute(2, DER.utf8("a.b")), Part.attribute(17, DER.element(0x31, inner)),
        Part.attribute(3, DER.utf8("1"))
      ).bytes)
    #expect(receipt.inAppReceipts[0].attributes.map(\.type) == Array(repeating: 99, count: count))
    #expect(receipt.bundleIdentifier == "a.b" && receipt.appVersion == "1")
  }
}

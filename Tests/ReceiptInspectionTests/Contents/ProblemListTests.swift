import Testing

@testable import ReceiptInspection

@Suite struct ProblemListTests {
  @Test(arguments: [
    (0, nil), (1, "1"), (99, "99"), (100, "100"), (101, "1 more problem not listed"),
    (102, "2 more problems not listed"),
  ])
  func `A hundred problems are listed, the rest counted`(count: Int, last: String?) {
    var list = ProblemList()
    for number in 0..<count { list.add("\(number + 1)") }
    #expect(list.count == count && list.sentences.last == last)
    #expect(list.sentences.prefix(100) == (0..<min(count, 100)).map { "\($0 + 1)" }[...])
  }
}

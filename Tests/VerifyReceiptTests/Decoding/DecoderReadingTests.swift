import Testing
import VerifyReceipt

/// What a decoder is asked for: it reveals the kind of a value only by refusing every other, which takes long.
@Suite struct DecoderReadingTests {
  private func tree(_ text: String) throws -> JSON {
    try JSON(
      text: Array(text.utf8),
      limits: JSONLimits(maximumBytes: 1 << 28, maximumDepth: 128, maximumValues: 1 << 28))
  }

  private func refusals(_ text: String) throws -> Int {
    let (value, count) = (try tree(text), RefusalCount())
    #expect(try JSON(from: RefusingDecoder(value: value, count: count)) == value)
    return count.refusals
  }

  @Test(arguments: ["0", "\"\"", "true", "[]", "{}", "null", "{\"a\":\"\",\"b\":0,\"c\":[true]}"])
  func `A decoder is not asked again for what it refused before`(element: String) throws {
    func array(_ count: Int) -> String {
      "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
    }
    let few = try refusals(array(3))
    #expect(try refusals(array(3_000)) <= few + 3)
    let deep = String(repeating: "[", count: 100)
    let closed = String(repeating: "]", count: 100)
    #expect(try refusals(deep + array(3_000) + closed) <= few + 16)
  }

  @Test func `A decoder refuses no more than five times for each value`() throws {
    let elements = (0..<600).map { ["0", "\"\"", "true", "[]", "{}", "null"][$0 * $0 * 7 % 6] }
    #expect(try refusals("[" + elements.joined(separator: ",") + "]") <= 600 * 5)
    let objects = (0..<2_000).map { "{\"k\($0)\":\"\"}" }
    #expect(try refusals("[" + objects.joined(separator: ",") + "]") <= 2_000 * 4)
  }

  @Test func `A decoder that skips what it refuses loses no element`() throws {
    let count = RefusalCount()
    count.skipsWhatItRefuses = true
    let value = try tree("[0,\"1\",true,[3],{\"a\":[4,null]},null,6,[[7]]]")
    #expect(try JSON(from: RefusingDecoder(value: value, count: count)) == value)
  }

  @Test func `A key that a decoder has twice is refused`() throws {
    let decoder = try RefusingDecoder(value: tree("{\"a\":{\"twice\":1}}"), count: RefusalCount())
    let error = #expect(throws: JSONError.self) { try JSON(from: decoder) }
    #expect(error?.code == .duplicateKey && error?.path.description == "a.twice")
  }
}

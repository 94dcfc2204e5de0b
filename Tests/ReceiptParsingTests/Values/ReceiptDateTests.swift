import Foundation
import ReceiptParsing
import TestSupport
import Testing

@Suite struct ReceiptDateTests {
  private func date(_ text: String) throws -> ReceiptDate { try #require(ReceiptDate(text)) }

  @Test func `Dates are equal when they are the same instant, however written`() throws {
    let texts = [
      "2020-07-22T18:33:15Z", "2020-07-22 18:33:15z", "2020-07-22T19:33:15+0100",
      "2020-07-22T18:33:15.0009Z", "2020-07-22T18:33:15-00:00",
    ]
    let dates = try texts.map { try date($0) }
    #expect(Set(dates).count == 1)
    #expect(dates.map(\.text) == texts)
    #expect(dates.allSatisfy { $0 == dates[0] && !($0 < dates[0]) })
  }

  @Test func `Dates are ordered by instant, not by text`() throws {
    let texts = [
      "2020-07-22T20:00:00+0200", "2020-07-22T18:00:00.001Z", "2020-07-22T18:00:01Z",
      "2020-07-22T17:30:00-0100",
    ]
    let dates = try texts.map { try date($0) }
    #expect(dates.reversed().sorted().map(\.text) == texts)
    #expect(dates[0] < dates[1] && dates[3] >= dates[2])
  }

  @Test func `A date has 48 bytes and no heap memory`() {
    #expect(MemoryLayout<ReceiptDate>.size == 48)
  }

  struct Vector: Decodable {
    let s: String
    let valid: Bool
  }

  /// Where this reader and RFC 3339, or the project that wrote a vector, differ, and why.
  private static func isExplained(_ vector: Vector) -> Bool {
    let text = vector.s
    if vector.valid {
      // RFC 3339 §5.6 knows no minus sign but the hyphen.
      if text.contains("\u{2212}") { return true }
      // A leap second where none can be: not the last second of a month in UTC.
      if text.dropFirst(17).hasPrefix("60") { return true }
      return text.utf8.count > 39
    }
    // Xcode writes the zone without a colon.
    let zone = text.suffix(5)
    return zone.count == 5 && (zone.first == "+" || zone.first == "-")
      && zone.dropFirst().allSatisfy(\.isNumber)
  }

  @Test(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipped)))
  func `Foreign vectors agree but for what is explained`() throws {
    let files = Corpus.files(in: "suites/dates", withExtensions: ["jsonl"])
    try #require(files.count == 1)
    let lines = try String(contentsOf: files[0], encoding: .utf8).split(separator: "\n")
    var explained = 0
    for line in lines {
      let vector = try JSONDecoder().decode(Vector.self, from: Data(line.utf8))
      guard (ReceiptDate(vector.s) != nil) != vector.valid else { continue }
      #expect(Self.isExplained(vector), "\(line)")
      explained += 1
    }
    #expect(lines.count > 100)
    #expect(explained < lines.count / 5)
  }
}

import Foundation
import FuzzSupport
import ReceiptJSON
@testable import ReceiptTool

/// What is written of values that the input chooses: members of every kind, with and without white space.
enum WriterCheck {
  /// Where JavaScript begins to round, and the ends.
  private static let edges: [Int64] = [
    0, 1, -1, 1 << 53 - 1, 1 << 53, 1 << 53 + 1, -(1 << 53) + 1, -(1 << 53), -(1 << 53) - 1, .max,
    .min,
  ]

  static func check(_ bytes: [UInt8]) {
    let sum = bytes.reduce(0) { $0 &+ Int($1) }
    let texts = bytes.prefix(24).split(separator: 0x20).prefix(sum % 4).map {
      String(decoding: $0, as: UTF8.self)
    }
    let numbers = [edges[sum % edges.count], edges[(sum / 11) % edges.count], Int64(sum)]
    for quotes in [false, true] {
      let expected = expected(texts, numbers, quotes)
      for isIndented in [false, true] {
        var writer = JSONWriter(isIndented: isIndented, quotesLargeIntegers: quotes)
        write(texts, numbers, to: &writer)
        let compact = Array(expected.written.utf8)
        let whole = isIndented ? NaiveJSONText.indented(compact) : compact
        require(
          writer.bytes == whole,
          "\(String(decoding: writer.bytes, as: UTF8.self)), not \(expected.written)")
      }
    }
    checkTree(bytes)
    checkEscapes(bytes)
  }

  /// What a terminal doesn't show is escaped where all is ASCII, too.
  private static func checkEscapes(_ bytes: [UInt8]) {
    let text = String(decoding: bytes.prefix(24).map { $0 & 0x7F }, as: UTF8.self)
    var writer = JSONWriter()
    writer.object { $0.member("text", text) }
    let escaped = writer.bytes.asASCIIEscapes
    require(escaped.allSatisfy { 0x20..<0x7F ~= $0 }, "a control: \(escaped.hexadecimal)")
    let value = (try? JSONSerialization.jsonObject(with: Data(escaped))) as? [String: String]
    require(value == ["text": text], "another value: \(escaped.hexadecimal)")
  }

  private static func write(_ texts: [String], _ numbers: [Int64], to writer: inout JSONWriter) {
    writer.object { writer in
      for omitsEmpty in [false, true] {
        writer.strings("strings \(omitsEmpty)", texts, omitsEmpty: omitsEmpty)
        writer.strings("none \(omitsEmpty)", [], omitsEmpty: omitsEmpty)
        writer.objects("objects \(omitsEmpty)", texts, omitsEmpty: omitsEmpty) {
          $0.member("text", $1)
          $0.member("size", $1.utf8.count)
        }
        writer.objects("no objects \(omitsEmpty)", [String](), omitsEmpty: omitsEmpty) { _, _ in }
      }
      writer.objects("empty", texts) { _, _ in }
      writer.object("inside") { writer in
        writer.object("nothing") { _ in }
        writer.member("flag", texts.isEmpty)
        writer.member("null", JSON.null)
      }
      writer.member("no text", nil as String?)
      writer.member("no number", nil as Int?)
      writer.member("no flag", nil as Bool?)
      for (index, number) in numbers.enumerated() { writer.member("number \(index)", number) }
      writer.key("numbers")
      writer.array(numbers) { $0.integer($1) }
    }
  }

  private static func expected(
    _ texts: [String], _ numbers: [Int64], _ quotes: Bool
  ) -> NaiveJSONText {
    func number(_ number: Int64) -> NaiveJSONText {
      quotes && abs(Double(number)) > 9_007_199_254_740_991 ? .text("\(number)") : .number(number)
    }
    let objects: [NaiveJSONText] = texts.map {
      .object([("text", .text($0)), ("size", number(Int64($0.utf8.count)))])
    }
    let members: [(key: String, value: NaiveJSONText?)] = [
      ("strings false", .texts(texts)), ("none false", .list([])),
      ("objects false", .list(objects)), ("no objects false", .list([])),
      ("strings true", .unlessEmpty(texts.map { .text($0) })),
      ("objects true", .unlessEmpty(objects)), ("empty", .list(texts.map { _ in .object([]) })),
      (
        "inside",
        .object([("nothing", .object([])), ("flag", .flag(texts.isEmpty)), ("null", .null)])
      ),
    ]
    let numbered = numbers.enumerated().map {
      (key: "number \($0)", value: number($1) as NaiveJSONText?)
    }
    return .object(members + numbered + [("numbers", .list(numbers.map { number($0) }))])
  }

  /// A tree of JSON is written as it is by itself.
  private static func checkTree(_ bytes: [UInt8]) {
    guard let tree = try? JSON(text: bytes) else { return }
    for isIndented in [false, true] {
      var writer = JSONWriter(isIndented: isIndented)
      writer.value(tree)
      let whole = isIndented ? NaiveJSONText.indented(tree.json()) : tree.json()
      require(
        writer.bytes == whole, "written otherwise: \(String(decoding: whole, as: UTF8.self))")
    }
  }
}

import Foundation
import FuzzSupport
import VerifyReceipt

/// Texts with runs of combining marks. As many as Unicode's Stream-Safe Text Format (UAX #15) allows in a row are read,
/// however many there are in all, and one more isn't: in text and by a decoder, as a value and as a key.
enum ChosenMarks {
  /// Of several classes.
  private static let marks: [Unicode.Scalar] = ["\u{301}", "\u{327}", "\u{93C}", "\u{1D165}"]
  /// The last two have no class, though they don't stand alone.
  private static let letters: [Unicode.Scalar] = [
    "e", "0", " ", "\u{E9}", "\u{436}", "\u{1F600}", "\u{200D}", "\u{903}",
  ]

  static func check(_ choices: inout Choices) {
    let counts = (0..<1 + choices.below(3)).map { _ in choices.pick([1, 15, 29, 30, 30, 31]) }
    var text = String.UnicodeScalarView()
    for (index, count) in counts.enumerated() {
      if index > 0 || choices.below(2) == 0 { text.append(choices.pick(letters)) }
      let mark = choices.pick([nil] + marks.map(Optional.some))
      for _ in 0..<count { text.append(mark ?? choices.pick(marks)) }
    }
    if choices.below(2) == 0 { text.append(choices.pick(letters)) }
    let isSafe = counts.allSatisfy { $0 <= 30 }
    let literal = choices.below(2) == 0 ? String(text) : escaped(text)
    let around = [("[\"", "\"]"), ("{\"", "\":0}"), ("{\"receipt\":{\"bundle_id\":\"", "\"}}")]
    let (before, after) = choices.pick(around)
    let bytes = Array((before + literal + after).utf8)
    require(((try? JSON(text: bytes)) != nil) == isSafe, "runs of \(counts) in \(literal)")
    let isAnswer = isSafe && before != "[\""
    require(
      ((try? VerifyReceiptResponse(json: bytes)) != nil) == isAnswer, "runs of \(counts), answered")
    let decoded = try? JSONDecoder().decode(JSON.self, from: Data(bytes))
    require((decoded != nil) == isSafe, "runs of \(counts) for a decoder in \(literal)")
  }

  private static func escaped(_ text: String.UnicodeScalarView) -> String {
    String(text).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}

import FuzzSupport
import ReceiptRedaction

// Where there are few others that a value or a date may become.

extension RedactionProperty {
  /// Where every fourth version of a form is an original, replacements are others, and no longer one has an original in
  /// it. A number begins with any digit but 0, unless it is 0.
  static func checkFew(seed: Int) {
    let originals = (1...6).flatMap { first in
      (1...3).map { Array("\(first).\($0).".utf8) }
    }
    let values = originals + [Array("1.2.3.1.4.3.5.2.6.1.3.3.".utf8)]
    let zero = Array("2.0".utf8)
    var digits: Set<UInt8> = []
    var alone: Set<UInt8> = []
    for round in 0..<16 {
      let others = replaced(values + [zero], tag: 0x0C, seed: seed &* 16 &+ round)
      guard let others else { return }
      for (value, other) in zip(values, others) {
        for start in stride(from: 0, to: other.count, by: 2) {
          let isOriginal = originals.contains(Array(other[start...].prefix(4)))
          require(!isOriginal, "\(value) becomes \(other), which has an original")
          digits.insert(other[start])
        }
      }
      alone.formUnion(others[values.count].suffix(1))
    }
    require(digits == Set(0x31...0x39), "numbers begin with \(digits.sorted())")
    require(
      alone.isSubset(of: 0x30...0x39) && alone.count > 2, "0 becomes \(alone.sorted())")
  }

  /// No text of digits shows the first four of a number, as people have seen it. Of all there are, one of eighteen is.
  static func checkDigits(seed: Int) {
    let numbers = Array(stride(from: 1000, to: 10_000, by: 18))
    let known = Set(numbers.map { Array(String($0).utf8) })
    let integers = numbers.map { Message.element(0x02, [UInt8($0 >> 8), UInt8($0 & 0xFF)]) }
    let texts = (10..<30).map { Message.element(0x0C, Array("3141592653\($0)".utf8)) }
    let attributes = (integers + texts).enumerated().map {
      attribute(0x4300 + $0.offset, $0.element)
    }
    let (bytes, place) = Message.signed(Array(attributes.joined()))
    guard let result = redacted(bytes, seed: seed)?.bytes else {
      return require(false, "not redacted: \(bytes.hexadecimal)")
    }
    var end = place.upperBound
    for element in attributes.suffix(texts.count).reversed() {
      let text = Array(result[end - 12..<end])
      end -= element.count
      require(text.allSatisfy { 0x30...0x39 ~= $0 }, "digits become \(text)")
      for start in 0...8 {
        let shown = Array(text[start..<start + 4])
        require(!known.contains(shown), "\(text) has \(shown), of a number")
      }
    }
  }

  /// A UTCTime is moved within the years for which its two digits stand, 1950–2049 (RFC 5280 §4.1.2.5.1), by 30 days to
  /// three years, or is no time any more.
  static func checkYears(seed: Int) {
    let elements =
      [Message.element(0x18, Array("20200229120000Z".utf8))]
      + [49, 48, 47, 46, 50, 51, 52, 53, 0, 99].map {
        Message.element(0x17, Array("\($0 < 10 ? "0" : "")\($0)0601000000Z".utf8))
      }
    let payload = elements.enumerated().map { attribute(0x4300 + $0.offset, $0.element) }
    let (bytes, place) = Message.signed(Array(payload.joined()))
    for round in 0..<16 {
      guard let result = redacted(bytes, seed: seed &* 16 &+ round)?.bytes else {
        return require(false, "not redacted: \(bytes.hexadecimal)")
      }
      var end = place.lowerBound
      for (element, whole) in zip(elements, payload) {
        end += whole.count
        let times = [bytes, result].map { bytes in
          NaiveHeader(der: bytes, at: end - element.count, end: end).flatMap {
            NaiveTypes(bytes: bytes).seconds($0)
          }
        }
        guard let before = times[0] else { return require(false, "no time: \(element)") }
        guard let after = times[1] else { return require(false, "no time any more: \(element)") }
        let days = abs(after - before) / 86_400
        require(30...1095 ~= days, "\(element) moves by \(days) days")
      }
    }
  }

  /// Where there are more letters than replacements, each still becomes another one. Texts that have no characters of
  /// their type become others that have none.
  static func checkTexts(seed: Int) {
    let letters = (Array(UInt8(ascii: "A")...UInt8(ascii: "Z")) + (0x61...0x7A)).map { [$0] }
    let broken = (0..<16).map { [0xC0, 0x10 + UInt8($0)] }
    var firsts: Set<UInt8> = []
    for round in 0..<16 {
      let values = replaced(letters + broken, tag: 0x0C, seed: seed &* 16 &+ round)
      guard let values else { return }
      for (letter, other) in zip(letters, values) {
        let isAnother = other != letter && 0x61...0x7A ~= other[0]
        require(isAnother, "\(letter) becomes \(other)")
      }
      firsts.formUnion(values.suffix(broken.count).map { $0[0] })
    }
    require(firsts == Set(0xF8...0xFF), "what is no text begins with \(firsts.sorted())")
  }

  /// Xcode writes years from 4000 on where there is no end, and the App Store opened in 2008. Dates before 2008 or from
  /// 4000 on, and the date that every sandbox receipt has, move by one distance; all others by another.
  static func checkEndless(seed: Int) {
    let known = [
      "0999-12-31T00:00:00Z", "2007-12-31T23:59:59Z", "2013-08-01T07:00:00Z",
      "4000-01-01T00:00:00Z", "4001-01-01T00:00:00Z",
    ]
    let others = ["2008-01-01T00:00:00Z", "2013-08-01T07:00:01Z", "3999-12-31T23:59:59Z"]
    let texts = (known + others).map { Array($0.utf8) }
    guard let results = replaced(texts, tag: 0x16, seed: seed) else { return }
    let distances = zip(texts, results).map { text, result in
      NaiveDate.milliseconds(result[...]).flatMap { after in
        NaiveDate.milliseconds(text[...]).map { after - $0 }
      }
    }
    let ofKnown = Set(distances.prefix(known.count))
    let ofOthers = Set(distances.dropFirst(known.count))
    let areApart = ofKnown.isDisjoint(with: ofOthers)
    require(
      ofKnown.count == 1 && ofOthers.count == 1 && areApart && !distances.contains(nil),
      "dates move by \(distances)")
  }

  /// A value that nobody reads, and that ends within an identifier, or behind one.
  static func checkUnfinished() {
    for end: [UInt8] in [[0x0C], [0x1F], [0x1F, 0x81], [0x1F, 0x81, 0x01], [0x30, 0x01, 0x0C]] {
      for before in [[], Message.element(0x0C, Array("a text".utf8))] {
        let value = before + end
        let bytes = Message.signed([], unsigned: value).bytes
        guard let redaction = redacted(bytes), redaction.readingError == nil else {
          return require(false, "not redacted: \(bytes.hexadecimal)")
        }
        let stays = redaction.bytes.suffix(value.count) == bytes.suffix(value.count)
        require(before.isEmpty || !stays, "a value stays: \(redaction.bytes.hexadecimal)")
      }
    }
  }

  /// A text whose characters look like empty elements, or like the number of a tag. Only in values, digits aren't taken
  /// for SEQUENCE and SET.
  static func checkWideText(seed: Int) {
    let wide: [UInt8] = "Attributes \(seed)".utf8.flatMap { [$0, 0] }
    let digits: [UInt8] = "1011001110".utf8.flatMap { [$0, 0] }
    let letters: [UInt8] = [0x5F] + Array("Атрибуты".utf8) + [0x41, 0x00]
    for text in [wide, digits, letters] {
      let values = attribute(0x4321, text) + attribute(0x4322, Message.element(0x31, text))
      var messages = [Message.signed(values).bytes]
      if text != digits { messages.append(Message.signed([], unsigned: text).bytes) }
      messages += messages.map { $0 + [0] } + messages.map { $0.dropLast() }
      for bytes in messages {
        guard let result = redacted(bytes, seed: seed)?.bytes else {
          return require(false, "not redacted: \(bytes.hexadecimal)")
        }
        require(!result.hasBytes(Array(text.prefix(14))), "a text: \(result.hexadecimal)")
      }
    }
  }

  /// What values of one type become in a receipt.
  private static func replaced(_ values: [[UInt8]], tag: UInt8, seed: Int) -> [[UInt8]]? {
    let payload = values.enumerated().map {
      attribute(0x4300 + $0.offset, Message.element(tag, $0.element))
    }
    let (bytes, place) = Message.signed(Array(payload.joined()))
    guard let result = redacted(bytes, seed: seed)?.bytes else {
      require(false, "not redacted: \(bytes.hexadecimal)")
      return nil
    }
    var end = place.lowerBound
    return zip(values, payload).map { value, element in
      end += element.count
      return Array(result[end - value.count..<end])
    }
  }
}

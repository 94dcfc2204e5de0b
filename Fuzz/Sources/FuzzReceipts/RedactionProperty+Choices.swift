import FuzzSupport
import ReceiptRedaction

// Where there are few others that a value or a date may become.

extension RedactionProperty {
  /// Where every fourth version of a form is an original, replacements are others. A number begins with any digit but
  /// 0, unless it is 0.
  static func checkFew(seed: Int) {
    let originals = (1...6).flatMap { first in
      (1...3).map { Array("\(first).\($0).".utf8) }
    }
    let zero = Array("2.0".utf8)
    let payload = (originals + [zero]).enumerated().map {
      attribute(0x4300 + $0.offset, Message.element(0x0C, $0.element))
    }
    let (bytes, place) = Message.signed(Array(payload.joined()))
    var digits: Set<UInt8> = []
    var alone: Set<UInt8> = []
    for round in 0..<16 {
      guard let result = redacted(bytes, seed: seed &* 16 &+ round)?.bytes else {
        return require(false, "not redacted: \(bytes.hexadecimal)")
      }
      alone.insert(result[place.upperBound - 1])
      var end = place.lowerBound
      for (original, element) in zip(originals, payload) {
        end += element.count
        let other = Array(result[end - original.count..<end])
        require(!originals.contains(other), "\(original) becomes \(other), which is an original")
        digits.formUnion([other[0], other[2]])
      }
    }
    require(digits == Set(0x31...0x39), "numbers begin with \(digits.sorted())")
    require(
      alone.isSubset(of: 0x30...0x39) && alone.count > 2, "0 becomes \(alone.sorted())")
  }

  /// A UTCTime is moved by what a GeneralizedTime is, as long as its two digits stand for the year: 1950–2049 (RFC 5280
  /// §4.1.2.5.1). Others are no times any more.
  static func checkYears(seed: Int) {
    let known = "20200229120000Z"
    let texts = [49, 48, 47, 46, 50, 51, 52, 53, 0, 99].map {
      "\($0 < 10 ? "0" : "")\($0)0601000000Z"
    }
    let elements =
      [Message.element(0x18, Array(known.utf8))]
      + texts.map { Message.element(0x17, Array($0.utf8)) }
    let payload = elements.enumerated().map { attribute(0x4300 + $0.offset, $0.element) }
    let (bytes, place) = Message.signed(Array(payload.joined()))
    let years = NaiveCalendar.days(1950, 1, 1) * 86_400..<NaiveCalendar.days(2050, 1, 1) * 86_400
    for round in 0..<16 {
      guard let result = redacted(bytes, seed: seed &* 16 &+ round)?.bytes else {
        return require(false, "not redacted: \(bytes.hexadecimal)")
      }
      var end = place.lowerBound
      var distance: Int64?
      for (element, whole) in zip(elements, payload) {
        end += whole.count
        let times = [bytes, result].map { bytes in
          NaiveHeader(der: bytes, at: end - element.count, end: end).flatMap {
            NaiveTypes(bytes: bytes).seconds($0)
          }
        }
        guard let before = times[0] else { return require(false, "no time: \(element)") }
        guard let moved = distance else {
          distance = times[1].map { $0 - before }
          require(distance != nil, "\(known) is no time any more")
          continue
        }
        let expected = years.contains(Int(before + moved)) ? before + moved : nil
        require(
          times[1] == expected, "\(element) moves by \(moved) to \(times[1], default: "none")")
      }
    }
  }
}

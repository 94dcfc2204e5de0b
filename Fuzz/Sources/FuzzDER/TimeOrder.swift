import DERParsing
import FuzzSupport

/// A time is earlier or later than another one as its digits are, and the same if they are, within a second, too.
enum TimeOrder {
  /// Compares a time with itself without its fraction, with a longer one and with another one, and with the second beside
  /// it.
  ///
  /// - Parameters:
  ///   - digits: `YYYYMMDDhhmmss`.
  ///   - fraction: no zero is the last one.
  static func check(_ time: DERTime, _ digits: [Int], _ fraction: [Int]) {
    var neighbor = digits
    neighbor[13] ^= 1  // 8 and 9 are neighbors, too
    // The last digit of the nine that count.
    let last = Array((fraction + zeros).prefix(8)) + [1 + (fraction.last ?? 0) % 9]
    let others: [(digits: [Int], fraction: [Int])] = [
      (digits, []), (digits, fraction + [1]), (digits, last), (neighbor, []), (neighbor, fraction),
    ]
    let place = digits + counted(fraction)
    for (digits, fraction) in others {
      guard let other = read(digits, fraction) else {
        return require(false, "\(digits) with a fraction of \(fraction) is a time")
      }
      let otherPlace = digits + counted(fraction)
      require(
        (time < other) == place.lexicographicallyPrecedes(otherPlace)
          && (other < time) == otherPlace.lexicographicallyPrecedes(place)
          && (time == other) == (place == otherPlace), "the order of \(time) and \(other)")
    }
  }

  private static let zeros = [Int](repeating: 0, count: 9)

  /// Nine digits of a fraction: those behind are cut off.
  private static func counted(_ fraction: [Int]) -> [Int] { Array((fraction + zeros).prefix(9)) }

  /// A GeneralizedTime with these digits.
  private static func read(_ digits: [Int], _ fraction: [Int]) -> DERTime? {
    var text = digits.map { UInt8(0x30 + $0) }
    if !fraction.isEmpty { text += [UInt8(ascii: ".")] + fraction.map { UInt8(0x30 + $0) } }
    text.append(UInt8(ascii: "Z"))
    let element = NaiveHeader.encoding(0, 24, length: text.count) + text
    return try? element.withDERReader { (reader) throws(DERError) in
      try reader.readGeneralizedTime()
    }
  }
}

/// Versions and numbers of any length, compared digit by digit.
enum NaiveVersion {
  /// The digits of a number, without zeros in front; `nil` for everything else.
  static func digits(_ text: some StringProtocol) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard !digits.isEmpty, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Array(digits.drop { $0 == 0x30 })
  }

  static func isLess(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    first.count == second.count
      ? first.lexicographicallyPrecedes(second) : first.count < second.count
  }

  /// The numbers between full stops, without zeros at the end.
  static func numbers(_ text: String) -> [[UInt8]]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { digits($0) }
    var numbers = parts.compactMap { $0 }
    guard numbers.count == parts.count else { return nil }
    while numbers.last?.isEmpty == true { numbers.removeLast() }
    return numbers
  }

  static func isEarlier(_ first: [[UInt8]], _ second: [[UInt8]]) -> Bool {
    for index in 0..<max(first.count, second.count) {
      let number = index < first.count ? first[index] : []
      let other = index < second.count ? second[index] : []
      if number != other { return isLess(number, other) }
    }
    return false
  }
}

import DERParsing

/// Makes the contents of a redacted receipt: random, of the same length and kind, equal for equal originals and
/// different for different ones.
struct Replacements {
  /// An original.
  private struct Original: Hashable {
    let kind: UInt8
    let bytes: [UInt8]
  }

  /// How often something else is tried. Where there are not so many values, as for single letters, two originals may
  /// get the same replacement.
  private static let attempts = 64

  /// How often all dates are moved anew.
  private static let shiftAttempts = 4

  private var made: [Original: [UInt8]] = [:]

  /// Everything that no replacement may be: all originals, and the other replacements.
  private var taken: Set<[UInt8]> = []

  /// The first four bytes of all originals, which stand in no replacement: so no original does.
  private var beginnings: Set<UInt32> = []

  private var shift: DateShift

  /// A kind of value and a length of which no value was found that is not used yet.
  private struct Shape: Hashable {
    let kind: UInt8
    let count: Int
  }

  /// For these, few others are tried.
  private var exhausted: Set<Shape> = []

  init(
    _ places: [RedactionPlaces.Place], of bytes: [UInt8],
    using generator: inout some RandomNumberGenerator
  ) {
    shift = DateShift(using: &generator)
    var dates: Set<[UInt8]> = []
    for place in places {
      let original = Array(bytes[place.range])
      taken.insert(original)
      switch place.kind {
      case .date, .time: dates.insert(original)
      default:
        insertBeginning(of: original)
        if place.kind == .integer, let number = Self.number(original) {
          insertBeginning(of: Array(String(number).utf8))
        }
      }
    }
    for _ in 0..<Self.shiftAttempts where bringsBack(dates) { shift = DateShift(using: &generator) }
  }

  /// Whether a date becomes another of these, or shows another original.
  private func bringsBack(_ dates: Set<[UInt8]>) -> Bool {
    dates.contains { date in
      guard let shifted = shift.shifted(date) ?? shift.shifted(time: date) else { return false }
      return dates.contains(shifted) || hasBeginning(shifted)
    }
  }

  /// The replacement of the original.
  mutating func replacement(
    of original: [UInt8], _ kind: RedactionPlaces.Kind,
    using generator: inout some RandomNumberGenerator
  ) -> [UInt8] {
    let key = Original(kind: kind.rawValue, bytes: original)
    if let known = made[key] { return known }
    let replacement: [UInt8] =
      switch kind {
      case .bundleIdentifier: Self.redacted(original)
      case .date: shift.shifted(original) ?? other(original, kind, using: &generator)
      case .time: shift.shifted(time: original) ?? other(original, kind, using: &generator)
      default: other(original, kind, using: &generator)
      }
    made[key] = replacement
    taken.insert(replacement)
    return replacement
  }

  /// The word for it, as often as there is room.
  private static func redacted(_ original: [UInt8]) -> [UInt8] {
    let word = Array("redacted".utf8)
    return original.indices.map { word[$0 % word.count] }
  }

  /// Something random that is not used yet.
  private mutating func other(
    _ original: [UInt8], _ kind: RedactionPlaces.Kind,
    using generator: inout some RandomNumberGenerator
  ) -> [UInt8] {
    let shape = Shape(kind: kind.rawValue, count: original.count)
    var last = original
    let isExhausted = exhausted.contains(shape)
    for attempt in 0..<Self.attempts where !isExhausted || attempt == 0 || last == original {
      var candidate = random(original, kind, using: &generator)
      let changes = isExhausted ? Self.shiftAttempts : candidate.count + Self.attempts
      let isFree = removeBeginnings(from: &candidate, kind, changes, using: &generator)
      if candidate != original { last = candidate }
      if isFree, !taken.contains(candidate) { return candidate }
    }
    exhausted.insert(shape)
    return last
  }

  /// Something random of the same kind.
  private func random(
    _ original: [UInt8], _ kind: RedactionPlaces.Kind,
    using generator: inout some RandomNumberGenerator
  ) -> [UInt8] {
    switch kind {
    case .integer: RandomContents.integer(like: original, using: &generator)
    case .bytes: RandomContents.bytes(original.count, using: &generator)
    case .invalidText: RandomContents.invalidText(like: original, using: &generator)
    case .text, .bundleIdentifier, .date, .time:
      RandomContents.text(like: original, using: &generator)
    }
  }

  /// Changes single bytes until no original may begin in the candidate, so many at the most.
  ///
  /// - Returns: whether that was possible.
  /// - Complexity: O(n): what was looked at is not looked at again, but for three bytes.
  private func removeBeginnings(
    from candidate: inout [UInt8], _ kind: RedactionPlaces.Kind, _ changes: Int,
    using generator: inout some RandomNumberGenerator
  ) -> Bool {
    var changes = changes
    var index = 0
    while let found = firstBeginning(in: candidate, from: index) {
      // The dot in a version stays: then the digit before it changes.
      let changed = (max(found - 3, 0)...found).reversed().first { place in
        RandomContents.change(&candidate, at: place, kind, using: &generator)
      }
      guard changes > 0, let changed else { return false }
      changes -= 1
      index = changed
    }
    return true
  }

  /// Whether an original may begin in the candidate.
  private func hasBeginning(_ candidate: [UInt8]) -> Bool {
    firstBeginning(in: candidate, from: 0) != nil
  }

  /// Where the first four bytes end, from an index on, that an original may begin with; or the last byte, if the
  /// original may end right behind it, where an element often begins, with the digit 0.
  private func firstBeginning(in candidate: [UInt8], from start: Int) -> Int? {
    guard candidate.count >= 3, !beginnings.isEmpty else { return nil }
    let first = max(start - 3, 0)
    var four: UInt32 = 0
    for index in first...candidate.count {
      let byte = index < candidate.count ? candidate[index] : 0x30
      four = four << 8 | UInt32(byte)
      if index >= first + 3, beginnings.contains(four) { return min(index, candidate.count - 1) }
    }
    return nil
  }

  private mutating func insertBeginning(of original: [UInt8]) {
    guard original.count >= 4 else { return }
    beginnings.insert(original[..<4].reduce(0) { $0 << 8 | UInt32($1) })
  }

  /// The number that people may have seen in decimal digits; `nil` for one that is longer than that.
  private static func number(_ bytes: [UInt8]) -> Int64? {
    guard bytes.count <= 8 else { return nil }
    let isNegative = bytes.first.map { $0 >= 0x80 } ?? false
    return bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) }
  }
}

import DERParsing

/// Makes the contents of a redacted receipt: random, of the same length and kind, equal for equal originals and
/// different for different ones.
struct Replacements {
  private struct Original: Hashable {
    let bytes: [UInt8]
    let kind: RedactionPlaces.Kind
  }

  /// How often something else is tried. Where there are fewer values, as for single letters, two originals may
  /// get the same replacement.
  private static let attempts = 32

  /// How often all dates, or a time, are moved anew.
  private static let shiftAttempts = 4

  private var made: [Original: [UInt8]] = [:]

  /// Everything that no replacement may be: all originals, and the other replacements.
  private var taken: Set<[UInt8]> = []

  /// The first four bytes of all originals, which no replacement contains: so none contains an original.
  private var beginnings: Set<UInt32> = []

  private var shift: DateShift
  private var random = RandomBytes()

  init(
    _ places: [RedactionPlaces.Place], of bytes: [UInt8],
    using generator: inout some RandomNumberGenerator
  ) {
    shift = DateShift(using: &generator)
    var dates: Set<Original> = []
    for place in places {
      let original = Array(bytes[place.range])
      taken.insert(original)
      switch place.kind {
      case .date: dates.insert(Original(bytes: original, kind: place.kind))
      case .time: break
      default:
        insertBeginning(of: original)
        if place.kind == .integer, let number = Self.number(original) {
          insertBeginning(of: Array(String(number).utf8))
        }
      }
    }
    let originals = Set(dates.map { $0.bytes })
    for _ in 0..<Self.shiftAttempts where bringsBack(dates, originals) {
      shift = DateShift(using: &generator)
    }
  }

  /// Whether a date becomes another of these, or shows another original.
  private func bringsBack(_ dates: Set<Original>, _ originals: Set<[UInt8]>) -> Bool {
    dates.contains { date in
      guard let shifted = shift.shifted(date.bytes, date.kind) else { return false }
      return originals.contains(shifted)
        || shifted.indices.contains {
          mayShowOriginal(shifted[...$0], isWhole: $0 + 1 == shifted.count)
        }
    }
  }

  /// The replacement of the original.
  mutating func replacement(
    of original: [UInt8], _ kind: RedactionPlaces.Kind,
    using generator: inout some RandomNumberGenerator
  ) -> [UInt8] {
    let key = Original(bytes: original, kind: kind)
    if let known = made[key] { return known }
    let replacement =
      switch kind {
      case .bundleIdentifier: Self.redacted(original)
      case .time: time(original, using: &generator) ?? other(original, kind, using: &generator)
      default: shift.shifted(original, kind) ?? other(original, kind, using: &generator)
      }
    made[key] = replacement
    taken.insert(replacement)
    return replacement
  }

  /// Another time, by a shift of its own.
  private func time(
    _ original: [UInt8], using generator: inout some RandomNumberGenerator
  ) -> [UInt8]? {
    var last: [UInt8]?
    for _ in 0..<Self.shiftAttempts {
      last = DateShift(using: &generator).shifted(original, .time) ?? last
      if let last, !taken.contains(last) { return last }
    }
    return last
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
    let contents = RandomContents(like: original, kind)
    var changes = original.count + Self.attempts
    var last = original
    for _ in 0..<Self.attempts where changes > 0 {
      let (candidate, isFree) = candidate(contents, &changes, using: &generator)
      if candidate != original { last = candidate }
      if isFree, !taken.contains(candidate) { return candidate }
    }
    return last
  }

  /// Something random, byte by byte, in which no original may begin, and whether that was possible with the changes that
  /// are left.
  ///
  /// - Complexity: O(n): a change takes back at most four bytes.
  private mutating func candidate(
    _ contents: RandomContents, _ changes: inout Int,
    using generator: inout some RandomNumberGenerator
  ) -> (bytes: [UInt8], isFree: Bool) {
    var (bytes, isFree) = ([] as [UInt8], true)
    bytes.reserveCapacity(contents.count)
    while bytes.count < contents.count {
      bytes.append(random.next(in: contents.choices(at: bytes.count), using: &generator))
      guard mayShowOriginal(bytes[...], isWhole: bytes.count == contents.count) else { continue }
      // The dot in a version stays: then the digit before it changes.
      let changed = bytes.indices.suffix(4).last { contents.choices(at: $0).count > 1 }
      guard changes > 0, let changed else {
        isFree = false
        continue
      }
      changes -= 1
      bytes.removeSubrange(changed...)
    }
    return (bytes, isFree)
  }

  /// Whether an original may begin with the last four bytes; or with the last three and the first of the next element,
  /// which is often the digit 0.
  private func mayShowOriginal(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> Bool {
    guard bytes.count >= 3, !beginnings.isEmpty else { return false }
    let four = bytes.suffix(4).reduce(0) { $0 << 8 | UInt32($1) }
    return bytes.count >= 4 && beginnings.contains(four)
      || isWhole && beginnings.contains(four << 8 | 0x30)
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

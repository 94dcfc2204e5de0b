import DERParsing

/// Makes what stands in a redacted receipt: of the same length and the same kind, random, equal for what was equal and
/// different for what was different.
struct Replacements {
  /// An original.
  private struct Original: Hashable {
    let kind: UInt8
    let octets: [UInt8]
  }

  /// How often something else is tried. Where there are not so many values, as for single letters, two originals may get
  /// the same replacement.
  private static let attempts = 64

  private var made: [Original: [UInt8]] = [:]

  /// Everything that no replacement may be: all originals, and the other replacements.
  private var taken: Set<[UInt8]> = []

  /// The first four octets of all originals, which stand in no replacement: so no original does.
  private var beginnings: Set<UInt32> = []

  private let shift: DateShift

  init(
    _ places: [RedactionPlaces.Place], of octets: [UInt8],
    using generator: inout some RandomNumberGenerator
  ) {
    var dates: Set<[UInt8]> = []
    for place in places {
      let original = Array(octets[place.range])
      taken.insert(original)
      switch place.kind {
      case .date, .time: dates.insert(original)
      default:
        if original.count >= 4 { beginnings.insert(Self.fourOctets(original, at: 0)) }
      }
    }
    shift = Self.shift(dates, using: &generator)
  }

  /// A shift that makes none of the dates another of them, if there is one.
  private static func shift(
    _ dates: Set<[UInt8]>, using generator: inout some RandomNumberGenerator
  ) -> DateShift {
    var shift = DateShift(using: &generator)
    for _ in 0..<attempts {
      let collides = dates.contains { date in
        shift.shifted(date).map { dates.contains($0) } ?? false
      }
      if !collides { break }
      shift = DateShift(using: &generator)
    }
    return shift
  }

  /// What stands in place of the original.
  mutating func replacement(
    of original: [UInt8], _ kind: RedactionPlaces.Kind,
    using generator: inout some RandomNumberGenerator
  ) -> [UInt8] {
    let key = Original(kind: kind.rawValue, octets: original)
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
  private func other(
    _ original: [UInt8], _ kind: RedactionPlaces.Kind,
    using generator: inout some RandomNumberGenerator
  ) -> [UInt8] {
    var last = original
    for _ in 0..<Self.attempts {
      let candidate =
        switch kind {
        case .integer: RandomContents.integer(like: original, using: &generator)
        case .octets: RandomContents.octets(original.count, using: &generator)
        case .invalidText: RandomContents.invalidText(like: original, using: &generator)
        default: RandomContents.text(like: original, using: &generator)
        }
      if candidate != original { last = candidate }
      if !taken.contains(candidate), !hasBeginning(candidate) { return candidate }
    }
    return last
  }

  private func hasBeginning(_ candidate: [UInt8]) -> Bool {
    guard candidate.count >= 4 else { return false }
    return (0...candidate.count - 4).contains {
      beginnings.contains(Self.fourOctets(candidate, at: $0))
    }
  }

  private static func fourOctets(_ octets: [UInt8], at start: Int) -> UInt32 {
    octets[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}

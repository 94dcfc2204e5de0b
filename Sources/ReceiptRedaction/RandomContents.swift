/// Random contents octets that look as much like others as they may.
struct RandomContents {
  private let original: [UInt8]
  private let kind: RedactionPlaces.Kind
  /// Whether the original is a number or a version, and so becomes another one.
  private let isVersion: Bool

  init(like original: [UInt8], _ kind: RedactionPlaces.Kind) {
    self.original = original
    self.kind = kind
    isVersion =
      original.allSatisfy { Self.isDigit($0) || $0 == UInt8(ascii: ".") }
      && original.contains(where: Self.isDigit)
  }

  var count: Int { original.count }

  /// What the byte at a place may be.
  func choices(at index: Int) -> ClosedRange<UInt8> {
    switch kind {
    // DER wants unused bits to be 0, and the last of named bits to be 1.
    case .bits(let unused) where unused > 0 && index == original.count - 1:
      1 << unused...1 << unused
    case .bytes, .bits: 0...0xFF
    case .identifier: 0x05...0x05  // NULL
    case .integer: integerChoices(at: index)
    // Neither UTF-8 nor ASCII.
    case .invalidText where index == 0: 0xF8...0xFF
    case .text, .bundleIdentifier, .date, .time:
      isVersion ? versionChoices(at: index) : Self.letters
    case .invalidText: Self.letters
    }
  }

  private static var letters: ClosedRange<UInt8> { UInt8(ascii: "a")...UInt8(ascii: "z") }

  /// An INTEGER of the same sign, which has superfluous bytes only if the original has them (X.690 §8.3.2).
  private func integerChoices(at index: Int) -> ClosedRange<UInt8> {
    let isPadded = original.count > 1 && (original[0] == 0 || original[0] == 0xFF)
    switch index {
    case 0 where isPadded: return original[0]...original[0]
    // Neither 00 nor FF, so that no byte is superfluous.
    case 0: return original[0] < 0x80 ? 1...0x7E : 0x81...0xFE
    case 1 where isPadded: return original[1] < 0x80 ? 0...0x7F : 0x80...0xFF
    default: return 0...0xFF
    }
  }

  /// A digit for a digit. No number begins with 0 unless it did before.
  private func versionChoices(at index: Int) -> ClosedRange<UInt8> {
    let (character, zero) = (original[index], UInt8(ascii: "0"))
    guard Self.isDigit(character) else { return character...character }
    if index > 0, Self.isDigit(original[index - 1]) { return zero...zero + 9 }
    guard character == zero else { return zero + 1...zero + 9 }
    let isAlone = index + 1 == original.count || !Self.isDigit(original[index + 1])
    return isAlone ? zero...zero + 9 : zero...zero
  }

  private static func isDigit(_ character: UInt8) -> Bool { 0x30...0x39 ~= character }
}

/// Random bytes, eight of each random number.
struct RandomBytes {
  private var eight: UInt64 = 0
  private var count = 0

  /// A byte of a range, each about as probable as the others.
  mutating func next(
    in range: ClosedRange<UInt8>, using generator: inout some RandomNumberGenerator
  ) -> UInt8 {
    if count == 0 { (eight, count) = (generator.next(), 8) }
    defer { (eight, count) = (eight >> 8, count - 1) }
    return range.lowerBound + UInt8((Int(eight & 0xFF) * range.count) >> 8)
  }
}

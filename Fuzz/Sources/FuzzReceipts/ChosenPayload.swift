/// Receipts made of few values, which the bytes of an input choose: so that dates touch, identifiers repeat and numbers
/// are at their edges. Bytes that are changed one by one seldom get there.
package struct ChosenPayload {
  private var choices: ArraySlice<UInt8>

  /// The contents of a payload's SET: the input itself, unless it begins with 0, as no element does. Then its other bytes
  /// are choices.
  package static func contents(of input: [UInt8]) -> [UInt8] {
    guard input.first == 0 else { return input }
    var payload = ChosenPayload(choices: input.dropFirst())
    return payload.receipt()
  }

  /// Two SETs likewise.
  static func pair(of input: [UInt8]) -> [UInt8] {
    guard input.first == 0 else { return input }
    let rest = input.dropFirst()
    let halves = [rest.prefix(rest.count / 2), rest.dropFirst(rest.count / 2)]
    return halves.flatMap { Message.element(0x31, contents(of: [0] + $0)) }
  }

  /// A container likewise.
  package static func container(of input: [UInt8]) -> [UInt8] {
    input.first == 0 ? Message.signed(contents(of: input)).bytes : input
  }

  private mutating func choose<Value>(_ values: [Value]) -> Value {
    values[Int(choices.popFirst() ?? 0) % values.count]
  }

  private mutating func receipt() -> [UInt8] {
    let environments = ["Production", "ProductionVPP", "ProductionSandbox", "Xcode", "production"]
    var contents =
      attribute(0, text(choose(environments)))
      + attribute(2, choose(Self.names))
      + attribute(3, choose(Self.versions)) + attribute(12, text(choose(Self.dates)))
    if choose([false, true]) { contents += attribute(21, choose(Self.maybeDates)) }
    if choose([false, true]) { contents += attribute(4, choose([[], [1], [1, 2, 3]])) }
    if choose([false, true]) { contents += attribute(25, choose(Self.numbers)) }
    if choose([false, true]) {
      for type in [1, 15, 16] { contents += attribute(type, choose(Self.numbers)) }
      contents += attribute(18, choose(Self.maybeDates)) + attribute(19, choose(Self.versions))
    }
    for _ in 0..<12 where !choices.isEmpty {
      contents += attribute(17, Message.element(0x31, purchase()))
    }
    return contents
  }

  private mutating func purchase() -> [UInt8] {
    // Most have what all have.
    attribute(1702, choose(Self.products)) + attribute(1703, choose(Self.transactions))
      + attribute(1704, choose(Self.purchaseDates)) + attribute(1705, choose(Self.transactions))
      + attribute(1707, choose(Self.kinds)) + attribute(1708, choose(Self.maybeDates))
      + attribute(1712, choose(Self.cancellations)) + attribute(1701, choose(Self.numbers))
      + details()
  }

  private mutating func details() -> [UInt8] {
    guard choose([false, true]) else { return [] }
    return [1711, 1713, 1719, 1720].flatMap { attribute($0, choose(Self.numbers)) }
      + attribute(1706, choose(Self.maybeDates)) + attribute(1721, choose(Self.products))
  }

  private static let broken: [UInt8] = [0x05, 0x00]

  /// Two names that Unicode takes for the same, and others.
  package static let texts = [
    "com.example.caf\u{E9}", "com.example.cafe\u{301}", "com.example.app", "com.example.App",
    String(repeating: "a", count: 100), String(repeating: "a", count: 101),
    "a\u{2066}\u{2069}\u{200B}\u{FFFE}\u{1FFFE}\u{E0020}\u{F0000}b",
  ]
  private static let names: [[UInt8]?] = texts.map { text($0) } + [nil, broken]
  static let versionTexts = ["1.2.3", "1.2.3\u{E9}", "1.2.3e\u{301}", "01.2.3", "1.2.3.0"]
  private static let versions: [[UInt8]?] = versionTexts.map { text($0) } + [nil, broken]
  private static let products: [[UInt8]?] =
    ["a", "a", "a", "b", "b", "\u{E9}", "e\u{301}"].map { text($0) } + [nil, broken]
  private static let transactions: [[UInt8]?] =
    [
      "1000000001", "1000000002", "01000000001", "999999999", "1000000003", "0", "x",
      "10000000000000000000001", "10000000000000000000002",
    ].map { text($0) } + [nil, broken]
  /// Ends of months, of years and of February, an hour or a second apart, and the same instant twice.
  private static let dates = [
    "2023-01-31T00:00:00Z", "2023-01-31T00:00:01Z", "2023-02-28T00:00:00Z", "2023-03-01T00:00:00Z",
    "2023-02-28T23:00:00-0100", "2024-01-31T00:00:00Z", "2024-02-29T00:00:00Z",
    "2023-12-31T23:59:59.999Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z",
    "1968-01-31T12:00:00Z", "1969-12-31T23:59:59.999Z", "4001-01-01T00:00:00Z",
    "4000-12-31T16:00:00-0800",
  ]
  private static let purchaseDates: [[UInt8]?] = dates.map { text($0) } + [nil, broken]
  private static let maybeDates: [[UInt8]?] = purchaseDates + Array(repeating: nil, count: 6)
  private static let cancellations: [[UInt8]?] =
    Array(repeating: nil, count: 12) + [text(dates[2]), text(dates[6]), text("x"), broken]
  private static let kinds: [[UInt8]?] =
    [0, 1, 2, 3, 3, 3, 4, 5].map(integer) + [nil, nil, broken]
  private static let numbers: [[UInt8]?] =
    [0, 1, 2, 3, -1, 1 << 31, 1 << 53, .max, .min].map(integer) + [nil, broken]

  private func text(_ text: String) -> [UInt8] { Self.text(text) }

  private static func text(_ text: String) -> [UInt8] { Message.element(0x0C, Array(text.utf8)) }

  static func integer(_ number: Int) -> [UInt8] {
    var bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    while bytes.count > 1, bytes[0] == (bytes[1] < 128 ? 0 : 255) { bytes.removeFirst() }
    return Message.element(0x02, bytes)
  }

  /// Nothing for no value.
  private func attribute(_ type: Int, _ value: [UInt8]?) -> [UInt8] {
    guard let value else { return [] }
    let head = Self.integer(type) + Self.integer(1)
    return Message.element(0x30, head + Message.element(0x04, value))
  }
}

import ReceiptParsing
import TestSupport
import Testing

@testable import ReceiptRedaction

@Suite struct DateShiftTests {
  private static let shifts: [DateShift] = (0..<100 as Range<UInt64>).map { seed in
    var generator = SeededGenerator(seed: seed)
    return DateShift(using: &generator)
  }

  private static func shifted(
    _ text: String, _ kind: RedactionPlaces.Kind, _ shift: DateShift
  ) -> String? {
    shift.shifted(Array(text.utf8), kind).map { String(decoding: $0, as: UTF8.self) }
  }

  /// By how many seconds a text with the year first, as `20240101…`, is moved; `nil` if it is not.
  private static func distance(
    _ text: String, _ kind: RedactionPlaces.Kind, _ shift: DateShift
  ) throws -> Int64? {
    guard let other = shifted(text, kind, shift) else { return nil }
    let instants = try [text, other].map { text in
      var date = text
      if kind != .date {
        let year = text.utf8.count == 13 ? (text < "5" ? "20" : "19") : ""
        let separators: [Int: String] = [4: "-", 6: "-", 8: "T", 10: ":", 12: ":"]
        date = ""
        for (place, digit) in (year + text).dropLast().enumerated() {
          date += "\(separators[place] ?? "")\(digit)"
        }
        date += "Z"
      }
      return try #require(ReceiptDate(date)).millisecondsSince1970
    }
    return (instants[1] - instants[0]) / 1000
  }

  @Test func `Every date of a receipt, in whatever form, is moved by the same time`() throws {
    let dates: [(String, RedactionPlaces.Kind)] = [
      ("2024-02-29T12:34:56Z", .date), ("2024-02-29T12:34:56-07:00", .date),
      ("2008-01-01T02:00:00+0200", .date), ("2012-06-30T23:59:59Z", .date),
      ("2013-08-01T06:59:59Z", .date), ("2013-08-01T07:00:01Z", .date),
      ("3990-12-31T23:59:59Z", .date),
    ]
    var distances: Set<Int64> = []
    for shift in Self.shifts {
      let moved = Set(try dates.map { try Self.distance($0.0, $0.1, shift) })
      #expect(moved.count == 1)
      let distance = try #require(moved.first ?? nil)
      #expect(30...1095 ~= abs(distance) / 86_400)
      distances.insert(distance)
    }
    #expect(distances.count == Self.shifts.count)
    #expect(distances.contains { $0 < 0 } && distances.contains { $0 > 0 })
  }

  /// A generator of one number, which chooses the least or the largest of a range.
  private struct ConstantGenerator: RandomNumberGenerator {
    let number: UInt64

    func next() -> UInt64 { number }
  }

  @Test(arguments: [(1 as UInt64, 30 as Int64), (.max, 1095)])
  func `Dates are moved by thirty days at least, and by three years at most`(
    number: UInt64, days: Int64
  ) throws {
    var generator = ConstantGenerator(number: number)
    let shift = DateShift(using: &generator)
    for text in ["2024-02-29T12:34:56Z", "2013-08-01T07:00:00Z"] {
      let distance = try #require(try Self.distance(text, .date, shift))
      #expect(abs(distance) == days * 86_400)
    }
  }

  /// Whoever knows one of these would know how all others were moved.
  @Test(arguments: [
    "2013-08-01T07:00:00Z", "2013-08-01T00:00:00-0700", "2013-08-01T09:00:00+02:00",
    "4000-01-01T00:00:00Z", "4001-01-01T00:00:00+0100", "2007-12-31T23:59:59Z",
    "2001-01-01T00:00:00Z",
  ])
  func `Dates that everybody knows are moved by another time`(text: String) throws {
    for shift in Self.shifts {
      let distance = try #require(try Self.distance(text, .date, shift))
      #expect(distance == (try Self.distance("2013-08-01T07:00:00Z", .date, shift)))
      #expect(distance != (try Self.distance("2024-02-29T12:34:56Z", .date, shift)))
      #expect(30...1095 ~= abs(distance) / 86_400)
    }
  }

  @Test(arguments: ["0000-01-01T00:00:00Z", "0000-01-20T00:00:00Z", "9999-12-31T23:59:59Z"])
  func `In the first and the last years there is one direction`(text: String) throws {
    for shift in Self.shifts {
      let other = try #require(Self.shifted(text, .date, shift))
      #expect(other != text && other.utf8.count == 20 && ReceiptDate(other) != nil)
    }
  }

  /// Two digits stand for the years 1950–2049.
  @Test(arguments: ["491231235959Z", "480101000000Z", "500101000000Z", "520630000000Z"])
  func `A UTCTime stays within its century`(text: String) throws {
    let whole = (text < "5" ? "20" : "19") + text
    var directions: Set<Bool> = []
    for shift in Self.shifts {
      let distance = try #require(try Self.distance(text, .time, shift))
      let ofWhole = try #require(try Self.distance(whole, .time, shift))
      #expect(abs(distance) == abs(ofWhole))
      directions.insert(distance == ofWhole)
    }
    // Some are moved the other way.
    #expect(directions.count == 2)
  }

  @Test(arguments: [
    ("2024-02-29T12:34:56.789+0330", "+0000"), ("2024-02-29T12:34:56.1-08:00", "+00:00"),
    ("2024-02-29T12:34:56.12345678901234Z", "Z"), ("2024-02-29T12:34:56+0000", "+0000"),
    ("2024-02-29t12:34:56.5z", "z"), ("2024-02-29 12:34:56-00:00", "+00:00"),
  ])
  func `Nothing of the zone stays, and no digit of the fraction`(text: String, zone: String) throws
  {
    for shift in Self.shifts {
      let other = try #require(Self.shifted(text, .date, shift))
      #expect(other.hasSuffix(zone) && other.utf8.count == text.utf8.count)
      #expect(ReceiptDate(other) != nil && other.dropFirst(10).first == text.dropFirst(10).first)
      let fraction = zip(text.utf8, other.utf8).dropFirst(20).dropLast(zone.utf8.count)
      #expect(fraction.allSatisfy { $0 != $1 })
    }
  }

  @Test func `A leap second becomes another second`() throws {
    for shift in Self.shifts {
      #expect(
        Self.shifted("2016-12-31T23:59:60.5Z", .date, shift)
          == Self.shifted("2016-12-31T23:59:59.5Z", .date, shift))
    }
  }

  @Test(arguments: [
    ("2024-02-29T12:34Z", RedactionPlaces.Kind.date), ("2024-02-30T12:34:56Z", .date),
    ("2402291234Z", .time), ("240229123456+0100", .time), ("240229123456", .time),
    ("240230123456Z", .time), ("", .time), ("Z", .time), ("20240229123456.5Z", .time),
    ("2024-02-29T12:34:56Z", .text),
  ])
  func `Nothing else is moved`(text: String, kind: RedactionPlaces.Kind) {
    for shift in Self.shifts { #expect(Self.shifted(text, kind, shift) == nil) }
  }
}

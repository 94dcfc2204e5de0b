import Testing
import TextCoding

@Suite struct CivilDateTests {
  static let known: [(year: Int, month: Int, day: Int, daysSince1970: Int64)] = [
    (0, 1, 1, -719_528), (0, 2, 29, -719_469), (0, 3, 1, -719_468), (1, 1, 1, -719_162),
    (1600, 2, 29, -135_081), (1899, 12, 31, -25_568), (1900, 3, 1, -25_508), (1950, 1, 1, -7305),
    (1969, 12, 31, -1), (1970, 1, 1, 0), (1970, 1, 2, 1), (1972, 2, 29, 789), (2000, 1, 1, 10_957),
    (2000, 2, 29, 11_016), (2000, 3, 1, 11_017), (2024, 2, 29, 19_782), (2100, 2, 28, 47_540),
    (2100, 3, 1, 47_541), (9999, 12, 31, 2_932_896),
  ]

  @Test(arguments: known)
  func `Known days have their numbers`(year: Int, month: Int, day: Int, daysSince1970: Int64) {
    let date = CivilDate(year: year, month: month, day: day)
    #expect(date?.daysSince1970 == daysSince1970)
    #expect(date == CivilDate(daysSince1970: daysSince1970))
  }

  @Test func `Every day of the years 0–9999 follows the one before`() {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var number: Int64 = -719_528
    var mistakes = 0
    for year in 0...9999 {
      let isLeapYear = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
      for month in 1...12 {
        let length = lengths[month - 1] + (month == 2 && isLeapYear ? 1 : 0)
        for day in 1...length {
          let date = CivilDate(daysSince1970: number)
          let isRight =
            date.year == year && date.month == month && date.day == day
            && date.daysSince1970 == number
          if !isRight { mistakes += 1 }
          number += 1
        }
        if CivilDate(year: year, month: month, day: length)?.daysSince1970 != number - 1 {
          mistakes += 1
        }
        if CivilDate(year: year, month: month, day: length + 1) != nil { mistakes += 1 }
      }
    }
    #expect(mistakes == 0)
    #expect(number == 2_932_897)
  }

  @Test func `Before year 0 and after year 9999 days still have dates`() {
    let before = CivilDate(daysSince1970: -719_529)
    #expect((before.year, before.month, before.day) == (-1, 12, 31))
    #expect(before.daysSince1970 == -719_529)
    let after = CivilDate(daysSince1970: 2_932_897)
    #expect((after.year, after.month, after.day) == (10_000, 1, 1))
    #expect(after.daysSince1970 == 2_932_897)
    for day: Int64 in [-146_097 * 7 - 719_468, -146_097 * 7 - 719_469, 146_097 * 50] {
      #expect(CivilDate(daysSince1970: day).daysSince1970 == day)
    }
  }

  @Test func `A time of a day is seconds since 1970, if there is such a time`() {
    let day = CivilDate(year: 1970, month: 1, day: 2)
    #expect(day?.secondsSince1970(hour: 0, minute: 0, second: 0) == 86_400)
    #expect(day?.secondsSince1970(hour: 23, minute: 59, second: 59) == 172_799)
    for (hour, minute, second) in [(24, 0, 0), (0, 60, 0), (0, 0, 60), (-1, 0, 0), (0, 0, -1)] {
      #expect(day?.secondsSince1970(hour: hour, minute: minute, second: second) == nil)
    }
  }

  @Test(arguments: [
    (-1, 1, 1), (10_000, 1, 1), (2020, 0, 1), (2020, 13, 1), (2020, 1, 0), (2020, 1, -1),
    (2020, 1, 32), (2020, 4, 31), (2020, 6, 31), (2020, 9, 31), (2020, 11, 31), (2020, 2, 30),
    (2021, 2, 29), (1900, 2, 29), (Int.max, 1, 1), (2020, Int.min, 1), (2020, 1, Int.max),
  ])
  func `Other days do not exist`(year: Int, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }
}

@Suite struct InstantTextTests {
  @Test(
    arguments: [
      (0, 0, 9, "1970-01-01T00:00:00Z"), (-1, 0, 9, "1969-12-31T23:59:59Z"),
      (-86_400, 0, 9, "1969-12-31T00:00:00Z"), (-86_401, 0, 9, "1969-12-30T23:59:59Z"),
      (86_399, 0, 9, "1970-01-01T23:59:59Z"), (86_400, 0, 9, "1970-01-02T00:00:00Z"),
      (3661, 5, 3, "1970-01-01T01:01:01.005Z"), (3661, 120, 3, "1970-01-01T01:01:01.120Z"),
      (1_709_210_096, 1, 9, "2024-02-29T12:34:56.000000001Z"),
      (-62_167_219_200, 0, 3, "0000-01-01T00:00:00Z"),
      (253_402_300_799, 999, 3, "9999-12-31T23:59:59.999Z"),
    ] as [(Int64, Int, Int, String)])
  func `Instants are written as RFC 3339`(
    seconds: Int64, fraction: Int, digits: Int, text: String
  ) {
    #expect(
      InstantText.text(secondsSince1970: seconds, fraction: fraction, fractionDigits: digits)
        == text)
  }
}

import FuzzSupport
package import ReceiptParsing
import TransactionReceipts

/// What the values of a transaction receipt's purchase say, and what is wrong with them, by what each key promises.
package struct NaivePurchaseInfo {
  private let list: NaivePropertyList
  private var problems: [TransactionProblem.Reason: [Int]] = [:]

  /// `nil` if the bytes are no list.
  package init?(_ bytes: [UInt8]) {
    guard let list = NaivePropertyList(bytes) else { return nil }
    self.init(list)
  }

  init(_ list: NaivePropertyList) {
    self.list = list
    for key in [
      "quantity", "app-item-id", "item-id", "version-external-identifier", "web-order-line-item-id",
    ] { expect(key, .notANumber) { Self.number($0) != nil } }
    for key in ["is-trial-period", "is-in-intro-offer-period"] {
      expect(key, .notABoolean) { $0 == "true" || $0 == "false" }
    }
    expect("unique-vendor-identifier", .notADevice) { Words.device($0)?.count == 16 }
    for (exact, words) in Self.dateKeys { expectDate(exact, words) }
  }

  /// Those of a date in milliseconds and in words.
  private static let dateKeys = [
    ("purchase-date-ms", "purchase-date"), ("original-purchase-date-ms", "original-purchase-date"),
    ("expires-date", "expires-date-formatted"), ("cancellation-date-ms", "cancellation-date"),
  ]

  /// Compares them, in the order in which they are there, and the dates.
  static func check(_ info: PurchaseInfo) {
    guard let list = NaivePropertyList(info.bytes) else { return require(false, "no list") }
    let naive = NaivePurchaseInfo(list)
    let dates = [
      info.purchaseDate, info.originalPurchaseDate, info.expiresDate, info.cancellationDate,
    ]
    for ((exactKey, key), date) in zip(dateKeys, dates) {
      let expected = naive.date(exactKey, key).value
      require(date.map { Int($0.millisecondsSince1970) } == expected, "\(key) is \(info)")
    }
    let offsets = info.problems.map(\.offset)
    require(offsets == offsets.sorted(), "in order: \(info.problems)")
    let found = Dictionary(grouping: info.problems, by: \.reason).mapValues { $0.map(\.offset) }
    require(found == naive.problems.mapValues { $0.sorted() }, "\(found), not \(naive.problems)")
    for problem in info.problems {
      let key = list.entries.first { $0.offset == problem.offset }?.key ?? []
      require(problem.key.utf8.elementsEqual(key), "the key of \(problem)")
      require("\(problem)".utf8.hasBytes(key), "no key: \(problem)")
      require(Sentences.places(in: "\(problem)") == [problem.offset], "where: \(problem)")
      require("\(problem)".contains("\(problem.reason)"), "why: \(problem)")
    }
    let reasons: [TransactionProblem.Reason] = [
      .notANumber, .notABoolean, .notADate, .notADevice, .disagrees,
    ]
    require(Set(reasons.map(\.description)).count == reasons.count, "a reason of its own")
  }

  /// In milliseconds, or else in words; Pacific time alone says nothing that can be used.
  private func date(_ exactKey: String, _ key: String) -> NaiveField<Int> {
    if let exact = entry(exactKey) {
      return Self.milliseconds(exact.text).map { .value($0) } ?? .unreadable
    }
    if let words = entry(key) { return Self.words(words.text).map { .value($0) } ?? .unreadable }
    return entry(key + "-pst") == nil ? .absent : .unreadable
  }

  package var purchaseDate: NaiveField<Int> { date("purchase-date-ms", "purchase-date") }

  /// When Apple took the purchase back.
  package var cancellation: NaiveField<Int> { date("cancellation-date-ms", "cancellation-date") }

  /// The end of a subscription.
  package var expiration: NaiveField<Int> { date("expires-date", "expires-date-formatted") }

  /// An end that can't be read has come.
  package func isOver(at date: ReceiptDate) -> Bool {
    switch expiration {
    case .absent: false
    case .value(let end): end <= Int(date.millisecondsSince1970)
    case .unreadable: true
    }
  }

  /// What is signed names an app of the store.
  package var isOfStore: Bool { entry("app-item-id").flatMap { Self.number($0.text) } ?? 0 > 0 }

  package var hasBundleIdentifier: Bool { entry("bid") != nil }

  /// Empty is as if it were not there.
  private func entry(_ key: String) -> (text: String, offset: Int)? {
    list.entries.first { $0.key.elementsEqual(key.utf8) && !$0.value.isEmpty }.map {
      (String(decoding: $0.value, as: UTF8.self), $0.offset)
    }
  }

  private mutating func expect(
    _ key: String, _ reason: TransactionProblem.Reason, _ isRight: (String) -> Bool
  ) {
    if let (text, offset) = entry(key), !isRight(text) {
      problems[reason, default: []].append(offset)
    }
  }

  /// Milliseconds and words say the same second; a Pacific date alone says nothing that can be used.
  private mutating func expectDate(_ exactKey: String, _ key: String) {
    expect(exactKey, .notADate) { Self.milliseconds($0) != nil }
    expect(key, .notADate) { Self.words($0) != nil }
    let (exact, words) = (entry(exactKey), entry(key))
    if let exact = exact.flatMap({ Self.milliseconds($0.text) }), let words,
      let instant = Self.words(words.text), exact / 1000 != instant / 1000
    {
      problems[.disagrees, default: []].append(words.offset)
    }
    if exact == nil, words == nil { expect(key + "-pst", .notADate) { _ in false } }
  }

  /// Decimal digits of a number below 2⁶³.
  static func number(_ text: String) -> Int64? {
    let digits = text.utf8.map { Int64($0) - 0x30 }
    guard !digits.isEmpty, digits.allSatisfy({ 0...9 ~= $0 }) else { return nil }
    let rest = digits.drop { $0 == 0 }
    let largest: [Int64] = [9, 2, 2, 3, 3, 7, 2, 0, 3, 6, 8, 5, 4, 7, 7, 5, 8, 0, 7]
    guard rest.count < 19 || rest.count == 19 && !largest.lexicographicallyPrecedes(rest) else {
      return nil
    }
    return rest.reduce(0) { $0 * 10 + $1 }
  }

  private static func milliseconds(_ text: String) -> Int? {
    let end = NaiveCalendar.days(10_000, 1, 1) * 86_400_000
    return number(text).flatMap { $0 < end ? Int($0) : nil }
  }

  private static func words(_ text: String) -> Int? {
    let (zone, bytes) = (Array(" Etc/GMT".utf8), Array(text.utf8))
    // Receipts have other dates with other separators.
    guard bytes.count == 19 + zone.count, bytes.suffix(zone.count).elementsEqual(zone),
      bytes[10] == 0x20
    else { return nil }
    return NaiveDate.milliseconds((bytes.dropLast(zone.count) + [0x5A])[...])
  }
}

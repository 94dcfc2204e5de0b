import Foundation
import ReceiptInspection
import ReceiptParsing
import ReceiptPurchases
import TestSupport
import Testing

/// Purchases as a picture.
@Suite struct TimelineTests {
  private let now = ReceiptDate(millisecondsSince1970: 1_746_057_600_000)  // 2025-05-01

  private func history(_ name: String) throws -> UnverifiedPurchaseHistory {
    try AppReceipt(Fixtures.receipt(name)).unverifiedPurchaseHistory()
  }

  @Test(arguments: Fixtures.names)
  func `There is a period for each purchase, and the library's answer for each product`(
    name: String
  ) throws {
    let history = try history(name)
    let timeline = Timeline(history, at: now)
    #expect(
      timeline.rows.map(\.productIdentifier) == history.entitlements.map(\.productIdentifier))
    #expect(timeline.rows.map(\.state) == history.entitlements.map { $0.state(at: now) })
    let periods = timeline.rows.flatMap(\.periods)
    #expect(periods.count == history.purchases.count)
    #expect(
      Set(periods.map(\.transactionIdentifier))
        == Set(history.purchases.map(\.transactionIdentifier)))
    #expect(periods.count { $0.kind == .cancelled } == history.purchases.count { $0.isCancelled })
    #expect(timeline.first == history.purchases.map(\.purchaseDate).min())
    try check(timeline.svg)
  }

  @Test(arguments: [(false, Timeline.Kind.moment), (true, .cancelled)])
  func `A consumable is a moment, unless it was refunded`(isRefunded: Bool, kind: Timeline.Kind)
    throws
  {
    let refund = SampleReceipt.attribute(1712, DER.ia5("2025-02-01T00:00:00Z"))
    let purchase = SampleReceipt.purchase(
      SampleReceipt.attribute(1702, DER.utf8("p")), SampleReceipt.attribute(1703, DER.utf8("1")),
      SampleReceipt.attribute(1704, DER.ia5("2025-01-01T00:00:00Z")),
      SampleReceipt.attribute(1707, DER.integer(1)), isRefunded ? refund : [])
    let receipt = try AppReceipt(SampleReceipt(purchase).bytes)
    let periods = Timeline(receipt.unverifiedPurchaseHistory(), at: now).rows.flatMap(\.periods)
    #expect(periods.map(\.kind) == [kind])
  }

  @Test(arguments: [("2025-02-01T00:00:00Z", 31), ("2024-12-01T00:00:00Z", 0)])
  func `The last instant is never before the first`(expires: String, days: Int64) throws {
    let purchase = SampleReceipt.purchase(
      SampleReceipt.attribute(1702, DER.utf8("p")), SampleReceipt.attribute(1703, DER.utf8("1")),
      SampleReceipt.attribute(1704, DER.ia5("2025-01-01T00:00:00Z")),
      SampleReceipt.attribute(1707, DER.integer(3)),
      SampleReceipt.attribute(1708, DER.ia5(expires)))
    let history = try AppReceipt(SampleReceipt(purchase).bytes).unverifiedPurchaseHistory()
    let timeline = Timeline(history, at: now)
    let (first, last) = try (#require(timeline.first), #require(timeline.last))
    #expect(last.millisecondsSince1970 - first.millisecondsSince1970 == days * 86_400_000)
  }

  @Test(
    arguments: [
      (1, 0, "", .trial), (0, 1, "", .introductory), (0, 0, "spring", .offer), (0, 0, "", .paid),
    ] as [(Int64, Int64, String, Timeline.Kind)])
  func `A period is of the kind that was paid`(
    trial: Int64, introductory: Int64, offer: String, kind: Timeline.Kind
  ) throws {
    let purchase = SampleReceipt.purchase(
      SampleReceipt.attribute(1702, DER.utf8("p")), SampleReceipt.attribute(1703, DER.utf8("1")),
      SampleReceipt.attribute(1704, DER.ia5("2025-01-01T00:00:00Z")),
      SampleReceipt.attribute(1707, DER.integer(3)),
      SampleReceipt.attribute(1708, DER.ia5("2025-02-01T00:00:00Z")),
      SampleReceipt.attribute(1713, DER.integer(trial)),
      SampleReceipt.attribute(1719, DER.integer(introductory)),
      SampleReceipt.attribute(1721, DER.utf8(offer)))
    let history = try AppReceipt(SampleReceipt(purchase).bytes).unverifiedPurchaseHistory()
    #expect(Timeline(history, at: now).rows.flatMap(\.periods).map(\.kind) == [kind])
  }

  @Test func `Each state has its words`() {
    let rows: [(EntitlementState, String)] = [
      (.active(until: nil), "forever"), (.inGracePeriod(until: now), "grace period until \(now)"),
      (.inBillingRetry(since: now), "expired \(now), billing retry"),
      (.cancelled(at: nil), "cancelled"), (.notYetBegun(from: now), "begins \(now)"),
      (.noPurchase, "never owned"), (.undetermined(.consumable), "consumable"),
      (.undetermined(.unreadable), "unreadable"),
      (.undetermined(.nonRenewing), "non-renewing; only the app knows the period"),
      (.undetermined(.missingExpiration), "no expiration date"),
      (.undetermined(.unreadableExpiration), "unreadable expiration date"),
      (.undetermined(.unknownType), "unknown kind of product"),
    ]
    for (state, text) in rows { #expect(state.words.text == text) }
  }

  /// A grace period is the only bar that the receipt knows nothing of.
  @Test func `A grace period follows the last period`() throws {
    let history = try history("ios-sha256-subscriptions")
    let last = try #require(history.purchases.last)
    let end = try #require(last.expiration.value)
    let grace = ReceiptDate(millisecondsSince1970: end.millisecondsSince1970 + 86_400_000)
    let instant = ReceiptDate(millisecondsSince1970: end.millisecondsSince1970 + 1_000)
    let renewal = RenewalInformation(
      originalTransactionIdentifier: last.originalTransactionIdentifier ?? "",
      gracePeriodExpiresDate: grace)
    let period = Timeline(history, at: instant, renewals: [renewal]).rows.first?.periods.last
    #expect(period?.kind == .grace && period?.start == end && period?.end == grace)
    #expect(Timeline(history, at: instant).rows.first?.periods.last?.kind != .grace)
  }

  @Test func `The picture is well-formed XML with all it needs`() throws {
    let timeline = Timeline(try history("every-field"), at: now)
    let svg = timeline.svg
    #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" "))
    #expect(svg.contains("prefers-color-scheme:dark") && svg.contains("class=\"now\""))
    #expect(svg.contains("2025-05-01T00:00:00Z"))
    #expect(svg.contains("class=\"bar cancelled\"") && svg.contains("refunded, upgraded"))
    for row in timeline.rows { #expect(svg.contains(row.productIdentifier)) }
    #expect(!svg.contains("http://www.w3.org/2000/svg\" onload") && !svg.contains("<script"))
  }

  @Test func `Months are labelled, with two digits each`() throws {
    let receipt = try AppReceipt(
      SampleReceipt(
        SampleReceipt.attribute(2, DER.utf8("a.b")),
        purchase("p", purchased: "2024-08-15T00:00:00Z", expires: "2025-02-15T00:00:00Z")
      ).bytes)
    let instant = try #require(ReceiptDate("2024-12-31T00:00:00Z"))
    let svg = Timeline(receipt.unverifiedPurchaseHistory(), at: instant).svg
    let labels = svg.matches(of: #/class="soft" [^>]*text-anchor="middle">([^<]*)</#)
    #expect(
      labels.map { String($0.1) }
        == ["2024-09", "2024-10", "2024-11", "2024-12", "2025-01", "2025-02"])
  }

  @Test func `A bar is as long as its period, and where it was`() throws {
    let receipt = try AppReceipt(
      SampleReceipt(
        SampleReceipt.attribute(2, DER.utf8("a.b")),
        purchase("p"),
        purchase(
          "p", transaction: "2", purchased: "2025-03-01T00:00:00Z", expires: "2025-05-01T00:00:00Z")
      ).bytes)
    let instant = try #require(ReceiptDate("2025-04-01T00:00:00Z"))
    let svg = Timeline(receipt.unverifiedPurchaseHistory(), at: instant).svg
    let bars = svg.matches(
      of: #/class="bar paid" x="([0-9.]+)" .*? width="([0-9.]+)"/#
    ).compactMap { match in Double(match.1).flatMap { x in Double(match.2).map { (x, $0) } } }
    let line = try #require(
      svg.firstMatch(of: #/class="now" x1="([0-9.]+)"/#).flatMap { Double($0.1) })
    #expect(bars.count == 2)
    guard bars.count == 2 else { return }
    // 31, 28, 31 and 30 days.
    let day = bars[0].1 / 31
    let distances = [bars[1].0 - bars[0].0, bars[1].1, line - bars[1].0].map { $0 / day }
    for (distance, days) in zip(distances, [59.0, 61, 31]) {
      #expect(abs(distance - days) < 0.1, "\(distance) days, not \(days)")
    }
  }

  @Test(arguments: [
    ("2025-03-15", (1...5).map { "2025-0\($0)" }),
    ("2036-03-15", (2025...2036).map { "\($0)" }),
    ("2037-03-15", stride(from: 2025, through: 2037, by: 2).map { "\($0)" }),
    ("2048-03-15", stride(from: 2025, through: 2047, by: 2).map { "\($0)" }),
    ("2049-03-15", stride(from: 2025, through: 2049, by: 3).map { "\($0)" }),
  ])
  func `Months or years are below, and at most twelve have a label`(last: String, labels: [String])
    throws
  {
    let end = last.replacing("-03-", with: "-04-") + "T00:00:00Z"
    let receipt = try AppReceipt(
      SampleReceipt(
        of: [
          purchase("p"),
          purchase("p", transaction: "2", purchased: last + "T00:00:00Z", expires: end),
        ]
      ).bytes)
    let svg = Timeline(receipt.unverifiedPurchaseHistory(), at: now).svg
    let found = svg.matches(of: #/class="soft" x=".*?" text-anchor="middle">(.*?)</#)
    #expect(found.map { String($0.1) } == labels)
  }

  @Test func `Names are text, whatever is in them`() throws {
    let name = "a<script>&\"'\u{1B}\u{202E}]]>"
    let purchase = purchase(name)
    let receipt = try AppReceipt(SampleReceipt(purchase).bytes)
    let svg = Timeline(receipt.unverifiedPurchaseHistory(), at: now).svg
    #expect(!svg.contains("<script>") && svg.contains("&lt;script&gt;&amp;"))
    try check(svg)
  }

  @Test func `Ten thousand periods are no larger than the picture`() throws {
    let purchases = (0..<10_000).map { index in
      purchase(
        "com.example.monthly", transaction: "\(index)",
        purchased: ReceiptDate(millisecondsSince1970: Int64(index) * 3_600_000).utcText,
        expires: ReceiptDate(millisecondsSince1970: Int64(index + 1) * 3_600_000).utcText)
    }
    let receipt = try AppReceipt(SampleReceipt(of: purchases).bytes)
    let timeline = Timeline(receipt.unverifiedPurchaseHistory(), at: now)
    #expect(timeline.rows.first?.periods.count == 10_000)
    #expect(timeline.svg.utf8.count < 200_000)
  }

  @Test(arguments: [(200, nil), (201, "1 more product"), (202, "2 more products")])
  func `Two hundred products have a row, the rest are counted`(count: Int, rest: String?) throws {
    let receipt = try AppReceipt(
      SampleReceipt(of: (0..<count).map { purchase("product\($0)", transaction: "\($0)") }).bytes)
    let svg = Timeline(receipt.unverifiedPurchaseHistory(), at: now).svg
    #expect(svg.ranges(of: ">product").count == 200)
    #expect(svg.firstMatch(of: /[0-9]+ more products?(?=<)/).map { String($0.0) } == rest)
  }

  @Test func `Without purchases the picture says so`() throws {
    let timeline = Timeline(try history("vpp"), at: now)
    #expect(timeline.first == nil && timeline.last == nil && timeline.rows.isEmpty)
    #expect(timeline.svg.contains("No purchases"))
    try check(timeline.svg)
  }

  private func purchase(
    _ product: String, transaction: String = "1", purchased: String = "2025-01-01T00:00:00Z",
    expires: String = "2025-02-01T00:00:00Z"
  ) -> [UInt8] {
    SampleReceipt.purchase(
      SampleReceipt.attribute(1702, DER.utf8(product)),
      SampleReceipt.attribute(1703, DER.utf8(transaction)),
      SampleReceipt.attribute(1704, DER.ia5(purchased)),
      SampleReceipt.attribute(1707, DER.integer(3)),
      SampleReceipt.attribute(1708, DER.ia5(expires)))
  }

  private func check(_ svg: String) throws {
    #expect(isWellFormedXML(svg))
  }
}

/// Whether a text is well-formed as far as this writer could go wrong: tags, nesting, quotation marks, references.
private func isWellFormedXML(_ text: String) -> Bool {
  var open: [Substring] = []
  var rest = text[...]
  while let start = rest.firstIndex(of: "<") {
    guard let end = rest[start...].firstIndex(of: ">") else { return false }
    let tag = rest[rest.index(after: start)..<end]
    let content = rest[..<start] + tag
    let references = content.split(separator: "&", omittingEmptySubsequences: false).dropFirst()
    guard tag.count(where: { $0 == "\"" }) % 2 == 0, !tag.contains("<"),
      references.allSatisfy({ part in
        ["amp;", "lt;", "gt;", "quot;"].contains { part.hasPrefix($0) }
      }),
      content.unicodeScalars.allSatisfy({ $0.value >= 0x20 || $0 == "\n" })
    else { return false }
    if tag.hasPrefix("/") {
      guard open.popLast() == tag.dropFirst() else { return false }
    } else if !tag.hasSuffix("/") {
      open.append(tag.prefix { $0 != " " })
    }
    rest = rest[rest.index(after: end)...]
  }
  return open.isEmpty
}

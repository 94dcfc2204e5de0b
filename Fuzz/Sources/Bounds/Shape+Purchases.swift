extension Shape {
  /// Attribute 17: a purchase with the attributes that real ones have.
  ///
  /// - Parameters:
  ///   - transaction: the identifier.
  ///   - original: the identifier of the first of its kind; the same unless given.
  ///   - product: what follows in the product's identifier.
  ///   - kind: the type of the product: 0 is a consumable or something else that is bought once.
  ///   - expires, cancelled: dates.
  ///   - more: further attributes.
  static func purchase(
    transaction: Int, original: Int? = nil, product: String = "", kind: Int? = nil,
    purchased: String = "2025-04-14T08:30:00Z", expires: String? = nil, cancelled: String = "",
    more: [UInt8] = []
  ) -> [UInt8] {
    var bytes =
      attribute(1701, integer(1)) + attribute(1702, text("com.example.app" + product))
      + attribute(1703, text("\(transaction)")) + attribute(1704, date(purchased))
      + attribute(1705, text("\(original ?? transaction)")) + attribute(1706, date(purchased))
    if let kind { bytes += attribute(1707, integer(kind)) }
    bytes += attribute(1708, date(expires ?? purchased)) + attribute(1711, integer(0))
    bytes += attribute(1712, date(cancelled)) + more
    return attribute(17, element(0x31, bytes))
  }

  /// Receipts with purchases that a comparison of each with all others would take long for.
  static let purchaseShapes: [Shape] = [
    of("purchases of one product") { message(purchases($0)) },
    of("purchases of many products") {
      message(numbered($0) { purchase(transaction: $0, product: ".\($0)", kind: 1) })
    },
    of("purchases of one original transaction") {
      message(numbered($0) { purchase(transaction: $0, original: 0, kind: 1) })
    },
    of("the same purchase again and again") {
      message(repeated(purchase(transaction: 1), $0))
    },
    of("purchases of one transaction and many products") {
      message(numbered($0) { purchase(transaction: 1, product: ".\($0)") })
    },
    of("renewals one behind the other") {
      message(
        numbered($0) {
          purchase(
            transaction: $0, original: 0, kind: 1, purchased: instant($0), expires: instant($0 + 1))
        })
    },
    of("renewals one behind the other, the last first") {
      message(
        numbered($0) {
          let number = 9_000_000 - $0
          return purchase(
            transaction: number, original: 0, kind: 1, purchased: instant(number),
            expires: instant(number + 1))
        })
    },
    of("periods inside each other") {
      message(
        numbered($0) {
          purchase(
            transaction: $0, original: 0, kind: 1, purchased: instant($0),
            expires: instant(20_000_000 - $0))
        })
    },
    of("periods with gaps") {
      message(
        numbered($0) {
          purchase(
            transaction: $0, original: 0, kind: 1, purchased: instant(2 * $0),
            expires: instant(2 * $0 + 1))
        })
    },
    of("cancelled purchases") {
      message(
        numbered($0) {
          purchase(transaction: $0, product: ".\($0)", cancelled: "2025-05-14T08:30:00Z")
        })
    },
    of("cancelled purchases of one original transaction") {
      message(
        numbered($0) {
          purchase(transaction: $0, original: 0, kind: 1, cancelled: "2025-05-14T08:30:00Z")
        })
    },
    of("restored copies of cancelled originals") {
      message(
        numbered($0) {
          purchase(
            transaction: $0, original: $0 & ~1, kind: 0,
            cancelled: $0 % 2 == 0 ? "2025-05-14T08:30:00Z" : "")
        })
    },
    of("consumables") { message(numbered($0) { purchase(transaction: $0, kind: 2) }) },
    of("purchases without transaction") {
      message(
        repeated(
          attribute(17, element(0x31, attribute(1702, text("com.example.app")))), $0))
    },
    of("withheld purchases that all differ") {
      message(
        numbered($0) {
          attribute(17, element(0x31, attribute(1702, text("com.example.\($0)"))))
        })
    },
    of("withheld purchases, cancelled") {
      message(
        numbered($0) {
          attribute(17, element(0x31, attribute(1703, text("\($0)")) + attribute(1712, date("?"))))
        })
    },
    of("cancelled purchases of unreadable originals") {
      message(
        numbered($0) {
          attribute(
            17,
            element(
              0x31,
              attribute(1702, text("p\($0)")) + attribute(1703, text("\($0)"))
                + attribute(1705, integer(1)) + attribute(1712, date("?"))))
        })
    },
    of("transactions of 200 digits") {
      message(
        numbered($0) {
          let digits = String(repeating: "7", count: 192) + "\(10_000_000 + $0)"
          return attribute(
            17,
            element(
              0x31,
              attribute(1702, text("com.example.app")) + attribute(1703, text(digits))
                + attribute(1704, date("2025-04-14T08:30:00Z")) + attribute(1705, text(digits))))
        })
    },
    of("one transaction of many digits") { count in
      let digits = text(String(repeating: "7", count: count / 4))
      let purchase =
        attribute(1702, text("com.example.app")) + attribute(1703, digits)
        + attribute(1704, date("2025-04-14T08:30:00Z")) + attribute(1705, digits)
      return message(repeated(attribute(17, element(0x31, purchase)), count / 2))
    },
    of("a product with a long name") { count in
      message(purchase(transaction: 1, product: String(repeating: "a", count: count)))
    },
    of("purchases, each attribute twice") {
      message(
        numbered($0) { number in
          let once =
            attribute(1702, text("com.example.app")) + attribute(1703, text("\(number)"))
            + attribute(1704, date("2025-04-14T08:30:00Z"))
          return attribute(17, element(0x31, once + once))
        })
    },
    of("one purchase, each attribute again and again") { count in
      let types = [Int](1701...1719)
      return message(
        attribute(
          17,
          element(
            0x31,
            numbered(count) {
              attribute(types[$0 % types.count], text("a"))
            })))
    },
    of("one purchase with unknown attributes that all differ") {
      message(attribute(17, element(0x31, numbered($0) { attribute(5000 + $0, []) })))
    },
    of("purchases of dates that are none") {
      message(
        numbered($0) {
          purchase(transaction: $0, purchased: "a", expires: "b", cancelled: "c")
        })
    },
    of("attributes that all differ") { message(numbered($0) { attribute(5000 + $0, []) }) },
    of("each attribute again and again") {
      message(numbered($0) { attribute($0 % 26, text("a")) })
    },
    of("a long bundle identifier") { count in
      Message(
        payload: element(
          0x31, attribute(2, text(String(repeating: "a", count: count))))
      ).der
    },
    of("a long environment and version") { count in
      let long = text(String(repeating: "1.", count: count / 4))
      return Message(
        payload: element(
          0x31,
          attribute(0, long) + attribute(2, text("com.example.app")) + attribute(3, long)
            + attribute(12, date("2025-04-14T08:30:00Z")) + attribute(19, long))
      ).der
    },
    of("a long date") {
      message(attribute(21, date(String(repeating: "2", count: $0))))
    },
    of("combining marks in the receipt's texts") { count in
      let marks = text("aaaaaaa" + String(repeating: "\u{301}\u{316}", count: count / 16))
      return Message(
        payload: element(
          0x31,
          attribute(0, marks) + attribute(2, marks) + attribute(3, marks)
            + attribute(12, date("2025-04-14T08:30:00Z")) + attribute(19, marks))
      ).der
    },
    of("combining marks in a purchase's texts") { count in
      let marks = text("aaaaaaa" + String(repeating: "\u{301}\u{316}", count: count / 16))
      let purchase =
        attribute(1702, marks) + attribute(1703, marks)
        + attribute(1704, date("2025-04-14T08:30:00Z")) + attribute(1705, marks)
      return message(attribute(17, element(0x31, purchase)))
    },
    of("texts of escapes and controls") { count in
      message(
        numbered(count) {
          purchase(transaction: $0, product: "\u{1B}[2J\u{202E}\u{0}\"\\\u{85}")
        })
    },
  ]

  /// Times a second apart, from 2001 on.
  static func instant(_ number: Int) -> String {
    let (day, second) = number.quotientAndRemainder(dividingBy: 86_400)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (year, month) = (2001 + day / 336, day % 336 / 28)
    return
      "\(year)-\(two(month + 1))-\(two(day % 28 + 1))T\(two(second / 3600)):"
      + "\(two(second / 60 % 60)):\(two(second % 60))Z"
  }
}

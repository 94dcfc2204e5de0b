/// The attributes whose meaning is known, in words: those of the receipt, then those of a purchase.
enum NaiveAttributeNames {
  /// With the number behind it, or the number alone.
  static func name(_ number: String) -> String {
    Int(number).flatMap { words[$0] }.map { "\($0) (\(number))" } ?? "attribute \(number)"
  }

  private static let words = [
    0: "environment", 1: "app item identifier", 2: "bundle identifier", 3: "app version",
    4: "opaque value", 5: "sha1 hash", 8: "refreshed receipt date", 9: "issuing software",
    10: "age rating", 11: "developer identifier", 12: "creation date", 13: "system version",
    15: "download identifier", 16: "version external identifier", 17: "in app receipt",
    18: "original purchase date", 19: "original app version", 21: "expiration date",
    23: "organization name", 25: "platform", 32: "preorder date", 1701: "quantity",
    1702: "product identifier", 1703: "transaction identifier", 1704: "purchase date",
    1705: "original transaction identifier", 1706: "original purchase date", 1707: "product type",
    1708: "expires date", 1710: "product item identifier", 1711: "web order line item identifier",
    1712: "cancellation date", 1713: "is trial period", 1719: "is in intro offer period",
    1720: "cancellation reason", 1721: "promotional offer identifier",
    1722: "possible ownership type",
  ]
}

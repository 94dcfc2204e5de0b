import DERParsing
public import ReceiptParsing
import TextCoding

/// How long a purchase lasts from its purchase date, cancelled or not.
///
/// An expiration date always ends it, whatever the kind of product. Without one, only a product that is known to be
/// kept lasts: a missing date must not mean *forever*.
public enum PurchaseTerm: Hashable, Sendable {
  /// Up to, but not including, this instant. If it is not after the purchase date, the purchase was never in effect.
  case until(ReceiptDate)
  /// Forever: a non-consumable product, or a free subscription of Newsstand, which did not end.
  case unlimited
  /// The receipt does not say, so it grants nothing.
  case undetermined(Reason)

  /// Why a receipt does not say how long a purchase lasts.
  public enum Reason: Hashable, Sendable {
    /// A consumable is used up, not owned for a time: count it.
    case consumable
    /// A non-renewing subscription whose length is not in the ``ProductCatalog``, or a restored one that doesn't say when
    /// it was bought.
    case nonRenewing
    /// A subscription without an expiration date.
    case missingExpiration
    /// The expiration date is unreadable.
    case unreadableExpiration
    /// Neither receipt nor ``ProductCatalog`` say the kind of product, or attribute 1707 is unreadable.
    case unknownType
    /// Something else is unreadable: see ``ProductEntitlement/unreadable``.
    case unreadable
  }

  init(
    _ type: ReceiptField<ProductType>, from start: ReceiptDate,
    _ expiration: ReceiptField<ReceiptDate>,
    nonRenewingLength: PeriodLength?
  ) {
    self =
      switch (type.value, expiration) {
      case _ where type.problem != nil: .undetermined(.unknownType)
      case (.consumable, _): .undetermined(.consumable)
      case (_, .value(let end)): .until(end)
      case (_, .unreadable): .undetermined(.unreadableExpiration)
      case (.nonConsumable, .absent), (.freeSubscription, .absent): .unlimited
      case (.nonRenewingSubscription, .absent):
        nonRenewingLength.map { .until($0.end(from: start)) } ?? .undetermined(.nonRenewing)
      case (.autoRenewableSubscription, .absent): .undetermined(.missingExpiration)
      case (.other, .absent), (nil, .absent): .undetermined(.unknownType)
      }
  }

  /// The end; `nil` if there is none or it is unknown.
  var end: ReceiptDate? {
    if case .until(let end) = self { end } else { nil }
  }
}

#if !hasFeature(Embedded)
  extension PurchaseTerm: Codable {}
  extension PurchaseTerm.Reason: Codable {
    private enum CodingKeys: String, CodingKey {
      case consumable, nonRenewing, missingExpiration, unreadableExpiration, unknownType
      case unreadable = "withheld"
    }
  }
#endif

/// How long a non-renewing subscription lasts. The receipt does not say; the app knows.
public enum PeriodLength: Hashable, Sendable {
  /// A number of milliseconds.
  case milliseconds(Int64)
  /// A number of days of 24 hours: instants are in UTC, without daylight saving.
  case days(Int64)
  /// A number of calendar months, 12 to a year: to the same time of the same day, or of the month's last day if that is
  /// earlier, so one month from January 31 is February 28 or 29.
  case months(Int64)

  /// The end of a period of that length; not after the year 9999.
  func end(from start: ReceiptDate) -> ReceiptDate {
    switch self {
    case .milliseconds(let count): Self.end(from: start, milliseconds: count)
    case .days(let count):
      Self.end(
        from: start, milliseconds: count.saturated(count.multipliedReportingOverflow(by: Self.day)))
    case .months(let count): Self.end(from: start, months: count)
    }
  }

  private static let day: Int64 = 86_400_000

  private static func end(from start: ReceiptDate, milliseconds: Int64) -> ReceiptDate {
    let sum = start.millisecondsSince1970.addingReportingOverflow(milliseconds)
    return ReceiptDate(millisecondsSince1970: milliseconds.saturated(sum))
  }

  private static func end(from start: ReceiptDate, months: Int64) -> ReceiptDate {
    let instant = start.millisecondsSince1970  // of the years 0–9999
    let timeOfDay = (instant % day + day) % day
    let date = CivilDate(daysSince1970: (instant - timeOfDay) / day)
    let (sum, overflow) = Int64(date.year * 12 + date.month - 1).addingReportingOverflow(months)
    guard !overflow, 0..<120_000 ~= sum else {
      return ReceiptDate(millisecondsSince1970: months < 0 ? .min : .max)
    }
    // A month has at least 28 days, and a day at most number 31.
    let end = (0...3).lazy.compactMap {
      CivilDate(year: Int(sum / 12), month: Int(sum % 12) + 1, day: date.day - $0)
    }.first
    return ReceiptDate(
      millisecondsSince1970: (end ?? date).daysSince1970 * day + timeOfDay)
  }
}

extension Int64 {
  /// A result, or the bound that it overflowed, which is on the side of this number.
  fileprivate func saturated(_ result: (partialValue: Int64, overflow: Bool)) -> Int64 {
    result.overflow ? (self < 0 ? .min : .max) : result.partialValue
  }
}

/// What an app knows about its products and receipts don't say. It never overrules a receipt.
public struct ProductCatalog: Sendable {
  private var types: [UTF8Text: ProductType] = [:]
  private var lengths: [UTF8Text: PeriodLength] = [:]

  /// Creates an empty catalog.
  public init() {}

  /// Sets the kind of a product, for receipts that don't say: Xcode's.
  public mutating func setType(_ type: ProductType, of product: String) {
    types[UTF8Text(product)] = type
  }

  /// Sets how long a non-renewing subscription lasts, which no receipt says.
  public mutating func setNonRenewingLength(_ length: PeriodLength, of product: String) {
    lengths[UTF8Text(product)] = length
  }

  func type(of product: String) -> ProductType? { types[UTF8Text(product)] }

  func nonRenewingLength(of product: String) -> PeriodLength? { lengths[UTF8Text(product)] }
}

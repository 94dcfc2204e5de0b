import ReceiptParsing
import TestSupport

/// A purchase to be written into a receipt, with the attributes that the App Store writes unless a test says otherwise.
struct SamplePurchase {
  var product: String
  var transaction: String
  var original: String?
  var bought: String
  var originallyBought: String?
  /// Empty: an empty string, as the App Store writes where nothing expires.
  var expires = ""
  var cancelled = ""
  var type: Int64?
  var quantity: Int64 = 1
  var isTrial: Bool? = false
  var isIntro: Bool? = false
  var offer: String?
  /// Whole attributes that come last, or replace those of the same number.
  var replaced: [Int64: [UInt8]?] = [:]
  /// Attributes that come after all others.
  var added: [SampleAttribute] = []

  /// A period of the subscription `pro`, or of another product.
  ///
  /// - Parameters:
  ///   - number: of the transaction, added to a number as large as real ones are.
  ///   - original: likewise; the transaction itself unless given.
  static func period(
    _ number: Int, _ bought: String, _ expires: String, of original: Int? = nil,
    product: String = "pro", cancelled: String = "", trial: Bool = false, intro: Bool = false
  ) -> SamplePurchase {
    SamplePurchase(
      product: product, transaction: identifier(number), original: identifier(original ?? number),
      bought: bought, expires: expires, cancelled: cancelled, type: 3, isTrial: trial,
      isIntro: intro)
  }

  /// A purchase of another kind, which does not expire.
  static func purchase(
    _ number: Int, _ bought: String, type: Int64?, product: String = "pro", of original: Int? = nil,
    cancelled: String = "", quantity: Int64 = 1
  ) -> SamplePurchase {
    SamplePurchase(
      product: product, transaction: identifier(number), original: identifier(original ?? number),
      bought: bought, cancelled: cancelled, type: type, quantity: quantity)
  }

  /// A purchase as Xcode writes it: few attributes, and no identifier that means anything.
  static func xcode(
    _ bought: String, _ expires: String? = nil, product: String = "pro", transaction: String = "0"
  ) -> SamplePurchase {
    SamplePurchase(
      product: product, transaction: transaction, original: nil, bought: bought,
      expires: expires ?? "", type: nil, isTrial: nil, isIntro: expires == nil ? nil : false,
      replaced: expires == nil ? [1708: nil, 1712: nil] : [1712: nil])
  }

  /// The identifier of a transaction by a small number.
  static func identifier(_ number: Int) -> String { String(1_000_000_000_000_000 + number) }

  /// The same purchase with an attribute replaced by another value, or left out.
  func replacing(_ type: Int64, with value: [UInt8]?) -> SamplePurchase {
    var purchase = self
    purchase.replaced[type] = .some(value)
    return purchase
  }

  /// The same purchase with one more attribute.
  func adding(_ type: Int64, _ value: [UInt8]) -> SamplePurchase {
    var purchase = self
    purchase.added.append(SampleAttribute(type: type, value: value))
    return purchase
  }

  /// The value of an attribute as it is written; `nil` where it is left out.
  func value(_ type: Int64) -> [UInt8]? { values[type] }

  /// The attribute of type 17.
  var bytes: [UInt8] {
    let attributes =
      values.sorted { $0.key < $1.key }.map { SampleReceipt.attribute($0.key, $0.value) }
      + added.map { SampleReceipt.attribute($0.type, $0.value) }
    return SampleReceipt.attribute(17, DER.element(0x31, of: attributes))
  }

  private var values: [Int64: [UInt8]] {
    var values: [Int64: [UInt8]] = [
      1701: DER.integer(quantity), 1702: DER.utf8(product), 1703: DER.utf8(transaction),
      1704: DER.ia5(Self.instant(bought)), 1708: DER.ia5(Self.instant(expires)),
      1712: DER.ia5(Self.instant(cancelled)),
    ]
    values[1705] = original.map(DER.utf8)
    values[1706] = original.map { _ in DER.ia5(Self.instant(originallyBought ?? bought)) }
    values[1707] = type.map(DER.integer)
    values[1713] = isTrial.map { DER.integer($0 ? 1 : 0) }
    values[1719] = isIntro.map { DER.integer($0 ? 1 : 0) }
    values[1721] = offer.map(DER.utf8)
    for (type, value) in replaced { values[type] = value }
    return values
  }

  /// A day stands for its first instant.
  private static func instant(_ text: String) -> String {
    text.utf8.count == 10 ? text + "T00:00:00Z" : text
  }
}

/// An attribute of a purchase.
struct SampleAttribute {
  let type: Int64
  let value: [UInt8]
}

/// An instant; a day stands for its first.
func date(_ text: String) -> ReceiptDate {
  guard let date = ReceiptDate(text.utf8.count == 10 ? text + "T00:00:00Z" : text) else {
    preconditionFailure("no date: \(text)")
  }
  return date
}

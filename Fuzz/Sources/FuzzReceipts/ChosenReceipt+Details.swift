import ReceiptParsing
import ReceiptTesting

// What is chosen last, so that inputs that say nothing about it mean what they always have.

extension ChosenReceipt {
  /// The versions of attributes whose type nobody knows; all others are of version 1.
  static let versions = [33: 2, 5000: 0, 0x7FFF_FFFF: 0xFF_FFFF, 1799: 2, 5001: 0]

  mutating func addDetails(_ made: inout Made) {
    made.builder.versionExternalIdentifier = choose(Self.numbers)
    made.attributes[16] = integer(made.builder.versionExternalIdentifier)
    made.builder.originalPurchaseDate = choose(
      ["2013-08-01T07:00:00Z", "2024-02-29T12:00:00Z", "", "x"])
    made.attributes[18] = date(made.builder.originalPurchaseDate)
    if let (type, value) = unknown([33, 5000, 0x7FFF_FFFF]) {
      made.builder.additionalAttributes = [attribute(type, value)]
      made.attributes[type] = value
    }
    for place in made.builder.purchases.indices {
      var purchase = made.builder.purchases[place]
      purchase.productItemIdentifier = choose(Self.numbers)
      made.purchases[place][1710] = integer(purchase.productItemIdentifier)
      purchase.webOrderLineItemIdentifier = choose(Self.numbers)
      made.purchases[place][1711] = integer(purchase.webOrderLineItemIdentifier)
      if let (type, value) = unknown([1799, 5001]) {
        purchase.additionalAttributes = [attribute(type, value)]
        made.purchases[place][type] = value
      }
      // What is left out may be replaced.
      if purchase.omittedAttributes.contains(.isTrialPeriod), choose([false, true]) {
        purchase.additionalAttributes.append(attribute(1713, Self.replacement))
        made.purchases[place][1713] = Self.replacement
      }
      made.builder.purchases[place] = purchase
    }
    leaveOut(&made)
  }

  /// A NULL, which is the value of no attribute.
  private static let replacement: [UInt8] = [0x05, 0x00]

  /// One attribute more that is left out, which may be replaced, or all purchases.
  private mutating func leaveOut(_ made: inout Made) {
    let types: [Int?] = [nil, 2, 17, nil, 2, 17, 1, 15, 16, 18, 19, 21]
    guard let type = choose(types) else { return }
    made.builder.omittedAttributes.insert(ReceiptAttributeType(rawValue: Int32(type)))
    made.attributes[type] = nil
    if type == 17 {
      made.purchases = []
    } else if type != 21, choose([false, true]) {
      // An end that can't be read would count as one.
      made.builder.additionalAttributes.append(attribute(type, Self.replacement))
      made.attributes[type] = Self.replacement
    }
  }

  /// One of these types with a value, or none.
  private mutating func unknown(_ types: [Int]) -> (type: Int, value: [UInt8])? {
    guard choose([false, true]) else { return nil }
    return (choose(types), choose([[], [0x05, 0x00], [0xFF]]))
  }

  private func attribute(_ type: Int, _ value: [UInt8]) -> EncodedAttribute {
    EncodedAttribute(type: Int32(type), version: Int32(Self.versions[type] ?? 1), value: value)
  }
}

import FuzzSupport
import ReceiptParsing
import ReceiptRedaction

// What values stay like.

extension RedactionProperty {
  /// Numbers of the message keep their signs, in as few bytes. Gives how many seconds each of its times has moved, but
  /// those of certificates that everybody has.
  static func distances(
    _ bytes: [UInt8], _ result: [UInt8], in range: Range<Int>, levels: Int = 24
  ) -> [ArraySlice<UInt8>: Int64] {
    // At the limit of depth all is bytes.
    guard levels > 0, let elements = NaiveHeader.elements(bytes, in: range),
      NaiveHeader.elements(result, in: range) == elements
    else { return [:] }
    var distances: [ArraySlice<UInt8>: Int64] = [:]
    for element in elements {
      // What is in order stays so, at the cost of its values; and in a string may be anything.
      if element.tag == 0x31 || isOrdered(bytes, element) { continue }
      if element.isConstructed {
        distances.merge(
          self.distances(bytes, result, in: element.inside, levels: levels - 1)
        ) { first, _ in first }
        continue
      }
      let (contents, others) = (bytes[element.inside], result[element.inside])
      if element.tag == 0x02, NaiveValue.isInteger(contents) {
        let isSame = contents.first.map { $0 & 0x80 } == others.first.map { $0 & 0x80 }
        require(isSame && NaiveValue.isInteger(others), "\(contents) becomes \(others)")
      }
      guard contents != others, let time = NaiveTypes(bytes: bytes).seconds(element) else {
        continue
      }
      // Of two digits, the first and last years have only one direction to go.
      let day = Int(time / 86_400)
      let isInside = NaiveCalendar.days(1954, 1, 1)...NaiveCalendar.days(2045, 1, 1) ~= day
      guard element.tag == 0x18 || isInside else {
        let years = NaiveTypes(bytes: result).seconds(element).map { abs($0 - time) / 31_536_000 }
        require(years ?? 4 <= 3, "\(contents) becomes \(others)")
        continue
      }
      guard let other = NaiveTypes(bytes: result).seconds(element) else {
        require(false, "no time any more: \(others)")
        continue
      }
      distances[contents] = other - time
    }
    return distances
  }

  /// Whether a tagged element has parts that begin with their types, as attributes do.
  private static func isOrdered(_ bytes: [UInt8], _ element: NaiveHeader) -> Bool {
    guard element.isConstructed, element.tag != 0x30 else { return false }
    return (NaiveHeader.elements(bytes, in: element.inside) ?? [])
      .allSatisfy { bytes[$0.inside].first == 0x06 }
  }

  /// What can be read stays readable.
  static func checkValues(_ purchase: InAppReceipt, _ other: InAppReceipt) {
    for type in [
      InAppAttributeType.productIdentifier, .transactionIdentifier, .originalTransactionIdentifier,
      .promotionalOfferIdentifier,
    ] {
      guard let text = purchase.string(type).value, ReceiptDate(text) == nil else { continue }
      require(
        other.string(type).value?.utf8.count == text.utf8.count, "\(text) is no text any more")
    }
    require(
      purchase.isTrialPeriod == other.isTrialPeriod
        && purchase.isInIntroOfferPeriod == other.isInIntroOfferPeriod, "a flag of \(purchase)")
    for type in [
      InAppAttributeType.quantity, .productItemIdentifier, .webOrderLineItemIdentifier,
      .cancellationReason,
    ] {
      guard let number = purchase.integer(type).value else { continue }
      require(
        other.integer(type).value.map { $0.signum() } == number.signum(), "the sign of \(number)")
    }
  }
}

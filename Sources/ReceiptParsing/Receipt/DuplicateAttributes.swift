/// The rule for attributes that appear twice.
///
/// If an attribute that validation depends on appears twice, the receipt is refused: readers of the first and of the
/// last would see two receipts. For any other type, in the receipt or in a purchase, no value is preferred: the field
/// is unreadable (``ReceiptProblem/Reason/duplicate``), as `ReceiptStorage` finds on demand.
struct DuplicateAttributes {
  /// The types that were seen, a bit for each.
  private var seen: UInt64 = 0

  /// Notes one of the receipt's own attributes.
  ///
  /// - Throws: ``ReceiptError`` with `duplicateAttribute`.
  mutating func check(_ attribute: RawAttribute) throws(ReceiptError) {
    let type = ReceiptAttributeType(rawValue: attribute.type)
    guard type.mustBeUnique else { return }
    let bit: UInt64 = 1 << UInt64(type.rawValue)  // the unique types are below 64
    guard seen & bit == 0 else {
      throw ReceiptError(.duplicateAttribute, at: attribute.offset, attributeType: type)
    }
    seen |= bit
  }
}

extension ReceiptAttributeType {
  /// Whether the attribute decides trust, so that two of them are an error.
  var mustBeUnique: Bool {
    switch rawValue {
    case 2, 3, 4, 5, 12: true
    default: false
    }
  }
}

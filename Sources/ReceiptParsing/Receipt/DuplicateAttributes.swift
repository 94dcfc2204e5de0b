/// The rule for attributes that appear twice.
///
/// If an attribute that validation depends on appears twice, the receipt is refused: readers of the first and of the
/// last would see two receipts. For any other type, in the receipt or in a purchase, no value is preferred: the field
/// is unreadable (``ReceiptProblem/Reason/duplicate``), as `ReceiptStorage` finds on demand.
struct DuplicateAttributes {
  /// The types that must be unique and were not seen, a bit for each: they are below 64.
  private var unseen = Self.unique
  private let unique = Self.unique

  private static let unique = AttributeTable.receipt.rows.reduce(into: 0 as UInt64) { bits, row in
    if row.mustBeUnique { bits |= 1 << UInt64(row.number) }
  }

  /// Notes one of the receipt's own attributes.
  ///
  /// - Throws: ``ReceiptError`` with `duplicateAttribute`.
  mutating func check(_ attribute: RawAttribute) throws(ReceiptError) {
    let bit: UInt64 = 1 << UInt64(attribute.type)  // 0 from 64 on
    guard unique & bit != 0 else { return }
    guard unseen & bit != 0 else {
      let type = ReceiptAttributeType(rawValue: attribute.type)
      throw ReceiptError(.duplicateAttribute, at: attribute.offset, attributeType: type)
    }
    unseen &= ~bit
  }
}

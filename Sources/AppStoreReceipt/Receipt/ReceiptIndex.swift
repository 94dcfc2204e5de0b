import DERParsing

/// A flat index of all attributes: what each is and where it lies.
///
/// The receipt's own attributes come first, then those of type 17, then what is inside them, purchase after
/// purchase; each part in the order of the payload. That takes two arrays, however many purchases there are.
struct ReceiptIndex: Sendable {
  /// One attribute in 16 octets. The limits of reading make the numbers fit.
  struct Entry: BitwiseCopyable, Sendable {
    let offset: UInt32
    let type: Int32
    let valueCount: UInt32
    /// The version in the upper 24 bits, the distance from ``offset`` to the value in the lower 8.
    private let packed: UInt32

    init(_ attribute: RawAttribute) {
      offset = UInt32(attribute.offset)  // < 2³⁰, `DERLimits.maximumInputOctets`
      type = attribute.type
      valueCount = UInt32(attribute.value.count)  // < 2³⁰
      // A version is below 2²⁴; the headers before a value have at most 6 + 6 + 6 + 6 octets.
      packed =
        UInt32(attribute.version) << 8 | UInt32(attribute.valueOffset - attribute.offset)
    }

    fileprivate init() {
      (offset, type, valueCount, packed) = (0, 0, 0, 0)
    }

    var version: Int { Int(packed >> 8) }

    var value: Range<Int> {
      let start = Int(offset) + Int(packed & 0xFF)
      return start..<start + Int(valueCount)
    }
  }

  private(set) var entries: [Entry]
  /// Where the attributes of each purchase begin in ``entries``, and after the last where they end.
  private(set) var purchaseStarts: [UInt32]

  /// How many attributes the receipt itself has, without those of type 17.
  let ownCount: Int

  var purchaseCount: Int { purchaseStarts.count - 1 }

  /// The receipt's own attributes.
  var own: Range<Int> { 0..<ownCount }

  /// The attributes of type 17.
  var purchases: Range<Int> { ownCount..<ownCount + purchaseCount }

  /// The attributes inside a purchase.
  func attributes(ofPurchase index: Int) -> Range<Int> {
    Int(purchaseStarts[index])..<Int(purchaseStarts[index + 1])
  }

  /// Reads the whole payload: once to count, once to write down.
  ///
  /// - Throws: ``ReceiptError`` with `malformed`, `tooManyAttributes` or `duplicateAttribute`.
  /// - Complexity: O(n).
  init(_ octets: RawSpan, _ layout: ReceiptLayout, limits: ReceiptLimits) throws(ReceiptError) {
    var counts = (own: 0, purchases: 0, inner: 0)
    var seen: UInt64 = 0
    try Self.walk(octets, layout) { (attribute, isInner) throws(ReceiptError) in
      guard counts.own + counts.purchases + counts.inner < limits.attributes else {
        throw ReceiptError(.tooManyAttributes, at: attribute.offset)
      }
      if isInner {
        counts.inner += 1
        return
      }
      let type = ReceiptAttributeType(rawValue: attribute.type)
      if type.mustBeUnique {
        let bit: UInt64 = 1 << UInt64(type.rawValue)  // the unique types are below 64
        guard seen & bit == 0 else {
          throw ReceiptError(.duplicateAttribute, at: attribute.offset, attributeType: type)
        }
        seen |= bit
      }
      if type == .inAppReceipt { counts.purchases += 1 } else { counts.own += 1 }
    }

    ownCount = counts.own
    let total = counts.own + counts.purchases + counts.inner
    var entries = [Entry](repeating: Entry(), count: total)
    var purchaseStarts = [UInt32](repeating: UInt32(total), count: counts.purchases + 1)
    var next = (own: 0, purchase: 0, inner: counts.own + counts.purchases)
    try Self.walk(octets, layout) { (attribute, isInner) throws(ReceiptError) in
      if isInner {
        entries[next.inner] = Entry(attribute)
        next.inner += 1
      } else if attribute.type == ReceiptAttributeType.inAppReceipt.rawValue {
        entries[counts.own + next.purchase] = Entry(attribute)
        purchaseStarts[next.purchase] = UInt32(next.inner)
        next.purchase += 1
      } else {
        entries[next.own] = Entry(attribute)
        next.own += 1
      }
    }
    self.entries = entries
    self.purchaseStarts = purchaseStarts
  }

  /// Calls `body` with each attribute in the order of the payload, those inside a purchase after it.
  @inline(__always)
  private static func walk(
    _ octets: RawSpan, _ layout: ReceiptLayout,
    _ body: (RawAttribute, _ isInner: Bool) throws(ReceiptError) -> Void
  ) throws(ReceiptError) {
    var attributes = ReceiptAttributes(
      AttributeReader(octets, contents: layout.payload, depth: layout.depth))
    while let attribute = try attributes.next() {
      try body(attribute.raw, false)
      guard attribute.type == .inAppReceipt else { continue }
      var inApp = try attribute.inAppAttributes()
      while let attribute = try inApp.next() { try body(attribute.raw, true) }
    }
  }
}

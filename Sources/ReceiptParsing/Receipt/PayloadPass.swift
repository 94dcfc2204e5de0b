import DERParsing

/// One pass over a payload: reads and checks each attribute, and writes its type and place into an index.
struct PayloadPass {
  private let limits: ReceiptLimits
  private let counts: PayloadCounts

  /// How many attributes the receipt itself has, without those of type 17, and the bits of their types.
  private(set) var ownCount = 0
  private var ownTypes: UInt64 = 0

  /// Where the attributes of each purchase begin, and after the last where they end.
  private(set) var purchaseStarts: [UInt32] = []

  /// The bits of the types that purchases have.
  private(set) var purchaseTypes: UInt64 = 0

  /// Whether a type may appear twice in one purchase.
  private var mayRepeatInPurchase = false

  /// Whether a type may appear twice in the receipt itself or in one purchase; if not, none does.
  var mayRepeatTypes: Bool { mayRepeatInPurchase || ownTypes.nonzeroBitCount < ownCount }

  init(_ bytes: RawSpan, _ layout: ReceiptLayout, limits: ReceiptLimits) {
    self.limits = limits
    counts = PayloadCounts(bytes, layout, limits: limits)
    purchaseStarts.reserveCapacity(counts.purchases + 1)
  }

  /// Reads the whole payload.
  ///
  /// - Parameter bytesPerAttribute: how many bytes an attribute of a purchase takes on average, at least.
  /// - Returns: `nil` if attributes take fewer bytes.
  /// - Throws: ``ReceiptError`` with `malformed`, `tooManyAttributes` or `duplicateAttribute`.
  /// - Complexity: O(n).
  mutating func entries(
    _ bytes: RawSpan, _ layout: ReceiptLayout, bytesPerAttribute: Int
  ) throws(ReceiptError) -> [RawAttribute]? {
    // Never empty: all empty arrays share one storage, and what follows writes its count.
    let room = max(min(counts.purchaseBytes / bytesPerAttribute, limits.maximumAttributes), 1)
    (ownCount, ownTypes) = (0, 0)
    purchaseStarts.removeAll(keepingCapacity: true)
    var end: Int?
    // Written in place: appending to an array takes half as long again. What is written has a place of its own, which
    // the guards and preconditions prove to be within the room, and all of it is written.
    let entries = try unsafe [RawAttribute](
      unsafeUninitializedCapacity: counts.outer + room
    ) { (entries, count) throws(ReceiptError) in
      end = try unsafe read(bytes, layout, into: entries)
      count = end ?? 0
    }
    return end.map { _ in entries }
  }

  /// Where the entries end; `nil` if there is no room for all.
  private mutating func read(
    _ bytes: RawSpan, _ layout: ReceiptLayout,
    into entries: UnsafeMutableBufferPointer<RawAttribute>
  ) throws(ReceiptError) -> Int? {
    var next = counts.outer
    var duplicates = DuplicateAttributes()
    var reader = AttributeReader(bytes, contents: layout.payload, depth: layout.depth)
    while let attribute = try reader.nextOfReceipt() {
      let count = ownCount + purchaseStarts.count + next - counts.outer
      guard count < limits.maximumAttributes else {
        throw ReceiptError(.tooManyAttributes, at: attribute.offset)
      }
      try duplicates.check(attribute)
      guard attribute.type == ReceiptAttributeType.inAppReceipt.rawValue else {
        precondition(ownCount < counts.own)
        unsafe entries.initializeElement(at: ownCount, to: attribute)
        ownCount += 1
        ownTypes |= attribute.typeBit
        continue
      }
      precondition(purchaseStarts.count < counts.purchases)
      unsafe entries.initializeElement(at: counts.own + purchaseStarts.count, to: attribute)
      purchaseStarts.append(UInt32(next))
      let purchase = try AttributeReader(
        setIn: attribute.value, of: bytes, depth: layout.depth - 2)
      let room = unsafe UnsafeMutableBufferPointer(rebasing: entries[next...])
      let remaining = limits.maximumAttributes - count - 1
      guard let read = try unsafe read(purchase, atMost: remaining, into: room) else { return nil }
      next += read
    }
    purchaseStarts.append(UInt32(next))
    precondition(ownCount == counts.own && purchaseStarts.count == counts.purchases + 1)
    return next
  }

  /// How many attributes a purchase has; `nil` if there is no room for them.
  @inline(__always)
  private mutating func read(
    _ purchase: consuming AttributeReader, atMost limit: Int,
    into entries: UnsafeMutableBufferPointer<RawAttribute>
  ) throws(ReceiptError) -> Int? {
    let end = min(limit, entries.count)
    var count = 0
    var types: UInt64 = 0
    while true {
      // A constant for each form, since much of the common one's is known.
      let attribute: RawAttribute
      if let common = purchase.readInApp() {
        attribute = common
      } else {
        guard let other = try purchase.nextOfAnyForm() else { break }
        attribute = other
      }
      guard count < end else {
        guard end < limit else {
          throw ReceiptError(.tooManyAttributes, at: attribute.offset)
        }
        return nil
      }
      types |= attribute.typeBit
      unsafe entries.initializeElement(at: count, to: attribute)
      count &+= 1  // below `end`
    }
    // As many bits as attributes: no two have the same type.
    if types.nonzeroBitCount < count { mayRepeatInPurchase = true }
    purchaseTypes |= types
    return count
  }
}

/// How many attributes of each kind there are in a payload, up to the first that is malformed or one too many, and how
/// many bytes the purchases have.
private struct PayloadCounts {
  var own = 0
  var purchases = 0
  var purchaseBytes = 0

  /// All outside of purchases.
  var outer: Int { own + purchases }

  init(_ bytes: RawSpan, _ layout: ReceiptLayout, limits: ReceiptLimits) {
    var reader = AttributeReader(bytes, contents: layout.payload, depth: layout.depth)
    do throws(ReceiptError) {
      while outer <= limits.maximumAttributes, let attribute = try reader.nextOfReceipt() {
        if attribute.type == ReceiptAttributeType.inAppReceipt.rawValue {
          purchases += 1
          purchaseBytes += attribute.value.count
        } else {
          own += 1
        }
      }
    } catch {
      // The main pass rethrows this, or an earlier error.
    }
  }
}

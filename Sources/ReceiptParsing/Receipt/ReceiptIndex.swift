import DERParsing

/// A flat index of all attributes: the type and place of each.
///
/// The receipt's own attributes come first, then those of type 17, then what is inside them, purchase after
/// purchase; each part in the order of the payload. That takes two arrays, however many purchases there are.
struct ReceiptIndex: Sendable {
  let entries: [RawAttribute]
  /// Where the attributes of each purchase begin in ``entries``, and after the last where they end.
  let purchaseStarts: [UInt32]

  /// How many attributes the receipt itself has, without those of type 17.
  let ownCount: Int

  /// Whether a type may appear twice in the receipt itself or in one purchase; if not, none does.
  let mayRepeatTypes: Bool

  /// Which types purchases have, each as its bit.
  private let purchaseTypes: UInt64

  /// Where in a purchase they are.
  private let places: TypePlaces

  /// The fewest bytes that an attribute of a purchase takes on average in any known receipt.
  private static let bytesPerAttribute = 18

  /// The fewest bytes that an attribute takes: four headers, and one byte each of type and version.
  private static let leastBytesPerAttribute = 10

  /// Reads the whole payload; once more if the attributes of its purchases are shorter than those of any known receipt.
  /// The first array is freed before the second is made, so reading takes less than twice the memory of the bytes.
  ///
  /// - Throws: ``ReceiptError`` with `malformed`, `tooManyAttributes` or `duplicateAttribute`.
  /// - Complexity: O(n).
  init(_ bytes: RawSpan, _ layout: ReceiptLayout, limits: ReceiptLimits) throws(ReceiptError) {
    var pass = PayloadPass(bytes, layout, limits: limits)
    var read = try pass.entries(bytes, layout, bytesPerAttribute: Self.bytesPerAttribute)
    if read == nil {
      read = try pass.entries(bytes, layout, bytesPerAttribute: Self.leastBytesPerAttribute)
    }
    // No input gets here. The second pass has room for an attribute in every ten bytes of the purchases, and none takes
    // fewer; or for as many as the limit allows, and it throws if there are more.
    guard let read else { preconditionFailure("an attribute of fewer bytes than the fewest") }
    entries = read
    purchaseStarts = pass.purchaseStarts
    ownCount = pass.ownCount
    mayRepeatTypes = pass.mayRepeatTypes
    purchaseTypes = pass.purchaseTypes
    var places = TypePlaces()
    if purchaseStarts.count > 1 {
      let start = Int(purchaseStarts[0])
      for entry in start..<Int(purchaseStarts[1]) {
        places.note(entries[entry].type, at: entry - start)
      }
    }
    self.places = places
  }

  /// Reads one purchase alone: `bytes` are its SET.
  ///
  /// - Throws: ``ReceiptError`` with `malformed`, `tooLarge` or `tooManyAttributes`.
  init(purchase bytes: RawSpan, limits: ReceiptLimits) throws(ReceiptError) {
    guard bytes.byteCount <= limits.der.inputBound else {
      throw ReceiptError(.tooLarge, at: 0)
    }
    guard limits.maximumAttributes > 0 else { throw ReceiptError(.tooManyAttributes, at: 0) }
    var entries = [
      RawAttribute(
        offset: 0, type: ReceiptAttributeType.inAppReceipt.rawValue, version: 1, valueOffset: 0,
        endOffset: bytes.byteCount)
    ]
    var purchase = try AttributeReader(
      setIn: 0..<bytes.byteCount, of: bytes, depth: limits.der.depthBound)
    while let attribute = try purchase.nextOfPurchase() {
      guard entries.count < limits.maximumAttributes else {
        throw ReceiptError(.tooManyAttributes, at: attribute.offset)
      }
      entries.append(attribute)
    }
    self.entries = entries
    purchaseStarts = [1, UInt32(entries.count)]
    ownCount = 0
    mayRepeatTypes = true  // so that each lookup finds out
    purchaseTypes = .max
    places = TypePlaces()
  }

  var purchaseCount: Int { purchaseStarts.count - 1 }

  /// The receipt's own attributes.
  var own: Range<Int> { 0..<ownCount }

  /// The attributes of type 17.
  var purchases: Range<Int> { ownCount..<ownCount + purchaseCount }

  /// The attributes inside a purchase.
  func attributes(ofPurchase index: Int) -> Range<Int> {
    Int(purchaseStarts[index])..<Int(purchaseStarts[index + 1])
  }

  /// The first attribute of that type among some.
  func first(_ type: Int32, in range: Range<Int>) -> Int? {
    for entry in range where entries[entry].type == type { return entry }
    return nil
  }

  /// The first attribute of that type in a purchase.
  func first(_ type: Int32, inPurchase index: Int) -> Int? {
    guard purchaseTypes & RawAttribute.bit(of: type) != 0 else { return nil }
    let range = attributes(ofPurchase: index)
    let guess = range.lowerBound + places[type]
    if !mayRepeatTypes, guess < range.upperBound, entries[guess].type == type { return guess }
    return first(type, in: range)
  }
}

extension RawAttribute {
  /// One of 64 bits for each type; those of the known types of purchases all differ.
  var typeBit: UInt64 { Self.bit(of: type) }

  static func bit(of type: Int32) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: type) }
}

/// The position of each type in a purchase. The purchases of a receipt are written alike, so the position in one is
/// where to look first in the others.
struct TypePlaces: Sendable {
  /// By the five lowest bits of the type: those of the known types, 1701–1722, all differ.
  private var even = SIMD16<UInt8>(repeating: 0)
  private var odd = SIMD16<UInt8>(repeating: 0)

  /// Where to look for an attribute of this type: a guess, to be confirmed.
  subscript(type: Int32) -> Int {
    let index = Int(truncatingIfNeeded: type >> 1 & 0xF)
    return Int(type & 1 == 0 ? even[index] : odd[index])
  }

  /// Remembers that an attribute of this type is at `place`.
  mutating func note(_ type: Int32, at place: Int) {
    let index = Int(truncatingIfNeeded: type >> 1 & 0xF)
    let place = UInt8(truncatingIfNeeded: place)  // wrong from 256 on, as a guess may be
    if type & 1 == 0 { even[index] = place } else { odd[index] = place }
  }
}

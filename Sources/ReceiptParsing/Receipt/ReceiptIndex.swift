import DERParsing

/// A flat index of all attributes: the type and place of each.
///
/// The receipt's own attributes come first, then those of type 17, then what is inside them, purchase after
/// purchase; each part in the order of the payload. That takes two arrays, however many purchases there are.
struct ReceiptIndex: Sendable {
  /// One attribute in 16 bytes. The limits of reading make the numbers fit.
  struct Entry: BitwiseCopyable, Sendable {
    let offset: UInt32
    let type: Int32
    let valueCount: UInt32
    /// The version in the upper 24 bits, the distance from ``offset`` to the value in the lower 8.
    private let packed: UInt32

    init(_ attribute: RawAttribute) {
      // All offsets are below 2³⁰, `DERLimits.maximumInputBytes`, versions below 2²⁴, and the headers before a value
      // have at most 6 + 6 + 6 + 6 bytes. So nothing overflows or is truncated.
      offset = UInt32(truncatingIfNeeded: attribute.offset)
      type = attribute.type
      valueCount = UInt32(truncatingIfNeeded: attribute.endOffset &- attribute.valueOffset)
      packed =
        UInt32(truncatingIfNeeded: attribute.version) << 8
        | UInt32(truncatingIfNeeded: attribute.valueOffset &- attribute.offset)
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

  /// Whether a type may appear twice in the receipt itself or in one purchase; if not, none does.
  let mayRepeatTypes: Bool

  /// Which types purchases have, each as the bit of its lowest six bits.
  private let purchaseTypes: UInt64

  /// Where in a purchase they stand.
  private let places: TypePlaces

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
    guard purchaseTypes & Self.bit(type) != 0 else { return nil }
    let range = attributes(ofPurchase: index)
    let guess = range.lowerBound + places[type]
    if !mayRepeatTypes, guess < range.upperBound, entries[guess].type == type { return guess }
    return first(type, in: range)
  }

  /// One of 64 bits for each type; those of the known types of purchases all differ.
  private static func bit(_ type: Int32) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: type) }

  /// The fewest bytes that an attribute of a purchase takes on average in any known receipt.
  private static let bytesPerAttribute = 18

  /// The fewest bytes that an attribute takes: three headers, and one byte each of type and version.
  private static let leastBytesPerAttribute = 10

  /// Reads the whole payload, each attribute once; the purchases were counted before. If they are unlike those of any
  /// known receipt, everything is read once more.
  ///
  /// - Throws: ``ReceiptError`` with `malformed`, `tooManyAttributes` or `duplicateAttribute`.
  /// - Complexity: O(n).
  init(_ bytes: RawSpan, _ layout: ReceiptLayout, limits: ReceiptLimits) throws(ReceiptError) {
    try self.init(bytes, layout, limits: limits, bytesPerAttribute: Self.bytesPerAttribute)
  }

  /// Makes room for attributes of purchases that take this many bytes on average.
  private init(
    _ bytes: RawSpan, _ layout: ReceiptLayout, limits: ReceiptLimits, bytesPerAttribute: Int
  ) throws(ReceiptError) {
    let counts = Self.counts(bytes, layout, limits: limits)
    let outerCount = counts.own + counts.purchases
    let room = outerCount + max(min(counts.purchaseBytes / bytesPerAttribute, limits.attributes), 0)
    var purchaseStarts: [UInt32] = []
    purchaseStarts.reserveCapacity(counts.purchases + 1)
    var ownTypes: UInt64 = 0
    var purchaseTypes: UInt64 = 0
    var mayRepeatTypes = false
    var isFull = false
    // Written in place: appending to an array takes half as long again. What is written has a place of its own, which
    // the guards and preconditions prove to be within the room, and all of it is written.
    entries = try unsafe [Entry](unsafeUninitializedCapacity: room) {
      (entries, count) throws(ReceiptError) in
      var next = outerCount
      var ownCount = 0
      var (lastCount, lastTypes) = (0, 0 as UInt64)
      /// Notes the types of a purchase. As many bits as attributes: no two have the same type.
      func note(_ types: UInt64, _ count: Int) {
        if types.nonzeroBitCount < count { mayRepeatTypes = true }
        purchaseTypes |= types
        lastTypes = types
      }
      var countOfBoth = 0  // how many attributes the last two purchases had each, if as many
      var duplicates = DuplicateAttributes()
      var reader = AttributeReader(bytes, contents: layout.payload, depth: layout.depth)
      while let attribute = try reader.nextOfReceipt() {
        var remaining = limits.attributes - (ownCount + purchaseStarts.count + next - outerCount)
        guard remaining > 0 else { throw ReceiptError(.tooManyAttributes, at: attribute.offset) }
        remaining -= 1
        try duplicates.check(attribute)
        guard attribute.type == ReceiptAttributeType.inAppReceipt.rawValue else {
          precondition(ownCount < counts.own)
          unsafe entries.initializeElement(at: ownCount, to: Entry(attribute))
          ownCount += 1
          ownTypes |= Self.bit(attribute.type)
          continue
        }
        precondition(purchaseStarts.count < counts.purchases)
        unsafe entries.initializeElement(
          at: counts.own + purchaseStarts.count, to: Entry(attribute))
        purchaseStarts.append(UInt32(next))
        let start = next
        let end = start + min(remaining, room - start)
        if countOfBoth > 0, 2 * countOfBoth < end - start {
          // Two at a time, if the next is a purchase, too, and both are like the last two.
          var following = reader
          if let nextAttribute = following.readPurchase(),
            nextAttribute.type == ReceiptAttributeType.inAppReceipt.rawValue,
            let nextPurchase = AttributeReader(
              purchaseIn: nextAttribute.value, of: bytes, depth: layout.depth - 2),
            let purchase = AttributeReader(
              purchaseIn: attribute.value, of: bytes, depth: layout.depth - 2),
            let types = unsafe Self.readInStep(
              purchase, nextPurchase, count: countOfBoth,
              into: UnsafeMutableBufferPointer(rebasing: entries[start..<start + 2 * countOfBoth]))
          {
            precondition(purchaseStarts.count < counts.purchases)
            unsafe entries.initializeElement(
              at: counts.own + purchaseStarts.count, to: Entry(nextAttribute))
            purchaseStarts.append(UInt32(start + countOfBoth))
            next += 2 * countOfBoth
            if types.first != lastTypes || types.second != lastTypes {
              note(types.first, countOfBoth)
              note(types.second, countOfBoth)
            }
            reader = following
            continue
          }
        }
        var purchase = try AttributeReader(
          setIn: attribute.value, of: bytes, depth: layout.depth - 2)
        var types: UInt64 = 0
        while true {
          // An entry for each form, since much of the common one's is constant.
          let entry: Entry
          if let attribute = purchase.readInApp() {
            entry = Entry(attribute)
          } else {
            guard let attribute = try purchase.nextOfAnyForm() else { break }
            entry = Entry(attribute)
          }
          guard next < end else {
            guard end - start < remaining else {
              throw ReceiptError(.tooManyAttributes, at: Int(entry.offset))
            }
            isFull = true
            return
          }
          types |= Self.bit(entry.type)
          unsafe entries.initializeElement(at: next, to: entry)
          next &+= 1  // below `end`
        }
        let count = next - start
        note(types, count)
        countOfBoth = count == lastCount ? count : 0
        lastCount = count
      }
      purchaseStarts.append(UInt32(next))
      precondition(ownCount == counts.own && purchaseStarts.count == counts.purchases + 1)
      count = next
    }
    guard !isFull else {
      // Shorter attributes than in any known receipt. The first array is freed before the second is made: reading
      // takes less than twice the memory of the bytes.
      entries = []
      self = try Self(
        bytes, layout, limits: limits, bytesPerAttribute: Self.leastBytesPerAttribute)
      return
    }
    var places = TypePlaces()
    if counts.purchases > 0 {
      for entry in outerCount..<Int(purchaseStarts[1]) {
        places.note(entries[entry].type, at: entry - outerCount)
      }
    }
    self.purchaseStarts = purchaseStarts
    ownCount = counts.own
    self.mayRepeatTypes = mayRepeatTypes || ownTypes.nonzeroBitCount < ownCount
    self.purchaseTypes = purchaseTypes
    self.places = places
  }

  /// Reads two purchases, one attribute of each in turn. An attribute waits for the length of the one before, so two
  /// take hardly longer than one.
  ///
  /// - Parameter entries: twice `count`, for one purchase after the other.
  /// - Returns: the bits of their types; `nil` if they don't have `count` attributes each, all of the common form.
  private static func readInStep(
    _ first: AttributeReader, _ second: AttributeReader, count: Int,
    into entries: UnsafeMutableBufferPointer<Entry>
  ) -> (first: UInt64, second: UInt64)? {
    precondition(count > 0 && entries.count == 2 * count)
    var (first, second) = (first, second)
    var types: (first: UInt64, second: UInt64) = (0, 0)
    for index in 0..<count {
      guard let one = first.readInApp(), let other = second.readInApp() else { return nil }
      types.first |= bit(one.type)
      types.second |= bit(other.type)
      // Within the entries, by the precondition.
      unsafe entries.initializeElement(at: index, to: Entry(one))
      unsafe entries.initializeElement(at: count &+ index, to: Entry(other))
    }
    return first.position == first.end && second.position == second.end ? types : nil
  }

  /// How many attributes of each kind there are in the payload, up to the first that is malformed or one too
  /// many, and how many bytes the purchases have.
  private static func counts(
    _ bytes: RawSpan, _ layout: ReceiptLayout, limits: ReceiptLimits
  ) -> (own: Int, purchases: Int, purchaseBytes: Int) {
    var counts = (own: 0, purchases: 0, purchaseBytes: 0)
    var reader = AttributeReader(bytes, contents: layout.payload, depth: layout.depth)
    do throws(ReceiptError) {
      while counts.own + counts.purchases <= limits.attributes,
        let attribute = try reader.nextOfReceipt()
      {
        if attribute.type == ReceiptAttributeType.inAppReceipt.rawValue {
          counts.purchases += 1
          counts.purchaseBytes += attribute.value.count
        } else {
          counts.own += 1
        }
      }
    } catch {
      // The main pass rethrows this, or an earlier error.
    }
    return counts
  }
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

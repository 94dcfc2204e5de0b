import AppStoreReceipt

/// Finds members of an object by their keys, in constant time for each.
struct MemberIndex {
  let members: [VerifyReceiptJSON.Object.Member]

  /// Where each key is, once there are many. The few of Apple's objects are found faster without it.
  private let places: [UTF8Text: Int]

  /// Where the member behind the last one found is: most are asked for in their order.
  private var next = 0

  init(_ object: VerifyReceiptJSON.Object) {
    members = object.members
    guard members.count > 64 else {
      places = [:]
      return
    }
    places = Dictionary(
      members.enumerated().map { (UTF8Text($1.key), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Where a key is.
  mutating func place(of key: String) -> Int? {
    if next >= members.count || !members[next].key.hasBytes(of: key) {
      let place =
        places.isEmpty
        ? members.firstIndex { $0.key.hasBytes(of: key) } : places[UTF8Text(key)]
      guard let place else { return nil }
      next = place
    }
    defer { next += 1 }
    return next
  }

  /// The value of a key.
  mutating func value(of key: String) -> VerifyReceiptJSON? {
    place(of: key).map { members[$0].value }
  }
}

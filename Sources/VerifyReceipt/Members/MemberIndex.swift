/// Finds members of an object by their keys, in constant time for each.
struct MemberIndex {
  let members: [VerifyReceiptJSON.Object.Member]
  private let object: VerifyReceiptJSON.Object

  /// Where the member behind the last one found is: most are asked for in their order.
  private var next = 0

  init(_ object: VerifyReceiptJSON.Object) {
    self.object = object
    members = object.members
  }

  /// Where a key is.
  mutating func place(of key: String) -> Int? {
    if next >= members.count || !members[next].key.hasBytes(of: key) {
      guard let place = object.place(of: key) else { return nil }
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

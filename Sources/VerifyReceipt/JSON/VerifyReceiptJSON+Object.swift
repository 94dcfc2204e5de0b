import AppStoreReceipt

extension VerifyReceiptJSON {
  /// The members of an object, in their order, no key twice.
  public struct Object: Sendable {
    /// One key and its value.
    public struct Member: Sendable {
      /// The key.
      public let key: String
      /// The value.
      public let value: VerifyReceiptJSON

      /// Makes a member.
      public init(key: String, value: VerifyReceiptJSON) {
        self.key = key
        self.value = value
      }
    }

    /// The members in their order.
    public private(set) var members: [Member]

    /// An object without members.
    public init() {
      members = []
    }

    /// - Precondition: no key twice.
    init(uniqueMembers members: [Member]) {
      self.members = members
    }

    /// Whether there are no members.
    public var isEmpty: Bool { members.isEmpty }

    /// The value of a key. Setting `nil` removes the member, a new key comes last.
    ///
    /// - Complexity: O(n).
    public subscript(key: String) -> VerifyReceiptJSON? {
      get { members.first { $0.key.hasBytes(of: key) }?.value }
      set {
        let index = members.firstIndex { $0.key.hasBytes(of: key) }
        switch (index, newValue) {
        case (let index?, let value?): members[index] = Member(key: key, value: value)
        case (let index?, nil): members.remove(at: index)
        case (nil, let value?): members.append(Member(key: key, value: value))
        case (nil, nil): break
        }
      }
    }

    /// Adds a member whose key is new.
    mutating func append(_ key: String, _ value: VerifyReceiptJSON) {
      members.append(Member(key: key, value: value))
    }
  }
}

extension VerifyReceiptJSON.Object: Hashable {
  /// The order means nothing in JSON. Keys are equal when their bytes are.
  ///
  /// - Complexity: O(n): each value is compared once at the most.
  public static func == (first: Self, second: Self) -> Bool {
    guard first.members.count == second.members.count else { return false }
    // No key stands twice, so a value can only be equal to the one that has its key.
    var same = 0
    while same < first.members.count,
      first.members[same].key.hasBytes(of: second.members[same].key)
    {
      guard first.members[same].value == second.members[same].value else { return false }
      same += 1
    }
    guard same < first.members.count else { return true }
    // The rest is in another order, or has other keys.
    let rest = same..<second.members.count
    var places = [UTF8Text: Int](minimumCapacity: rest.count)
    for place in rest { places[UTF8Text(second.members[place].key)] = place }
    return first.members[rest].allSatisfy { member in
      places[UTF8Text(member.key)].map { second.members[$0].value == member.value } ?? false
    }
  }

  /// Hashes what `==` compares.
  ///
  /// - Complexity: O(n).
  public func hash(into hasher: inout Hasher) {
    // A sum, because the order must not count.
    var sum = 0
    for member in members {
      var memberHasher = Hasher()
      memberHasher.combine(member)
      sum &+= memberHasher.finalize()
    }
    hasher.combine(members.count)
    hasher.combine(sum)
  }
}

extension VerifyReceiptJSON.Object.Member: Hashable {
  /// Keys are equal when their bytes are.
  public static func == (first: Self, second: Self) -> Bool {
    first.key.hasBytes(of: second.key) && first.value == second.value
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(UTF8Text(key))
    hasher.combine(value)
  }
}

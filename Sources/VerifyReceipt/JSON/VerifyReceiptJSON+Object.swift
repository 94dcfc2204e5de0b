import ReceiptParsing

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

    /// Where each key is, once there are many. The few of Apple's objects are found faster without it.
    private var places: [UTF8Text: Int]?

    /// From how many members on ``places`` is kept.
    private static let many = 64

    /// An object without members.
    public init() {
      members = []
    }

    /// - Precondition: no key twice.
    init(uniqueMembers members: [Member]) {
      self.members = members
      findPlaces()
    }

    private mutating func findPlaces() {
      guard members.count > Self.many else {
        places = nil
        return
      }
      places = Dictionary(
        members.enumerated().map { (UTF8Text($1.key), $0) }, uniquingKeysWith: { first, _ in first }
      )
    }

    /// Where a key is.
    func place(of key: String) -> Int? {
      places.map { $0[UTF8Text(key)] } ?? members.firstIndex { $0.key.hasBytes(of: key) }
    }

    /// Whether there are no members.
    public var isEmpty: Bool { members.isEmpty }

    /// The value of a key. Setting `nil` removes the member, a new key comes last.
    ///
    /// - Complexity: constant; O(n) to remove a member.
    public subscript(key: String) -> VerifyReceiptJSON? {
      get { place(of: key).map { members[$0].value } }
      set {
        switch (place(of: key), newValue) {
        case (let place?, let value?): members[place] = Member(key: key, value: value)
        case (let place?, nil):
          members.remove(at: place)
          findPlaces()
        case (nil, let value?): append(key, value)
        case (nil, nil): break
        }
      }
    }

    /// Adds a member whose key is new.
    mutating func append(_ key: String, _ value: VerifyReceiptJSON) {
      members.append(Member(key: key, value: value))
      if places != nil {
        places?[UTF8Text(key)] = members.count - 1
      } else {
        findPlaces()
      }
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

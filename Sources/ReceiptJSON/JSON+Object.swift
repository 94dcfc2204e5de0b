import TextCoding

extension JSON {
  /// Members with unique keys, in order.
  public struct Object: Sendable {
    /// One key and its value.
    public struct Member: Sendable {
      /// The key.
      public let key: String
      /// The value.
      public let value: JSON

      /// Creates a member.
      public init(key: String, value: JSON) {
        self.key = key
        self.value = value
      }
    }

    /// The members, in order.
    public private(set) var members: [Member]

    /// The index of each key, once there are many; a few are found faster without it.
    private var places: [UTF8Text: Int]?

    /// The number of members above which ``places`` is kept.
    private static let many = 64

    /// An object without members.
    public init() {
      members = []
    }

    /// - Precondition: keys are unique.
    package init(uniqueMembers members: [Member]) {
      self.members = members
      findPlaces()
    }

    private mutating func findPlaces() {
      guard members.count > Self.many else {
        places = nil
        return
      }
      var places = [UTF8Text: Int](minimumCapacity: members.count)
      for (place, member) in members.enumerated() { places[UTF8Text(member.key)] = place }
      self.places = places
    }

    /// The index of a key.
    package func place(of key: String) -> Int? {
      places.map { $0[UTF8Text(key)] } ?? members.firstIndex { $0.key.hasBytes(of: key) }
    }

    /// Whether there are no members.
    public var isEmpty: Bool { members.isEmpty }

    /// The value of a key. Setting `nil` removes the member; a new key comes last.
    ///
    /// - Complexity: constant; O(n) to remove a member.
    public subscript(key: String) -> JSON? {
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

    /// Adds a member.
    ///
    /// - Precondition: the key is new.
    package mutating func append(_ key: String, _ value: JSON) {
      members.append(Member(key: key, value: value))
      if places != nil {
        places?[UTF8Text(key)] = members.count - 1
      } else {
        findPlaces()
      }
    }
  }
}

extension JSON.Object: Hashable {
  /// Compares members in any order, keys byte by byte.
  ///
  /// - Complexity: O(n): each value is compared at most once.
  public static func == (first: Self, second: Self) -> Bool {
    guard first.members.count == second.members.count else { return false }
    // Keys are unique, so a value can only equal the one with its key.
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
    // A sum does not depend on the order.
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

extension JSON.Object.Member: Hashable {
  /// Compares keys byte by byte.
  public static func == (first: Self, second: Self) -> Bool {
    first.key.hasBytes(of: second.key) && first.value == second.value
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(UTF8Text(key))
    hasher.combine(value)
  }
}

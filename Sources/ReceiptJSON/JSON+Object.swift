import TextCoding

extension JSON {
  /// Members with unique keys, in order.
  public struct Object: Sendable {
    /// One key and its value. Keys are compared byte by byte.
    public struct Member: Hashable, Sendable {
      private let text: UTF8Text
      /// The value.
      public let value: JSON

      package init(key: String, value: JSON) {
        text = UTF8Text(key)
        self.value = value
      }

      /// The key.
      public var key: String { text.text }
    }

    /// The members, in order.
    public private(set) var members: [Member]

    /// The index of each key, once there are many; a few are found faster without it.
    private var places: [UTF8Text: Int]?

    /// The number of members above which ``places`` is kept.
    private static let many = 32

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
      places?[UTF8Text(key)] = members.count - 1
      if places == nil { findPlaces() }
    }
  }
}

extension JSON.Object: Hashable {
  /// Compares members in any order, keys byte by byte.
  ///
  /// - Complexity: O(n): each value is compared at most once.
  public static func == (first: Self, second: Self) -> Bool {
    var index = Index(second)
    return first.members.count == second.members.count
      && first.members.allSatisfy { index.value(of: $0.key) == $0.value }
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

extension JSON.Object {
  /// Finds members by key, fastest in order.
  package struct Index {
    package let object: JSON.Object

    /// The index after the last member found.
    private var next = 0

    package init(_ object: JSON.Object) { self.object = object }

    /// The index of a key.
    package mutating func place(of key: String) -> Int? {
      if next >= object.members.count || !object.members[next].key.hasBytes(of: key) {
        guard let place = object.place(of: key) else { return nil }
        next = place
      }
      defer { next += 1 }
      return next
    }

    /// The value of a key.
    package mutating func value(of key: String) -> JSON? {
      place(of: key).map { object.members[$0].value }
    }
  }
}

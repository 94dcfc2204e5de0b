extension VerifyReceiptJSON {
  /// The members of an object, in their order, no key twice.
  public struct Object: Sendable {
    /// One key and its value.
    public struct Member: Hashable, Sendable {
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
      get { members.first { $0.key == key }?.value }
      set {
        let index = members.firstIndex { $0.key == key }
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
  /// The order means nothing in JSON.
  public static func == (first: Self, second: Self) -> Bool {
    first.members == second.members || first.sortedMembers == second.sortedMembers
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(sortedMembers)
  }

  private var sortedMembers: [Member] { members.sorted { $0.key < $1.key } }
}

/// The keys of one object: finds one that stands twice, in constant time for each.
struct JSONKeys {
  /// Keys are equal when their octets are; to `String` also composed and decomposed letters are.
  private struct Key: Hashable {
    let text: String

    static func == (first: Key, second: Key) -> Bool {
      first.text.utf8.count == second.text.utf8.count
        && first.text.utf8.elementsEqual(second.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
      for octet in text.utf8 { hasher.combine(octet) }
    }
  }

  /// All keys while they are few: comparing them is faster than hashing.
  private var few: [Key] = []
  private var many: Set<Key> = []

  /// Adds a key; `false` when it is there already.
  mutating func insert(_ text: String) -> Bool {
    let key = Key(text: text)
    guard many.isEmpty else { return many.insert(key).inserted }
    guard !few.contains(key) else { return false }
    few.append(key)
    if few.count > 32 { many = Set(few) }
    return true
  }
}

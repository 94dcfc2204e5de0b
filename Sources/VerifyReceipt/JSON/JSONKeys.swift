import ReceiptParsing

/// The keys of one object: finds one that stands twice, in constant time for each.
struct JSONKeys {
  /// All keys while they are few: comparing them is faster than hashing.
  private var few: [UTF8Text] = []
  private var many: Set<UTF8Text> = []

  /// Adds a key; `false` when it is there already.
  mutating func insert(_ text: String) -> Bool {
    let key = UTF8Text(text)
    guard many.isEmpty else { return many.insert(key).inserted }
    guard !few.contains(key) else { return false }
    few.append(key)
    if few.count > 32 { many = Set(few) }
    return true
  }
}

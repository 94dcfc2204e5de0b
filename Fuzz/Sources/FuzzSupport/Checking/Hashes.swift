/// Hashes of equal values are equal. Those of others are not, but by a chance of 2⁻⁶⁴: each run has its own seed.
package enum Hashes {
  package static func check<Value: Hashable>(_ values: some Collection<Value>) {
    check(values, by: \.self)
  }

  /// - Parameter part: what is hashed of the values, if that isn't all that `==` compares.
  package static func check<Value: Hashable, Part: Equatable>(
    _ values: some Collection<Value>, by part: (Value) -> Part
  ) {
    let hashes = values.map(hash)
    for (first, hash) in zip(values, hashes) {
      for (second, other) in zip(values, hashes) {
        require(
          (part(first) == part(second)) == (hash == other), "hashes of \(first) and \(second)")
        require(first != second || hash == other, "\(first) is equal, and its hash is not")
      }
    }
  }

  private static func hash(_ value: some Hashable) -> Int {
    var hasher = Hasher()
    hasher.combine(value)
    return hasher.finalize()
  }
}

/// Ends the process unless two values are equal exactly if they have to be, in either order, and have one hash exactly
/// then. Two hashes of 64 bits are not the same by chance.
package func requireHashes<Value: Hashable>(
  _ first: Value, _ second: Value, areSame: Bool, _ property: @autoclosure () -> String,
  line: UInt = #line, file: StaticString = #fileID
) {
  require(
    (first == second) == areSame && (second == first) == areSame, "equal: \(property())",
    line: line, file: file)
  require(
    (first.hashValue == second.hashValue) == areSame, "a hash: \(property())", line: line,
    file: file)
}

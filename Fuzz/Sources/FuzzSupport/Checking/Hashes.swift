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

  /// Two values that are equal, in either order, exactly if they have to be.
  package static func check<Value: Hashable>(
    _ first: Value, _ second: Value, areSame: Bool, _ property: @autoclosure () -> String
  ) {
    require(
      (first == second) == areSame && (second == first) == areSame, "equal: \(property())")
    check([first, second])
  }

  private static func hash(_ value: some Hashable) -> Int {
    var hasher = Hasher()
    hasher.combine(value)
    return hasher.finalize()
  }
}

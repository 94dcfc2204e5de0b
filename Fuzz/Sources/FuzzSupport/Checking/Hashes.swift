/// Hashes of equal values are equal. Those of others are not, but by a chance of 2⁻⁶⁴: each run has its own seed.
package enum Hashes {
  @inlinable
  package static func check<Value: Hashable>(_ values: some Collection<Value>) {
    check(values, by: \.self)
  }

  /// - Parameter part: what is hashed of the values, if that isn't all that `==` compares.
  @inlinable
  package static func check<Value: Hashable, Part: Equatable>(
    _ values: some Collection<Value>, by part: (Value) -> Part
  ) {
    let rows = values.map { (value: $0, part: part($0), hash: hash($0)) }
    for (index, first) in rows.enumerated() {
      for second in rows[..<index] {
        let isSame = first.hash == second.hash
        require(
          (first.part == second.part) == isSame, "hashes of \(first.value) and \(second.value)")
        require(
          first.value != second.value && second.value != first.value || isSame,
          "\(first.value) is equal, and its hash is not")
      }
    }
  }

  /// Two values that are equal, in either order, exactly if they have to be.
  @inlinable
  package static func check<Value: Hashable>(
    _ first: Value, _ second: Value, areSame: Bool, _ property: @autoclosure () -> String
  ) {
    require(
      (first == second) == areSame && (second == first) == areSame, "equal: \(property())")
    check([first, second])
  }

  @usableFromInline
  static func hash(_ value: some Hashable) -> Int {
    var hasher = Hasher()
    hasher.combine(value)
    return hasher.finalize()
  }
}

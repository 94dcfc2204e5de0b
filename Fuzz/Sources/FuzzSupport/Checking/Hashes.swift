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

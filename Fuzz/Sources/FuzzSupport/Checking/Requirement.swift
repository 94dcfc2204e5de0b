/// Ends the process when a property does not hold: libFuzzer then keeps the input.
///
/// - Parameters:
///   - condition: whether it holds.
///   - property: what does not hold; printed after `VIOLATED`.
@inlinable
@inline(__always)
public func require(
  _ condition: Bool, _ property: @autoclosure () -> String, line: UInt = #line,
  file: StaticString = #fileID
) {
  if !condition { violated(property(), line: line, file: file) }
}

@usableFromInline
@inline(never)
package func violated(_ property: String, line: UInt, file: StaticString) -> Never {
  fatalError("VIOLATED \(file):\(line): \(property)")
}

/// Ends the process when a property does not hold: libFuzzer then keeps the input.
@inlinable
@inline(__always)
package func require(
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

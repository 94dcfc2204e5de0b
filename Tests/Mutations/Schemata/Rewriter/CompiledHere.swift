import SwiftSyntax

/// What holds where this runs, of the conditions that the library asks for.
#if arch(arm64)
  let processor = "arch(arm64)"
#else
  let processor = "arch(x86_64)"
#endif
#if os(Linux)
  let conditionsHere: Set = [
    "os(Linux)", processor, "ProcessorInstructions", "canImport(FoundationEssentials)",
  ]
#else
  let conditionsHere: Set = [
    "os(macOS)", "canImport(Darwin)", processor, "ProcessorInstructions",
  ]
#endif

/// Whether the condition of `#if` does.
func holds(_ condition: ExprSyntax) -> Bool {
  if let infix = condition.as(InfixOperatorExprSyntax.self) {
    let (left, right) = (holds(infix.leftOperand), holds(infix.rightOperand))
    return infix.operator.trimmedDescription == "&&" ? left && right : left || right
  }
  if let prefix = condition.as(PrefixOperatorExprSyntax.self) { return !holds(prefix.expression) }
  if let tuple = condition.as(TupleExprSyntax.self), let inner = tuple.elements.first {
    return holds(inner.expression)
  }
  return conditionsHere.contains(condition.trimmedDescription)
}

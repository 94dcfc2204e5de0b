import SwiftSyntax

/// The names of variables and properties that get their first value by an assignment, which has to stay.
final class Uninitialised: SyntaxVisitor {
  private var names: Set<String> = []

  static func names(in tree: SourceFileSyntax) -> Set<String> {
    let visitor = Uninitialised(viewMode: .sourceAccurate)
    visitor.walk(tree)
    return visitor.names
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if node.initializer == nil, node.accessorBlock == nil,
      let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    {
      names.insert(name)
    }
    return .visitChildren
  }
}

import Foundation
import SwiftSyntax

/// The next number; numbers go on from file to file.
nonisolated(unsafe) var nextNumber = 1
nonisolated(unsafe) var report: [String] = []
nonisolated(unsafe) var disabled: Set<Int> = []

/// Finds the places of a file that have mutants, and puts them there.
final class Mutator: SyntaxAnyVisitor {
  private let file: String
  private let source: [UInt8]
  private let locations: SourceLocationConverter
  private let uninitialised: Set<String>
  private var isCompiled = true
  /// What to put where, and in place of how many bytes. Ends stand before beginnings at the same place.
  private var edits: [(offset: Int, length: Int, isEnd: Bool, text: String)] = []
  private var pendingEnds: [SyntaxIdentifier: [(offset: Int, text: String)]] = [:]

  init(file: String, source: String, tree: SourceFileSyntax) {
    self.file = file
    self.source = Array(source.utf8)
    locations = SourceLocationConverter(fileName: file, tree: tree)
    uninitialised = Uninitialised.names(in: tree)
    super.init(viewMode: .sourceAccurate)
    walk(tree)
  }

  var result: String {
    var output: [UInt8] = Array("public import MutantSupport; ".utf8)
    var position = 0
    let sorted = edits.enumerated().sorted {
      let (left, right) = ($0.element, $1.element)
      return (left.offset, left.isEnd ? 0 : 1, $0.offset)
        < (right.offset, right.isEnd ? 0 : 1, $1.offset)
    }
    for (_, edit) in sorted {
      output += source[position..<edit.offset]
      output += edit.text.utf8
      position = edit.offset + edit.length
    }
    return String(decoding: output + source[position...], as: UTF8.self)
  }

  // MARK: Sites

  private func text(_ node: some SyntaxProtocol) -> String {
    node.trimmedDescription.split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
  }

  /// Takes numbers for a site; `nil` when it is switched off.
  private func site(
    _ node: some SyntaxProtocol, _ operation: String, _ changes: [(String, String)]
  ) -> Int? {
    let first = nextNumber
    nextNumber += changes.count
    if disabled.contains(first) { return nil }
    let place = locations.location(for: node.positionAfterSkippingLeadingTrivia)
    for (index, change) in changes.enumerated() where isCompiled {
      report.append(
        [
          "\(first + index)", "\(first)", file, "\(place.line):\(place.column)", operation,
          change.0, change.1,
        ].joined(separator: "\t"))
    }
    return first
  }

  private func wrap(_ node: some SyntaxProtocol, _ open: String, _ close: String) {
    let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
    edits.append((start, 0, false, open))
    let end = node.endPositionBeforeTrailingTrivia.utf8Offset
    pendingEnds[node.id, default: []].insert((end, close), at: 0)
  }

  override func visitAnyPost(_ node: Syntax) {
    for end in pendingEnds.removeValue(forKey: node.id) ?? [] {
      edits.append((end.offset, 0, true, end.text))
    }
  }

  /// Puts a Bool where a condition stands.
  private func condition(_ node: ExprSyntax, _ operation: String, _ values: [Bool]) {
    guard
      let number = site(node, operation, values.map { (text(node), "\($0)") })
    else { return }
    if values.count == 2 {
      wrap(node, "(M(\(number)) ? \(values[0]) : M(\(number + 1)) ? \(values[1]) : ", ")")
    } else {
      wrap(node, "(M(\(number)) ? \(values[0]) : ", ")")
    }
  }

  // MARK: Conditions

  override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
    for element in node.conditions {
      if case .expression(let condition) = element.condition {
        self.condition(condition, "guard", [true])
      }
    }
    return .visitChildren
  }

  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
    for element in node.conditions {
      if case .expression(let condition) = element.condition {
        self.condition(condition, "if", [true, false])
      }
    }
    return .visitChildren
  }

  override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind {
    // Without an end, a function need not return behind it.
    if node.conditions.trimmedDescription == "true" {
      walk(node.body)
      return .skipChildren
    }
    for element in node.conditions {
      if case .expression(let condition) = element.condition {
        self.condition(condition, "while", [false])
      }
    }
    return .visitChildren
  }

  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    condition(node.condition, "where", [true])
    return .visitChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    condition(node.condition, "?:", [true, false])
    return .visitChildren
  }

  // MARK: Operators and literals

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    guard let token = node.operator.as(BinaryOperatorExprSyntax.self)?.operator,
      let replacement = replacements[token.text]
    else { return .visitChildren }
    let left = text(node.leftOperand)
    let right = text(node.rightOperand)
    let changes = replacement.mutants.map { (text(node), "\(left) \($0) \(right)") }
    guard let number = site(node, token.text, changes) else { return .visitChildren }
    let isAssignment = token.text.hasSuffix("=") && replacement.function.hasSuffix("Assign")
    wrap(node, "_\(replacement.function)(\(number), \(isAssignment ? "&" : "")", ")")
    let start = token.positionAfterSkippingLeadingTrivia.utf8Offset
    edits.append((start, token.trimmedLength.utf8Length, false, ","))
    return .visitChildren
  }

  override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.operator.text == "!",
      let number = site(node, "!", [(text(node), text(node.expression))])
    else { return .visitChildren }
    wrap(node, "(M(\(number)) != (", "))")
    return .visitChildren
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let changes = [(node.literal.text, node.literal.text + " + 1")]
    if let number = site(node, "literal", changes) { wrap(node, "_literal(\(number), ", ")") }
    return .skipChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let changes = [(node.literal.text, node.literal.text == "true" ? "false" : "true")]
    if let number = site(node, "literal", changes) { wrap(node, "(M(\(number)) != ", ")") }
    return .skipChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.calledExpression.trimmedDescription
    if name == "min" || name == "max", node.arguments.count == 2 {
      let other = name == "min" ? "max" : "min"
      let changes = [(text(node), other + text(node).dropFirst(3))]
      if let number = site(node, name, changes), let first = node.arguments.first {
        let start = node.calledExpression.positionAfterSkippingLeadingTrivia.utf8Offset
        edits.append((start, 3, false, "_\(name)"))
        edits.append((first.positionAfterSkippingLeadingTrivia.utf8Offset, 0, false, "\(number), "))
      }
    }
    return .visitChildren
  }

  // MARK: Statements

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    guard isRemovable(node),
      let number = site(node, "statement", [(text(node), "")])
    else { return .visitChildren }
    wrap(node, "if !M(\(number)) { ", " }")
    return .visitChildren
  }

  private func isRemovable(_ node: CodeBlockItemSyntax) -> Bool {
    if case .stmt(let statement) = node.item {
      // A guard has to be left, so what it ends with stays.
      return statement.is(ContinueStmtSyntax.self)
        && node.parent?.parent?.parent?.is(GuardStmtSyntax.self) != true
    }
    guard case .expr(var expression) = node.item else { return false }
    while true {
      if let inner = expression.as(TryExprSyntax.self) {
        expression = inner.expression
      } else if let inner = expression.as(UnsafeExprSyntax.self) {
        expression = inner.expression
      } else {
        break
      }
    }
    if let infix = expression.as(InfixOperatorExprSyntax.self) {
      if let token = infix.operator.as(BinaryOperatorExprSyntax.self)?.operator.text {
        return token.hasSuffix("=") && !["==", "<=", ">=", "!=", "~="].contains(token)
      }
      guard infix.operator.is(AssignmentExprSyntax.self) else { return false }
      let target = text(infix.leftOperand).replacingOccurrences(of: "self.", with: "")
      let names = target.split(whereSeparator: { "(), ".contains($0) }).map(String.init)
      return target != "self" && uninitialised.isDisjoint(with: names)
    }
    guard let call = expression.as(FunctionCallExprSyntax.self),
      call.calledExpression.trimmedDescription != "self.init"
    else { return false }
    guard let list = node.parent?.as(CodeBlockItemListSyntax.self), list.count == 1 else {
      return true
    }
    return isStatementAlone(list)
  }

  /// Whether the one statement of a body is not what the body returns.
  private func isStatementAlone(_ list: CodeBlockItemListSyntax) -> Bool {
    guard let block = list.parent, block.is(CodeBlockSyntax.self), let owner = block.parent else {
      return false
    }
    if let function = owner.as(FunctionDeclSyntax.self) {
      return function.signature.returnClause == nil
    }
    return !owner.is(AccessorDeclSyntax.self) && !owner.is(GuardStmtSyntax.self)
      && !owner.is(IfExprSyntax.self) || isInLoopOrVoid(owner)
  }

  private func isInLoopOrVoid(_ owner: Syntax) -> Bool {
    owner.is(IfExprSyntax.self) && owner.parent?.is(ExpressionStmtSyntax.self) == true
  }

  // MARK: What is left alone

  /// What another system or processor would compile is no mutant here.
  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    let wasCompiled = isCompiled
    let compiled = node.clauses.first { $0.condition.map(holds) ?? true }
    for clause in node.clauses {
      isCompiled = wasCompiled && clause.id == compiled?.id
      if let elements = clause.elements { walk(elements) }
    }
    isCompiled = wasCompiled
    return .skipChildren
  }

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  /// Tables of bytes: certificates and digests.
  override func visit(_ node: ArrayExprSyntax) -> SyntaxVisitorContinueKind {
    node.elements.count > 8 ? .skipChildren : .visitChildren
  }
}

import Testing

/// Where both verifiers may differ, and why. Everything else is a failure.
enum Disagreements {
  /// The names of the receipts, with a sentence each.
  static let reasons: [String: String] = [:]

  /// Expects that both say the same about a receipt, unless the table has it. An entry that is no longer needed is a
  /// failure too.
  static func check(
    _ answers: (first: Answer, second: Answer), _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      (answers.first.isAccepted == answers.second.isAccepted) == (reasons[name] == nil),
      "\(name): \(answers.first), \(answers.second)", sourceLocation: sourceLocation)
  }
}

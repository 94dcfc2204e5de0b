package import FuzzSupport

/// The input is choices for a customer's purchases and the receipts that have them: whatever is asked about the receipts,
/// merged in any order, the library says what a model says that counts ticks.
package enum HistoryProperty: FuzzProperty {
  package static let name = "history"
  package static let isTree = false

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let bytes = input.copy
    var choices = Choices(bytes[...], seed: UInt64(bytes.count))
    check(&choices)
  }

  /// One history, of choices.
  package static func check(_ choices: inout Choices) {
    let world = World(&choices)
    HistoryCheck(world, &choices).run(&choices)
  }
}

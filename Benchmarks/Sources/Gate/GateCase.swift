/// One call of a public entry point.
struct GateCase {
  /// The entry point, a slash, and on what.
  let name: String
  /// Does it once. What it gives is for the black hole.
  let work: () -> UInt64

  init(_ name: String, work: @escaping () -> UInt64) {
    self.name = name
    self.work = work
  }

  /// A call that succeeds.
  ///
  /// - Parameter work: a throw ends the program, as the figures would mean nothing.
  static func succeeding(_ name: String, _ work: @escaping () throws -> Int) -> GateCase {
    GateCase(name) {
      do {
        return UInt64(truncatingIfNeeded: try work())
      } catch {
        fatalError("\(name): \(error)")
      }
    }
  }

  /// A call that throws.
  ///
  /// - Parameter work: gives where the input is at fault; `nil`, that nothing was thrown, ends the program.
  static func failing(_ name: String, _ work: @escaping () -> Int?) -> GateCase {
    GateCase(name) {
      guard let place = work() else { fatalError("\(name): nothing was thrown") }
      return UInt64(truncatingIfNeeded: place)
    }
  }

  /// All of them.
  static func all() throws -> [GateCase] {
    try der() + transcoding() + messages() + receipts() + refusals() + fields() + dates() + trust()
      + forgeries() + transactions() + purchases() + verifyReceipt() + foundation() + hostile()
      + portable()
      + portableRSA()
  }
}

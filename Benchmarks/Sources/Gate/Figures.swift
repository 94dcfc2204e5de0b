/// What one call costs, independent of how fast the machine is.
struct Figures: Codable, Equatable {
  /// Calls of malloc and its relatives.
  var allocations: Int
  /// Instructions, of which small differences between C libraries are no regression; `nil` if not counted.
  var instructions: Int?

  /// How much of the instructions may come on top.
  static let tolerance = 0.03
  /// So few never matter.
  static let slack = 60

  /// Whether these are worse than what is allowed. Instructions that nobody has allowed are.
  func isWorse(than threshold: Figures) -> Bool {
    if allocations > threshold.allocations { return true }
    guard let instructions else { return false }
    guard let allowed = threshold.instructions else { return true }
    return Double(instructions) > Double(allowed) * (1 + Self.tolerance) + Double(Self.slack)
  }

  /// Whether they are so much better that the threshold should follow.
  func isBetter(than threshold: Figures) -> Bool {
    if allocations < threshold.allocations { return true }
    guard let instructions, let allowed = threshold.instructions else { return false }
    return Double(instructions) < Double(allowed) * (1 - Self.tolerance) - Double(Self.slack)
  }
}

extension Figures: CustomStringConvertible {
  var description: String {
    "\(allocations) allocations, " + (instructions.map { "\($0) instructions" } ?? "not counted")
  }
}

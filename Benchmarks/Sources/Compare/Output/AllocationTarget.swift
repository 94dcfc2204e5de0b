/// The most allocations that one of our rows may have. For DER: rewriting BER allocates.
struct AllocationTarget {
  let measure: Measure
  let allocations: Int

  static let all = [
    AllocationTarget(measure: .walk, allocations: 0),
    AllocationTarget(measure: .owned, allocations: 3),
    AllocationTarget(measure: .latest, allocations: 0),
    AllocationTarget(measure: .validate, allocations: 20),
    AllocationTarget(measure: .date, allocations: 0),
  ]

  func verdict(_ count: Int) -> Verdict {
    Verdict(
      isMet: count <= allocations,
      text: "ours allocates \(count) times, target at most \(allocations)")
  }
}

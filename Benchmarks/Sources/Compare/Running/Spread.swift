/// The middle of many rounds, and how far they lie apart.
struct Spread {
  let median: Double
  /// A tenth of the rounds is below.
  let p10: Double
  /// A tenth of the rounds is above.
  let p90: Double
  let rounds: Int

  /// - Precondition: there is at least one round.
  init(_ rounds: [Double]) {
    let sorted = rounds.sorted()
    self.rounds = sorted.count
    func quantile(_ share: Double) -> Double {
      let place = share * Double(sorted.count - 1)
      let (low, high) = (Int(place), min(Int(place) + 1, sorted.count - 1))
      return sorted[low] + (sorted[high] - sorted[low]) * (place - Double(low))
    }
    (p10, median, p90) = (quantile(0.1), quantile(0.5), quantile(0.9))
  }
}

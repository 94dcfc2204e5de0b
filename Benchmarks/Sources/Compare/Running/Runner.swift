import BenchmarkSupport

/// Measures comparisons: all subjects in turn, many rounds, medians.
struct Runner {
  /// How long the rounds of one comparison take together, about.
  let seconds: Double

  /// One batch takes this long, so that the clock does not matter.
  private static let batchNanoseconds = 1e6
  private static let rounds = 7...401

  /// Measures one comparison.
  ///
  /// - Throws: `WrongAnswer`, or what a subject throws.
  func rows(_ comparison: Comparison) throws -> [Row] {
    try Self.checkAnswers(comparison)
    let subjects = comparison.subjects
    let allocations = try subjects.map(Self.allocations)
    let repetitions = try subjects.map(Self.repetitions)
    var times: [[Double]] = subjects.map { _ in [] }
    var spent = 0.0
    var round = 0
    while round < Self.rounds.lowerBound
      || round < Self.rounds.upperBound && spent < seconds * 1e9
    {
      for index in subjects.indices {
        // Nobody is always first.
        let index = (index + round) % subjects.count
        let time = try Self.nanoseconds(subjects[index], repetitions[index])
        spent += time
        times[index].append(time / Double(repetitions[index] * subjects[index].operations))
      }
      round += 1
    }
    return subjects.indices.map { index in
      Row(
        measure: comparison.measure.rawValue, input: comparison.input,
        subject: subjects[index].name, ns: Self.median(times[index]),
        allocations: allocations[index])
    }
  }

  private static func checkAnswers(_ comparison: Comparison) throws {
    let expected = try comparison.subjects[0].answer()
    for subject in comparison.subjects.dropFirst() {
      let answer = try subject.answer()
      guard answer == expected else {
        throw WrongAnswer(
          measure: comparison.measure, input: comparison.input, subject: subject.name,
          answer: answer, expected: expected)
      }
    }
  }

  /// The allocations of one operation, after a first one that may allocate what stays.
  private static func allocations(_ subject: Subject) throws -> Int? {
    guard Measuring.countsAllocations, subject.isInThisProcess else { return nil }
    _ = try subject.run(1)
    return try Measuring.allocations { try subject.run(1) } / subject.operations
  }

  private static func nanoseconds(_ subject: Subject, _ count: Int) throws -> Double {
    try Measuring.nanoseconds(isInThisProcess: subject.isInThisProcess) { try subject.run(count) }
  }

  /// How many repetitions make a batch.
  private static func repetitions(_ subject: Subject) throws -> Int {
    var count = 1
    while true {
      let time = try nanoseconds(subject, count)
      if time >= batchNanoseconds / 2 {
        return max(1, Int(Double(count) * batchNanoseconds / time))
      }
      count *= 2
    }
  }

  private static func median(_ times: [Double]) -> Double {
    let sorted = times.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}

/// A peer that found something else than we did: its time would mean nothing.
struct WrongAnswer: Error, CustomStringConvertible {
  let measure: Measure
  let input: String
  let subject: String
  let answer: String
  let expected: String

  var description: String {
    "\(measure.rawValue) \(input): \(subject) found \(answer), not \(expected)"
  }
}

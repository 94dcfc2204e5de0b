/// Measures comparisons: all subjects in turn, many rounds, medians.
struct Runner {
  /// How long the rounds of one comparison take together, about.
  let seconds: Double

  /// One batch takes this long, so that the clock does not matter.
  private static let batchNanoseconds = 1e6
  private static let rounds = 7...401

  /// Measures all subjects of a comparison.
  ///
  /// - Returns: a row for each of them, with the change to the subject that is `baseline` of its name.
  func rows(_ comparison: Comparison, baseline: (String) -> String? = { _ in nil }) throws -> [Row]
  {
    let subjects = comparison.subjects
    let memory = try subjects.map { try $0.memory() }
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
        // All of a round on the same processor, as one may be busier than another, and the next round on the next.
        let time = try subjects[index].time(repetitions[index], round)
        spent += time
        times[index].append(time / Double(repetitions[index] * subjects[index].operations))
      }
      round += 1
    }
    return subjects.indices.map { index in
      var row = Row(comparison, subjects[index], Spread(times[index]), memory[index])
      if let name = baseline(subjects[index].name),
        let other = subjects.firstIndex(where: { $0.name == name })
      {
        row.change = Change(rounds: times[index], baseline: times[other])
      }
      return row
    }
  }

  /// Lets every subject answer.
  ///
  /// - Returns: the comparison with those subjects that find what the first one does, and a line about each of the
  ///   others, which only input that somebody gave can have.
  /// - Throws: `WrongAnswer`, or what a subject throws.
  static func checked(_ comparison: Comparison) throws -> (Comparison, omissions: [String]) {
    let expected = try comparison.subjects[0].answer()
    var checked = comparison
    checked.subjects = [comparison.subjects[0]]
    var omissions: [String] = []
    for subject in comparison.subjects.dropFirst() {
      do {
        let answer = try subject.answer()
        guard answer == expected else {
          throw WrongAnswer(
            measure: comparison.measure, input: comparison.input, subject: subject.name,
            answer: answer, expected: expected)
        }
        checked.subjects.append(subject)
      } catch {
        guard comparison.isGiven else { throw error }
        omissions.append(
          error is WrongAnswer
            ? "\(error)"
            : "\(comparison.measure.rawValue) \(comparison.input): \(subject.name) fails: \(error)")
      }
    }
    return (checked, omissions)
  }

  /// How many repetitions make a batch.
  private static func repetitions(_ subject: Subject) throws -> Int {
    var count = 1
    while true {
      let time = try subject.time(count, nil)
      if time >= batchNanoseconds / 2 {
        return max(1, Int(Double(count) * batchNanoseconds / time))
      }
      count *= 2
    }
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

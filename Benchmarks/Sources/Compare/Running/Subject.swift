/// One way to do a piece of work.
struct Subject {
  /// What rows call it.
  let name: String
  /// How many operations one repetition is.
  let operations: Int
  /// Whether this process does it: then its allocations count, and processors' time instead of the clock's.
  let isInThisProcess: Bool
  /// What it found, to compare with what the others found. Not measured.
  let answer: () throws -> String
  /// Does the work so many times.
  let run: (Int) throws -> UInt64

  init(
    _ name: String, operations: Int = 1, isInThisProcess: Bool = true,
    answer: @escaping () throws -> String, work: @escaping () throws -> UInt64
  ) {
    self.init(
      name, operations: operations, isInThisProcess: isInThisProcess, answer: answer
    ) { count in
      var results: UInt64 = 0
      for _ in 0..<count { results &+= try work() }
      return results
    }
  }

  init(
    _ name: String, operations: Int = 1, isInThisProcess: Bool = true,
    answer: @escaping () throws -> String, run: @escaping (Int) throws -> UInt64
  ) {
    self.name = name
    self.operations = operations
    self.isInThisProcess = isInThisProcess
    self.answer = answer
    self.run = run
  }
}

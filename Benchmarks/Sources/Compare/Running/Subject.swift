import BenchmarkSupport

/// One way to do a piece of work.
struct Subject {
  /// What rows call it.
  let name: String
  /// How many operations one repetition is.
  let operations: Int
  /// What it found, to compare with what the others found. Not measured.
  let answer: () throws -> String
  /// Does the work so many times, on one processor if a number is given, and gives the nanoseconds that it took.
  let time: (_ count: Int, _ processor: Int?) throws -> Double
  /// Does it once and gives what that needs of the heap; `nil` where that can't be counted.
  let memory: () throws -> MemoryUse?

  /// Work of this process.
  init(
    _ name: String, operations: Int = 1,
    answer: @escaping () throws -> String, work: @escaping () throws -> UInt64
  ) {
    self.init(name, operations: operations, answer: answer) { count in
      var results: UInt64 = 0
      for _ in 0..<count { results &+= try work() }
      return results
    }
  }

  /// Work of this process.
  ///
  /// - Parameters:
  ///   - isInThisProcess: or else of another one that `run` waits for: the clock counts then, and not the processor.
  ///   - run: does the work so many times.
  init(
    _ name: String, operations: Int = 1, isInThisProcess: Bool = true,
    answer: @escaping () throws -> String, run: @escaping (Int) throws -> UInt64
  ) {
    self.init(
      name: name, operations: operations, answer: answer,
      time: { count, processor in
        Measuring.useProcessor(isInThisProcess ? processor : nil)
        return try Measuring.nanoseconds(isInThisProcess: isInThisProcess) { try run(count) }
      },
      memory: {
        guard Measuring.countsAllocations, isInThisProcess else { return nil }
        // The first operation may allocate what stays.
        _ = try run(1)
        let allocations = try Measuring.allocations { try run(1) }
        return MemoryUse(
          allocations: allocations / operations, peakBytes: Measuring.peakBytes)
      })
  }

  init(
    name: String, operations: Int, answer: @escaping () throws -> String,
    time: @escaping (Int, Int?) throws -> Double, memory: @escaping () throws -> MemoryUse?
  ) {
    self.name = name
    self.operations = operations
    self.answer = answer
    self.time = time
    self.memory = memory
  }
}

/// What one operation needs of the heap.
struct MemoryUse: Codable {
  let allocations: Int
  /// The most bytes in use at once, beyond those in use before.
  let peakBytes: Int
}

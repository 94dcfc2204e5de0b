import CMeasuring

/// What the machine can tell about a piece of work, whose result goes where the optimiser cannot follow.
public enum Measuring {
  /// Whether allocations can be counted: with glibc, where this program's own malloc stands in front.
  public static let countsAllocations = allocations_are_counted() != 0

  /// How often `work` allocates memory, in all threads.
  public static func allocations(_ work: () throws -> UInt64) rethrows -> Int {
    allocations_start()
    let result: UInt64
    do {
      result = try work()
    } catch {
      _ = allocations_stop()
      throw error
    }
    let count = allocations_stop()
    black_hole(result)
    return Int(count)
  }

  /// The most bytes of the heap that the work last given to ``allocations(_:)`` had in use at once, beyond those in use
  /// before; what the allocator rounds up to counts.
  public static var peakBytes: Int { Int(allocations_peak()) }

  /// How many nanoseconds `work` takes.
  ///
  /// - Parameter isInThisProcess: whether it is processors' time for this process that counts, on which a busy
  ///   machine has little influence; else it is the time that passes.
  public static func nanoseconds(
    isInThisProcess: Bool, _ work: () throws -> UInt64
  ) rethrows -> Double {
    let now = isInThisProcess ? processor_nanoseconds : wall_nanoseconds
    let start = now()
    let result = try work()
    let end = now()
    black_hole(result)
    return Double(end - start)
  }

  /// Whether this process runs under callgrind.
  public static var isUnderCallgrind: Bool { callgrind_is_running() != 0 }

  /// Counts the instructions of `work` under a name, which callgrind writes down.
  public static func countInstructions(_ name: String, _ work: () -> UInt64) {
    callgrind_start()
    let result = work()
    unsafe name.withCString { unsafe callgrind_stop($0) }
    black_hole(result)
  }

  /// Keeps this thread, and what it starts, on one processor, counted round; `nil` lets it use all of them.
  public static func useProcessor(_ number: Int?) {
    if let number {
      use_processor(UInt32(truncatingIfNeeded: number))
    } else {
      use_all_processors()
    }
  }

  /// The compiler of the peers in C, in its own words.
  public static var cCompiler: String { unsafe String(cString: c_compiler()) }

  /// The number of processes that ran in the last minute; `nil` if the system does not say.
  public static var loadAverage: Double? {
    let load = load_average()
    return load < 0 ? nil : load
  }
}

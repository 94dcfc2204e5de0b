import CAllocations

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What some work costs.
struct Figures {
  /// Of the fastest run: other processes can only make it longer.
  private(set) var nanoseconds = Double.infinity
  /// The most memory at any time, beside what there was before.
  private(set) var memory = 0

  init(runs: Int, _ body: () -> Void) {
    var total = 0.0
    var run = 0
    // What takes no time is measured more often.
    while run < runs || run < 30 && total < 2e6 {
      allocations_begin()
      let start = Self.processorTime()
      body()
      let time = Self.processorTime() - start
      memory = max(memory, allocations_peak())
      nanoseconds = min(nanoseconds, time)
      total += time
      run += 1
    }
  }

  private static func processorTime() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

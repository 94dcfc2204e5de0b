import CAllocations

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What reading one input costs: for each octet of it.
struct Figures {
  let octetCount: Int
  let nanoseconds: Double
  /// The most memory at any time, beside the input.
  let memory: Int
  /// How much it may be for each octet, see ``EntryPoint/maximumMemory(of:)``.
  let maximumMemory: Double

  var memoryPerOctet: Double { Double(memory) / Double(max(octetCount, 1)) }

  /// Reads the input some times; the fastest time counts, as other processes can only make it longer.
  init(_ entryPoint: EntryPoint, _ octets: [UInt8]) {
    octetCount = octets.count
    maximumMemory = entryPoint.maximumMemory(of: octets)
    allocations_begin()
    entryPoint.read(octets)
    memory = allocations_peak()
    var fastest = Double.infinity
    var total = 0.0
    var runs = 0
    while runs < 3 || runs < 30 && total < 2e6 {
      let start = Self.processorTime()
      entryPoint.read(octets)
      let time = Self.processorTime() - start
      fastest = min(fastest, time)
      total += time
      runs += 1
    }
    nanoseconds = fastest / Double(max(octets.count, 1))
  }

  /// The faster of these and others of the same input.
  func faster(_ other: Figures) -> Figures { other.nanoseconds < nanoseconds ? other : self }

  private static func processorTime() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

import CAllocations

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Time and memory of every entry point over adversarial shapes: linear in the input, and not much more than an
/// reading an ordinary receipt takes. `Bounds [MIB]`: sizes up to so many MiB, 4 unless given.
@main
enum Bounds {
  /// How many times the time of an octet of an ordinary receipt an octet may take.
  private static let maximumRatio = 20.0
  /// The most octets of memory beside the input: for each of its octets, and in all.
  private static let maximumMemory = (factor: 2, constant: 256 << 10)
  /// What was BER is kept as DER, beside an index of at most 1.7 octets for each of it.
  private static let maximumFactorOfBER = 3

  static func main() {
    let megabytes = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 4
    let sizes = sequence(first: 64 << 10) { $0 * 4 }.prefix { $0 <= megabytes << 20 }
    if allocations_are_counted() == 0 { print("Memory is not counted on this platform.") }
    let ordinary = Shape.normal.octets(1 << 20)
    let usual = nanoseconds(.owned, ordinary) / Double(ordinary.count)
    print("An octet of an ordinary receipt takes \(rounded(usual)) ns to read.")
    print("Nanoseconds and octets of memory an octet, at 64 KiB and each four times as much:")
    var failures = 0
    for entryPoint in EntryPoint.allCases {
      print(entryPoint.rawValue)
      for shape in Shape.all + [.normal] {
        var line = "  \(shape.name):"
        for size in sizes {
          let octets = shape.octets(size)
          let time = nanoseconds(entryPoint, octets) / Double(octets.count)
          let memory = peak(entryPoint, octets)
          // The clock and the first pages cost some microseconds.
          let isSlow = time > usual * maximumRatio + 20_000 / Double(octets.count)
          let isBER = octets.starts(with: [0x30, 0x80])
          let factor = isBER ? maximumFactorOfBER : maximumMemory.factor
          let isLarge = memory > factor * octets.count + maximumMemory.constant
          failures += isSlow || isLarge ? 1 : 0
          line += " \(rounded(time)) ns\(isSlow ? " TOO SLOW" : "")"
          line +=
            " \(rounded(Double(memory) / Double(octets.count)))×\(isLarge ? " TOO LARGE" : "");"
        }
        print(line)
      }
    }
    print(failures == 0 ? "all within the bounds" : "\(failures) outside the bounds")
    exit(failures == 0 ? 0 : 1)
  }

  /// The processor time of the fastest of five runs.
  private static func nanoseconds(_ entryPoint: EntryPoint, _ octets: [UInt8]) -> Double {
    (0..<5).map { _ in
      let start = processorTime()
      entryPoint.read(octets)
      return processorTime() - start
    }.min() ?? 0
  }

  private static func processorTime() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  private static func peak(_ entryPoint: EntryPoint, _ octets: [UInt8]) -> Int {
    allocations_begin()
    entryPoint.read(octets)
    return allocations_peak()
  }

  private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}

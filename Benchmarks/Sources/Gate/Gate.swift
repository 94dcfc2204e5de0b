import BenchmarkSupport
import Foundation

/// Fails if an entry point allocates more, or executes more instructions, than its threshold allows.
@main
enum Gate {
  private static let help = """
    usage: gate [--update] [--only TEXT]

    Counts allocations and, where valgrind is installed, instructions of the public entry points, and compares
    them with the file in Benchmarks/Thresholds for this version of Swift.

      --update   writes that file anew
      --only     the entry points whose name contains TEXT
    """

  static func main() {
    do {
      exit(try run(Array(CommandLine.arguments.dropFirst())) ? 0 : 1)
    } catch {
      FileHandle.standardError.write(Data("gate: \(error)\n".utf8))
      exit(1)
    }
  }

  /// Whether nothing is worse than allowed.
  private static func run(_ arguments: [String]) throws -> Bool {
    var (updates, filter, isUnderCallgrind) = (false, String?.none, false)
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--update": updates = true
      case "--only": filter = rest.popFirst()
      case Callgrind.argument: isUnderCallgrind = true
      default:
        print(help)
        return argument == "--help"
      }
    }
    let cases = try GateCase.all().filter { $0.name.contains(filter ?? "") || filter == nil }
    guard !cases.isEmpty else { throw CommandError("no entry point contains \(filter ?? "")") }
    if isUnderCallgrind {
      for entry in cases {
        // Once before, for what is made once.
        _ = entry.work()
        Measuring.countInstructions(entry.name, entry.work)
      }
      return true
    }
    let figures = try figures(cases, filter)
    let thresholds = try Thresholds()
    if updates {
      guard figures.values.allSatisfy({ $0.instructions != nil }) else {
        throw CommandError("thresholds need instructions, too")
      }
      let kept = filter == nil ? [:] : thresholds.figures
      try thresholds.write(kept.merging(figures) { $1 })
      print("wrote \(thresholds.file.lastPathComponent): \(figures.count) entry points")
      return true
    }
    return Judgement(figures: figures, thresholds: thresholds, isPart: filter != nil).say()
  }

  private static func figures(
    _ cases: [GateCase], _ filter: String?
  ) throws -> [String: Figures] {
    guard Measuring.countsAllocations else {
      throw CommandError("allocations cannot be counted here: that needs glibc")
    }
    let (instructions, reason) = try Callgrind.instructions(only: filter)
    if let reason { print("skipped: instructions, \(reason)") }
    var figures: [String: Figures] = [:]
    for entry in cases {
      _ = entry.work()
      precondition(figures[entry.name] == nil, "two entry points are called \(entry.name)")
      // The most of three: what the allocator gives is sometimes more than an array asked for, and it grows less often.
      let allocations = (1...3).map { _ in Measuring.allocations(entry.work) }.max() ?? 0
      figures[entry.name] = Figures(
        allocations: allocations, instructions: instructions?[entry.name])
    }
    return figures
  }
}

import BenchmarkSupport
import Foundation

/// Counts instructions with valgrind's callgrind, which runs this program again.
enum Callgrind {
  /// The argument by which the program knows that it runs there.
  static let argument = "--under-callgrind"

  /// The instructions of each case by its name; `nil` with a reason if they cannot be counted here.
  static func instructions(only filter: String?) throws -> ([String: Int]?, reason: String?) {
    guard Command.exists("valgrind") else { return (nil, "valgrind is not installed") }
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Command(
      "valgrind",
      [
        "--tool=callgrind", "--collect-atstart=no", "--error-exitcode=0",
        "--callgrind-out-file=\(folder.path())/counts", CommandLine.arguments[0], argument,
      ] + (filter.map { ["--only", $0] } ?? []),
      // The order of sets must not change from run to run.
      environment: ["SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no"]
    ).run()
    guard result.status == 0 else {
      throw CommandError("valgrind failed:\n\(result.errors)")
    }
    var counts: [String: Int] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path()) {
      let text = String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
      guard let title = text.firstMatch(of: /desc: Trigger: Client Request: (.+)/),
        let total = text.firstMatch(of: /(?:summary|totals): (\d+)/)
      else { continue }
      counts[String(title.1)] = Int(total.1)
    }
    guard !counts.isEmpty else {
      return (nil, "this was built without valgrind's headers")
    }
    return (counts, nil)
  }
}

import BenchmarkSupport
import Foundation

/// The comparison of one core and two: the tool, run as a process over a file with one receipt in Base64 on each
/// line.
struct Batch {
  let receipt: ReceiptSample
  let authority: TestAuthority

  private static let count = 12_000

  /// Builds the tool and writes the file.
  ///
  /// - Throws: `Unavailable` if the tool has no such command.
  func comparison() throws -> Comparison {
    let tool = try Self.tool()
    let folder = FileManager.default.temporaryDirectory.appending(path: "receipt-batch")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (input, root) = (folder.appending(path: "receipts"), folder.appending(path: "root.cer"))
    let line = Data(receipt.bytes).base64EncodedData() + Data("\n".utf8)
    try Data((0..<Self.count).map { _ in line }.joined()).write(to: input)
    try Data(authority.root).write(to: root)

    func run(_ jobs: Int) throws -> String {
      let arguments = [
        "batch", "--jobs", "\(jobs)", "--root", root.path(), "--bundle-id",
        SyntheticReceipt.bundleIdentifier, input.path(),
      ]
      let result = try Command(tool, arguments).run()
      guard result.status == 0 else {
        throw Unavailable("receipt \(arguments[0]) failed: \(result.errors.prefix(200))")
      }
      return result.output
    }
    let subjects = [("one-core", 1), ("two-cores", 2)].map { name, jobs in
      Subject(
        name, operations: Self.count, isInThisProcess: false,
        answer: {
          let valid = try run(jobs).split(separator: "\n").count {
            $0.contains(#""valid":true"#)
          }
          return valid == Self.count ? "all valid" : "\(valid) valid with --jobs \(jobs)"
        },
        run: { count in
          for _ in 0..<count { _ = try run(jobs) }
          return UInt64(count)
        })
    }
    return Comparison(measure: .batch, input: "", bytes: line.count, subjects: subjects)
  }

  /// The path of the tool, built in release mode.
  private static func tool() throws -> String {
    let build = [
      "build", "-c", "release", "--product", "receipt", "--package-path", Repository.root.path(),
    ]
    let built = try Command("swift", build).run()
    guard built.status == 0 else { throw CommandError("the tool does not build: \(built.output)") }
    let folder = try Command("swift", build + ["--show-bin-path"]).run().output
    let tool = folder.trimmingCharacters(in: .whitespacesAndNewlines) + "/receipt"
    guard try Command(tool, ["--help"]).run().output.contains("batch") else {
      throw Unavailable("the tool has no command of that name yet")
    }
    return tool
  }
}

import BenchmarkSupport
import Foundation

/// Another revision of the library: a work tree of git's beside the build, with this checkout's benchmarks and fixtures
/// in it, so that both measure the same work on the same bytes.
struct OtherRevision {
  /// As people say it.
  let name: String
  /// The program, built with that revision of the library.
  let executable: URL

  /// What a checkout of that revision gets of this one.
  private static let shared = [
    "Benchmarks/Package.swift", "Benchmarks/Package.resolved", "Benchmarks/Sources",
    "Tests/Fixtures",
  ]

  /// Checks it out and builds it, which takes minutes the first time.
  ///
  /// - Throws: `Unavailable` if there is no such revision, or if these benchmarks don't build with it.
  init(_ revision: String, say: (String) -> Void) throws {
    let commit = try Self.git(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"],
      orElse: "--against \(revision): git knows no such revision")
    name = try Self.git(
      ["describe", "--tags", "--always", commit], orElse: "--against \(revision): it has no name")
    // The name of the folder becomes that of a package, which begins with a letter.
    let tree = Repository.root.appending(
      path: "Benchmarks/.build/against/library-\(commit.prefix(12))")
    if !FileManager.default.fileExists(atPath: tree.appending(path: "Package.swift").path()) {
      _ = try Self.git(["worktree", "prune"], orElse: "git can't tidy up its work trees")
      _ = try Self.git(
        ["worktree", "add", "--force", "--detach", "--quiet", tree.path(), commit],
        orElse: "--against \(revision): git can't check it out")
    }
    for path in Self.shared { try Self.copy(path, to: tree) }
    say("note: building \(name) in \(tree.path()), which takes minutes the first time")
    let package = tree.appending(path: "Benchmarks").path()
    let build = [
      "build", "-c", "release", "--product", "compare", "--package-path", package,
      "--scratch-path", package + (PortableBuild.isThis ? "/.build-portable" : "/.build"),
    ]
    // What did not build once is not tried again.
    let mark = tree.appending(path: "Benchmarks/.public-only")
    var isPublicOnly = FileManager.default.fileExists(atPath: mark.path())
    var built = try Self.build(build, isPublicOnly: isPublicOnly)
    if built.status != 0, !isPublicOnly {
      say("note: \(name) differs inside; building with what is public")
      isPublicOnly = true
      built = try Self.build(build, isPublicOnly: true)
      if built.status == 0 { try Data().write(to: mark) }
    }
    guard built.status == 0 else {
      let errors = Set((built.output + built.errors).split(separator: "\n"))
        .filter { $0.contains("error:") }.sorted()
      throw Unavailable(
        "--against \(revision): these benchmarks don't build with the library of \(name):\n"
          + errors.prefix(5).joined(separator: "\n"))
    }
    let folder = try Command("swift", build + ["--show-bin-path"]).run().output
    executable = URL(filePath: folder.trimmingCharacters(in: .whitespacesAndNewlines))
      .appending(path: "compare")
  }

  private static func build(
    _ arguments: [String], isPublicOnly: Bool
  ) throws -> (status: Int32, output: String, errors: String) {
    try Command(
      "swift", arguments, environment: ["RECEIPT_PUBLIC_ONLY": isPublicOnly ? "1" : "0"]
    ).run()
  }

  /// What git prints.
  private static func git(_ arguments: [String], orElse problem: String) throws -> String {
    let result = try Command("git", ["-C", Repository.root.path()] + arguments).run()
    guard result.status == 0 else {
      throw Unavailable([problem, result.errors].filter { !$0.isEmpty }.joined(separator: "\n"))
    }
    return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Copies with times, so that what has not changed is not built again.
  private static func copy(_ path: String, to tree: URL) throws {
    let source = Repository.root.appending(path: path)
    guard FileManager.default.fileExists(atPath: source.path()) else { return }
    let target = tree.appending(path: path)
    try? FileManager.default.removeItem(at: target)
    let copied = try Command("cp", ["-a", source.path(), target.path()]).run()
    guard copied.status == 0 else { throw CommandError(copied.errors) }
  }
}

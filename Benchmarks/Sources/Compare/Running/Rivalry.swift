import Foundation

/// This revision and another one, each in a process of its own, that take turns.
struct Rivalry {
  /// What the other side's rows have after the subject.
  let suffix: String
  private let this: Worker
  private let other: Worker

  /// - Parameter arguments: those that say what is measured; both sides get them.
  init(_ revision: OtherRevision, _ arguments: [String]) throws {
    suffix = "@" + revision.name
    guard let executable = Bundle.main.executableURL else {
      throw Unavailable("the path of this program is not known")
    }
    this = try Worker(executable, arguments)
    other = try Worker(revision.executable, arguments)
  }

  /// Both sides' subjects of a comparison.
  ///
  /// - Throws: `Unavailable` if one of the sides can't measure it.
  func comparison(_ planned: PlannedComparison) throws -> Comparison {
    let prepared = try (this.ask(.prepare(planned.name)), other.ask(.prepare(planned.name)))
    let ours = this.subjects(prepared.0, suffix: "")
    let theirs = other.subjects(prepared.1, suffix: suffix)
    // Each beside its other self.
    let subjects = ours.flatMap { subject in
      [subject] + theirs.filter { $0.name == subject.name + suffix }
    }
    return Comparison(
      measure: planned.measure, input: planned.input, bytes: prepared.0.bytes, subjects: subjects)
  }

  /// Whom a subject's time is compared with.
  func baseline(of subject: String) -> String? {
    subject.hasSuffix(suffix) ? nil : subject + suffix
  }

  /// Ends both processes.
  func stop() {
    this.stop()
    other.stop()
  }
}

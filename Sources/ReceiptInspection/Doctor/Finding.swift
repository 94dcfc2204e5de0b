/// A finding of the doctor.
package struct Finding: Hashable, Sendable {
  package enum Level: String, Sendable {
    /// Correct.
    case fine
    /// Good to know.
    case note
    /// Why the receipt is unreadable or untrusted.
    case problem
  }

  package let level: Level
  /// A stable identifier, for scripts.
  package let code: String
  /// One sentence without a period.
  package internal(set) var message: String
  /// What to do, in complete sentences.
  package internal(set) var next: String?
  /// The byte at fault, if any.
  package internal(set) var offset: Int?

  init(
    _ level: Level, _ code: String, _ message: String, next: String? = nil, at offset: Int? = nil
  ) {
    (self.level, self.code, self.message) = (level, code, message)
    (self.next, self.offset) = (next, offset)
  }
}

extension [Finding] {
  mutating func add(
    _ level: Finding.Level, _ code: String, _ message: String, next: String? = nil,
    at offset: Int? = nil
  ) {
    append(Finding(level, code, message, next: next, at: offset))
  }
}

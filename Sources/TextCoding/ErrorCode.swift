/// The code of an error: a case with its documentation, and a row with everything else about it. Both are written
/// once, and the compiler asks for a row where one is missing. The raw value is a stable identifier for logging.
package protocol ErrorCode: RawRepresentable<String>, CaseIterable, CustomStringConvertible,
  Sendable
{
  /// What is known of the code.
  var row: ErrorRow { get }
}

/// What is known of a code.
package struct ErrorRow {
  /// What an error's offset counts.
  package enum Place {
    /// Nothing: the code is about the whole input.
    case whole
    /// Bytes.
    case byte
    /// Characters of Base64 text.
    case character
  }

  /// What is wrong.
  package let problem: String

  /// What to do about it, if that doesn't depend on where the input comes from.
  package let remedy: String?

  package let place: Place

  package init(_ problem: String, at place: Place = .whole, remedy: String? = nil) {
    (self.problem, self.remedy, self.place) = (problem, remedy, place)
  }

  /// The problem, and the remedy if there is one.
  package var description: String { remedy.map { problem + "; " + $0 } ?? problem }
}

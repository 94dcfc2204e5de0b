extension String {
  /// Whether two strings have the same bytes.
  package func hasBytes(of other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    var (first, second) = (self, other)
    return first.withUTF8 { first in
      second.withUTF8 { second in unsafe first.elementsEqual(second) }
    }
  }

  /// Whether no more than 30 combining marks follow one another, as the Stream-Safe Text Format of Unicode (UAX #15
  /// §13) has it. Comparing and hashing longer runs takes quadratic time.
  package var isStreamSafe: Bool {
    var marks = 0
    for scalar in unicodeScalars {
      if scalar.isASCII || scalar.properties.canonicalCombiningClass == .notReordered {
        marks = 0
      } else {
        marks += 1
        if marks > VerifyReceiptLimits.combiningMarks { return false }
      }
    }
    return true
  }
}

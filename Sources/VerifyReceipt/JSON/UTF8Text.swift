/// A string that is equal to another when their bytes are. To `String` composed and decomposed letters are equal too,
/// which takes time that grows with the square of the combining marks in a row.
struct UTF8Text: Hashable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (first: UTF8Text, second: UTF8Text) -> Bool {
    var (first, second) = (first.text, second.text)
    guard first.utf8.count == second.utf8.count else { return false }
    return first.withUTF8 { first in
      second.withUTF8 { second in unsafe first.elementsEqual(second) }
    }
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { bytes in
      unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
      hasher.combine(bytes.count)
    }
  }
}

extension String {
  /// Whether two strings have the same bytes.
  func hasBytes(of other: String) -> Bool { UTF8Text(self) == UTF8Text(other) }

  /// Whether no more than 30 combining marks follow one another, as the Stream-Safe Text Format of Unicode (UAX #15
  /// §13) has it. Comparing and hashing longer runs takes quadratic time.
  var isStreamSafe: Bool {
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

/// Limits for reading JSON.
public struct JSONLimits: Hashable, Sendable {
  /// The maximum size of a text in bytes. 32 MiB by default: Apple's answer about 10,000 purchases is about 10 MB, and
  /// the largest known one is 200 kB.
  public var maximumBytes: Int

  /// The maximum depth of nested arrays and objects. 32 by default, never more than 128 because reading uses the stack.
  /// Apple's answers need 4.
  public var maximumDepth: Int

  /// The maximum number of values, of which an object counts as 16, because `{}` can become a purchase of some 550 bytes.
  /// 1,048,576 by default: about 30,000 purchases, or some 36 MB of memory from the smallest text.
  public var maximumValues: Int

  /// Creates limits.
  public init(maximumBytes: Int = 32 << 20, maximumDepth: Int = 32, maximumValues: Int = 1 << 20) {
    self.maximumBytes = maximumBytes
    self.maximumDepth = maximumDepth
    self.maximumValues = maximumValues
  }

  /// The default limits.
  public static var `default`: JSONLimits { JSONLimits() }

  /// What an object counts as, besides its members.
  static var valuesOfObject: Int { 16 }

  /// The maximum number of combining marks in a row: the Stream-Safe Text Format of Unicode (UAX #15 §13).
  static var combiningMarks: Int { 30 }

  /// The depth that the stack certainly has room for.
  package static var stackDepth: Int { 128 }

  /// ``maximumDepth``, at most ``stackDepth``.
  var depthBound: Int { min(maximumDepth, Self.stackDepth) }
}

extension String {
  /// Whether no more than 30 combining marks follow one another. Comparing and hashing longer runs takes quadratic
  /// time. A character that only decomposes into marks, such as U+0F73, ends a run: nothing is sorted across it.
  package var isStreamSafe: Bool {
    var marks = 0
    for scalar in unicodeScalars {
      if scalar.isASCII || scalar.properties.canonicalCombiningClass == .notReordered {
        marks = 0
      } else {
        marks += 1
        if marks > JSONLimits.combiningMarks { return false }
      }
    }
    return true
  }
}

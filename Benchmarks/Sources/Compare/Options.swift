/// What the command line asks for.
struct Options {
  private(set) var isHelp = false
  private(set) var isJSON = false
  private(set) var includesCorpus = false
  private(set) var isPortable = false
  private(set) var digest = TestAuthority.Digest.sha256
  private(set) var seconds = 1.0
  private(set) var measures = Set(Measure.allCases)
  private(set) var svg: String?

  static let help = """
    usage: compare [--only MEASURE,…] [--seconds N] [--json | --svg FILE] [--sha1] [--corpus] [--portable]

      --only      some of: \(Measure.allCases.map(\.rawValue).joined(separator: " "))
      --seconds   how long each comparison takes, about; 1 if not given
      --json      nothing but a JSON array of rows on standard output
      --svg       draws a bar chart into a file, too
      --sha1      signs the receipts as those before 2023 were
      --corpus    walks, keeps and reads the real receipts in RECEIPT_CORPUS, too
      --portable  without instructions that not every processor has: builds the library anew, without its trait
    """

  /// Reads the arguments.
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": isHelp = true
      case "--json": isJSON = true
      case "--sha1": digest = .sha1
      case "--corpus": includesCorpus = true
      case "--portable": isPortable = true
      case "--svg": svg = try Self.value(of: argument, &rest)
      case "--only":
        var chosen: Set<Measure> = []
        for name in try Self.value(of: argument, &rest).split(separator: ",") {
          guard let measure = Measure(rawValue: String(name)) else {
            throw UsageError("no such measure: \(name)")
          }
          chosen.insert(measure)
        }
        measures = chosen
      case "--seconds":
        guard let number = Double(try Self.value(of: argument, &rest)), number > 0 else {
          throw UsageError("--seconds needs a number above 0")
        }
        seconds = number
      default: throw UsageError("no such option: \(argument)")
      }
    }
  }

  private static func value(
    of option: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let value = rest.popFirst() else { throw UsageError("\(option) needs a value") }
    return value
  }
}

/// A command line that makes no sense.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// What the command line asks for.
struct Options {
  /// What goes to standard output.
  enum Format { case text, json, markdown }

  private(set) var isHelp = false
  private(set) var isList = false
  private(set) var format = Format.text
  private(set) var includesCorpus = false
  private(set) var isPortable = false
  private(set) var digest = TestAuthority.Digest.sha256
  private(set) var seconds = 1.0
  private(set) var patterns: [Pattern] = []
  /// Receipts to measure with, instead of the made-up ones.
  private(set) var files: [String] = []
  private(set) var roots: [String] = []
  private(set) var baseline: String?
  private(set) var against: String?
  private(set) var svg: String?
  private(set) var html: String?
  private(set) var save: String?
  private(set) var write: String?
  /// Whether another `compare` asks the questions.
  private(set) var isServer = false
  /// As they were given.
  let arguments: [String]

  /// What `--against` gives to the processes of both sides: what there is to measure, and not what is chosen of it.
  var workerArguments: [String] {
    (digest == .sha1 ? ["--sha1"] : []) + (includesCorpus ? ["--corpus"] : [])
      + roots.flatMap { ["--root", $0] } + ["--"] + files
  }

  static let help = """
    usage: compare [FILE …] [OPTION …]

    Measures this library beside its peers, on the same bytes, in one process.

    FILE is a receipt, DER or Base64; receipts are made up if none is given. One that can't be read is named with the
    reason and left out; the others are measured, and the exit status is 1.

    what is measured
      --only PATTERN,…  measures, or measures and inputs, with * ? [ ] as in a shell: walk,owned/large,sha*/6*
      --list            names what could be measured, as --only takes it, and who would be
      --seconds N       how long each comparison takes, about; 1 if not given
      --root FILE       the root certificate (DER) that the receipts lead to, if it is not Apple's or the fixtures'
      --sha1            signs the made-up receipts as those before 2023 were
      --corpus          walks, keeps and reads the real receipts in RECEIPT_CORPUS, too
      --write FOLDER    writes the made-up receipts, their root, and the certificates of der-certificate into files
      --portable        without instructions that not every processor has: builds the library anew, without its trait

    what it is compared with
      --baseline FILE   what --json or --save wrote before: prints how each row has changed, and what is noise
      --against REV     another revision of this library, built beside this one: both take turns, without peers

    where results go
      --json            nothing but a JSON array of rows on standard output; the first one has a head, too
      --markdown        tables in Markdown on standard output
      --save FILE       the head and the rows as JSON, too
      --html FILE       a page with the head, the chart and the tables, too
      --svg FILE        the chart, too: what the measures walk, owned, materialise and validate give on `large`

    Measures: \(Measure.allCases.map(\.rawValue).joined(separator: " ")).
    With FILE: \(Measure.ofReceipts.map(\.rawValue).joined(separator: " ")).
    Exit status: 0; 1 if a receipt can't be read or something fails; 2 if the command line makes no sense.
    """

  /// Reads the arguments.
  init(_ arguments: [String]) throws(UsageError) {
    self.arguments = arguments
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": isHelp = true
      case "--list": isList = true
      case "--json": try choose(.json)
      case "--markdown": try choose(.markdown)
      case "--sha1": digest = .sha1
      case "--corpus": includesCorpus = true
      case "--portable": isPortable = true
      case "--server": isServer = true
      case "--svg": svg = try Self.value(of: argument, &rest)
      case "--html": html = try Self.value(of: argument, &rest)
      case "--save": save = try Self.value(of: argument, &rest)
      case "--write": write = try Self.value(of: argument, &rest)
      case "--baseline": baseline = try Self.value(of: argument, &rest)
      case "--against": against = try Self.value(of: argument, &rest)
      case "--root": roots.append(try Self.value(of: argument, &rest))
      case "--only":
        patterns += try Self.value(of: argument, &rest).split(separator: ",").map {
          Pattern(text: String($0))
        }
        guard !patterns.isEmpty else { throw UsageError("--only needs the name of a measure") }
      case "--seconds":
        guard let number = Double(try Self.value(of: argument, &rest)), number > 0, number < 1e6
        else { throw UsageError("--seconds needs a number above 0") }
        seconds = number
      case "--":
        files += rest
        rest = []
      default:
        guard !argument.hasPrefix("-") else { throw UsageError("no such option: \(argument)") }
        files.append(argument)
      }
    }
    try checkTogether()
  }

  private mutating func choose(_ format: Format) throws(UsageError) {
    guard self.format == .text || self.format == format else {
      throw UsageError("--json and --markdown: only one fits on standard output")
    }
    self.format = format
  }

  private func checkTogether() throws(UsageError) {
    guard files.isEmpty || !includesCorpus else {
      throw UsageError("--corpus is a set of receipts of its own; leave it out, or the files")
    }
    guard files.isEmpty || digest == .sha256 else {
      throw UsageError("--sha1 is about receipts that are made up, not those in files")
    }
    guard !files.isEmpty || roots.isEmpty else {
      throw UsageError("--root is about receipts in files, and none is given")
    }
    guard baseline == nil || against == nil else {
      throw UsageError("--baseline and --against: one comparison at a time")
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

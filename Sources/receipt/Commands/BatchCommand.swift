import Foundation

/// `receipt batch`: many receipts, one line in and one line out for each.
struct BatchCommand: Command {
  private static let jobs = Option(
    "--jobs", .text("N"), "how many threads; as many as there are cores if it is not given")
  private static let paths = Option("--paths", "the lines are paths of files with receipts")
  private static let keyed = Option(
    "--keyed", "each line begins with a key and a tab; its answer has the key")
  private static let strict = Option(
    "--strict", "exit status 1 if any line has no answer, or is not valid")
  private static let answer = Option(
    "--answer", .choice("KIND", BatchAnswers.Kind.allCases.map(\.rawValue)),
    "what is printed of each receipt:\n"
      + "  summary: app, dates, numbers, the identifiers for the Server API (default)\n"
      + "  show: what 'receipt show --json' prints\n"
      + "  verify-receipt: the answer of Apple's verifyReceipt\n"
      + "  ids: all transactions\n"
      + "  owned: what is owned at the time of --at\n"
      + "  calls: nothing of each, but at the end the fewest calls of the App Store Server API for all of them; "
      + "the identifiers of all lines are kept in memory\n"
      + "  diff: each line is a stored answer of verifyReceipt; how it differs from the receipt in it"
  )

  static let manual = Manual(
    "batch", "Answers for many receipts, one a line, on all cores",
    [
      "Reads one receipt a line, in Base64, and prints one JSON object a line, in the same order. A line that holds "
        + "no receipt, or one that is not valid, gets a line with an error; unless --strict is given, the exit "
        + "status is 0 as long as all lines could be read. Standard error ends with a summary, and shows on a "
        + "terminal how far it is. Memory is bounded, however many lines there are."
    ],
    usage: ["[OPTIONS] [FILE]"],
    options: [
      answer, keyed, paths, jobs, strict, Option("--json", "nothing changes: the answers are JSON"),
      VerificationOptions.verify, VerificationOptions.date,
    ],
    groups: [VerificationOptions.group, LimitOptions.group],
    sections: [
      Manual.Section(
        title: "KEYS of each line",
        lines: [
          "line      its number, from 1",
          "key       with --keyed",
          "path      with --paths",
          "valid     true or false if it was checked",
          "skipped   the checks that nobody asked for",
          "error     \"code\" and \"message\", and \"offset\" or \"check\" where there is one",
          "the answer under the name of its kind",
        ])
    ])

  private let answers: BatchAnswers
  private let file: String
  private let jobs: Int
  private let isStrict: Bool
  private let limits: LimitOptions

  init(_ arguments: Arguments) throws(ToolError) {
    file = try arguments.file()
    limits = try LimitOptions(arguments)
    isStrict = arguments.has(Self.strict)
    jobs =
      try arguments.number(Self.jobs, in: 1...256) ?? ProcessInfo.processInfo.activeProcessorCount
    answers = BatchAnswers(
      arguments[Self.answer].flatMap(BatchAnswers.Kind.init) ?? .summary,
      isKeyed: arguments.has(Self.keyed), arePaths: arguments.has(Self.paths),
      try VerificationOptions(arguments), limits)
  }

  func run(_ console: Console) throws(ToolError) -> ExitStatus {
    let input = try BatchInput(file)
    let output = BatchOutput(console)
    if jobs == 1 {
      try read(input, output) { output.write($0.map(answers.answer)) }
    } else {
      let pipeline = OrderedPipeline<[BatchLine], [BatchAnswer]>(
        threads: jobs, transform: { [answers] in $0.map(answers.answer) },
        receive: { output.write($0) })
      defer { pipeline.finish() }
      try read(input, output) { pipeline.submit($0) }
    }
    let failed = try output.finish()
    return isStrict && failed > 0 ? .no : .yes
  }

  /// Reads all lines, as long as answers can be written.
  private func read(
    _ input: BatchInput, _ output: BatchOutput, submit: ([BatchLine]) -> Void
  ) throws(ToolError) {
    var reader = LineReader(maximumLength: limits.fileBytes)
    try reader.read(
      from: { () throws(ToolError) in
        if let failure = output.failure { throw failure }
        return try input.read()
      }, submit: submit)
  }
}

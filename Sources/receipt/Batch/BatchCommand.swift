import Foundation

/// `receipt batch`: many receipts, one line in and one line out for each.
struct BatchCommand: Command {
  private static let jobs = Option(
    "--jobs", .text("N"), "the number of threads (default: one per core)")
  private static let paths = Option("--paths", "each line is the path of a receipt")
  private static let keyed = Option(
    "--keyed", "each line starts with a key and a tab; the answer repeats the key")
  private static let strict = Option(
    "--strict", "exit status 1 if any line has no answer or is not valid")
  private static let answer = Option(
    "--answer", .choice("KIND", BatchAnswers.Kind.allCases.map(\.rawValue)),
    "what to print about each receipt:\n"
      + "  summary: app, dates, counts, identifiers for the App Store Server API (default)\n"
      + "  show: as 'receipt show --json'\n"
      + "  verify-receipt: the answer of Apple's verifyReceipt\n"
      + "  ids: as 'receipt ids --json'\n"
      + "  owned: as 'receipt owned --json'\n"
      + "  calls: at the end, the fewest calls to the App Store Server API for all receipts; use it with --verify; "
      + "keeps the identifiers of all lines in memory\n"
      + "  diff: as 'receipt diff --json'; each line is a stored answer of verifyReceipt. Verifies nothing"
  )

  static let manual = Manual(
    "batch", "Processes many receipts, one per line, on all cores",
    "Reads one receipt per line, in Base64, and prints one JSON object per line, in the same order. A line without a "
      + "valid receipt gets an error; without --strict, the exit status is still 0. Standard error gets a summary, "
      + "and on a terminal the progress. Memory is bounded.",
    usage: ["[OPTIONS] [FILE]"],
    options: [
      answer, keyed, paths, jobs, strict, Option("--json", "no effect: the output is always JSON"),
      VerificationOptions.verify, VerificationOptions.date,
    ],
    groups: [VerificationOptions.group],
    keys: [
      "line      the number of the line, from 1",
      "key       its key, with --keyed",
      "path      its path, with --paths",
      "valid     true or false, if the receipt was verified",
      "skipped   the checks without an expectation",
      "error     \"code\", \"message\", and \"offset\" or \"check\" if there is one",
      "The answer is under the name of its kind.",
    ])

  let arguments: CommonArguments

  private var answers: BatchAnswers {
    BatchAnswers(
      kind: arguments.given[Self.answer].flatMap(BatchAnswers.Kind.init) ?? .summary,
      isKeyed: arguments.given.has(Self.keyed), arePaths: arguments.given.has(Self.paths),
      verification: arguments.verification, limits: arguments.limits)
  }

  func run(_ console: Console) throws(ToolError) -> ExitStatus {
    let file = try arguments.given.file()
    let answers = answers
    guard answers.kind != .diff || !arguments.verification.isAsked else {
      throw .usage("'--answer diff' verifies nothing")
    }
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let jobs = try arguments.given.number(Self.jobs, in: 1...256) ?? cores
    let input = try FileDescriptor(reading: file)
    defer { try? input.close() }
    let output = BatchOutput(console)
    let pipeline = OrderedPipeline<[BatchLine], [BatchAnswer]>(
      threads: jobs, transform: { $0.map(answers.answer) }, receive: { output.write($0) })
    do {
      defer { pipeline.finish() }
      var reader = LineReader(maximumLength: arguments.limits.fileBytes)
      try reader.read(
        from: { () throws(ToolError) in
          if let failure = output.failure { throw failure }
          return try input.read()
        }, submit: pipeline.submit)
    }
    let failed = try output.finish()
    return arguments.given.has(Self.strict) && failed > 0 ? .checkFailed : .success
  }
}

import AppStoreReceipt
import Foundation

/// `receipt batch`: many receipts, one line in and one line out for each.
struct BatchCommand: Command {
  static let name = "batch"
  static let summary = "Answers for many receipts, one a line, on all cores"
  static let help = """
    Reads one receipt a line, in Base64, and prints one JSON object a line, in the same order. A line
    that holds no receipt, or one that is not valid, gets a line with an error: the exit status is 0 as
    long as all lines could be read. Memory is bounded, however many lines there are.

    USAGE: receipt batch [OPTIONS] [FILE]

    FILE has the lines; without it, standard input is read. On a terminal, standard error shows how far it is.

    OPTIONS:
      --jobs N           how many threads; as many as there are cores if it is not given
      --paths            the lines are paths of files with receipts
      --keyed            each line begins with a key and a tab; its answer has the key
      --answer KIND      what is printed of each receipt:
                           summary         app, dates, numbers, the identifiers for the Server API (default)
                           show            what 'receipt show --json' prints
                           verify-receipt  the answer of Apple's verifyReceipt
                           ids             all transactions
                           owned           what is owned at the time of --at
                           calls           nothing of each, but at the end the fewest calls of the App
                                           Store Server API for all of them; the identifiers of all
                                           lines are kept in memory
                           diff            each line is a stored answer of verifyReceipt; how it differs
                                           from the receipt in it
      --verify           check signature and expiry; a receipt that is not valid gets nothing but an error
    \(VerificationOptions.help)
      --at DATE          the time to judge by (RFC 3339), instead of now

    KEYS of each line: "line" its number from 1; "key"; "valid" true or false if it was checked, and "skipped", the checks that nobody asked for; "error" with
    "code" and "message", and "offset" or "check" where there is one; and the answer under the name of its kind.

    """

  private let answers: BatchAnswers
  private let file: String?
  private let jobs: Int

  init(_ arguments: [String]) throws(ToolError) {
    let arguments = try Arguments(
      arguments, flags: ["--paths", "--keyed"], values: ["--jobs", "--answer"], verifies: true)
    file = arguments.files.isEmpty ? nil : try arguments.file()
    if let text = arguments.values["--jobs"] {
      guard let number = Int(text), 1...256 ~= number else {
        throw .usage("--jobs needs a number from 1 to 256")
      }
      jobs = number
    } else {
      jobs = ProcessInfo.processInfo.activeProcessorCount
    }
    answers = try BatchAnswers(arguments)
  }

  func run() throws(ToolError) -> CommandResult {
    let input = try file.map { path throws(ToolError) in try BatchInput(path) } ?? .standardInput
    let output = BatchOutput()
    if jobs == 1 {
      try read(input, output) { output.write($0.map(answers.answer)) }
    } else {
      let pipeline = OrderedPipeline<[BatchLine], [BatchAnswer]>(
        threads: jobs, transform: { [answers] in $0.map(answers.answer) },
        receive: { output.write($0) })
      defer { pipeline.finish() }
      try read(input, output) { pipeline.submit($0) }
    }
    try output.finish()
    return CommandResult(output: "")
  }

  /// Reads all lines, as long as answers can be written.
  private func read(
    _ input: BatchInput, _ output: BatchOutput, submit: ([BatchLine]) -> Void
  ) throws(ToolError) {
    var reader = LineReader(maximumLength: InputFile.maximumLength)
    try reader.read(
      from: { () throws(ToolError) in
        if let failure = output.failure { throw failure }
        return try input.read()
      }, submit: submit)
  }
}

import ReceiptJSON

/// Prints everything that the tool prints. All text passes ``Swift/String/printable`` here, so no input can move the
/// cursor, ring a bell, or write a line of its own.
///
/// After a write error, nothing more is written; ``check()`` throws it.
final class Console {
  /// Writes bytes.
  typealias Sink = ([UInt8]) throws(ToolError) -> Void

  /// The file that the output is about, if there are several.
  private var file: String?
  /// The lines to print before the first line about that file.
  private var heading: [String] = []

  /// Whether standard input is a terminal.
  let isInputTerminal: Bool
  /// Whether standard output is a terminal.
  let isOutputTerminal: Bool

  private let output: Sink
  private let errors: Sink
  private var buffer: [UInt8] = []
  private var failure: ToolError?

  private static let blockBytes = 1 << 16

  init(
    output: @escaping Sink, errors: @escaping Sink, isInputTerminal: Bool,
    isOutputTerminal: Bool = false
  ) {
    self.output = output
    self.isInputTerminal = isInputTerminal
    self.isOutputTerminal = isOutputTerminal
    self.errors = errors
  }

  /// Starts the output about one of several files: lines get a heading, JSON objects a key.
  func begin(_ file: String, isFirst: Bool) {
    self.file = file
    heading = (isFirst ? [] : [""]) + ["==> \(file) <=="]
  }

  /// One line of text.
  func line(_ text: String) {
    for line in heading + [text] { write((line.printable + "\n").utf8) }
    heading = []
  }

  func lines(_ texts: some Sequence<String>) {
    for text in texts { line(text) }
  }

  /// Prints an answer and its remark.
  func print(_ answer: any Answer, asJSON isJSON: Bool) -> ExitStatus {
    if isJSON { json { answer.write(to: &$0) } } else { lines(answer.lines) }
    if let text = answer.remark { remark(text) }
    return answer.status
  }

  /// One JSON object, indented; with several files, or if `isLine`, on one line. With several files, it begins with the
  /// file.
  func json(isLine: Bool = false, _ members: (inout JSONWriter) -> Void) {
    var writer = JSONWriter(isIndented: !isLine && file == nil)
    writer.object { writer in
      writer.member("file", file)
      members(&writer)
    }
    jsonLines(writer.bytes + [UInt8(ascii: "\n")])
  }

  /// Lines of JSON.
  func jsonLines(_ lines: [UInt8]) {
    write(lines.asASCIIEscapes)
  }

  /// A sentence about the file, on standard error.
  func remark(_ text: String) {
    let subject = file.map { $0 + ": " } ?? ""
    errorLine("receipt: " + subject + text)
  }

  /// The error of a command, on standard error.
  func report(_ error: ToolError) {
    // All other errors name their file.
    if error.kind == .input {
      remark(error.message)
    } else {
      errorLine("receipt: " + error.message)
    }
    for line in error.details { errorLine(line) }
  }

  /// One line on standard error.
  func errorLine(_ line: String) {
    // After the lines of standard output that it is about.
    flush()
    // If that fails, too, nobody can be told.
    try? errors(Array((line.printable + "\n").utf8))
  }

  /// Throws the first write error.
  func check() throws(ToolError) {
    if let failure { throw failure }
  }

  /// Writes the rest.
  func finish() throws(ToolError) {
    flush()
    try check()
  }

  /// Bytes that are not text, unchanged.
  func write(_ bytes: some Collection<UInt8>) {
    guard failure == nil else { return }
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.blockBytes { flush() }
  }

  private func flush() {
    guard failure == nil, !buffer.isEmpty else { return }
    do throws(ToolError) {
      try output(buffer)
    } catch {
      failure = error
    }
    buffer.removeAll(keepingCapacity: true)
  }
}

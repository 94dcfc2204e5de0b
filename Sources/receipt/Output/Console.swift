import VerifyReceipt

/// Where everything goes that the tool prints. All text passes ``Swift/String/printable`` here, so nothing out of an
/// input can move a cursor, ring a bell, or write a line of its own.
///
/// After a failure to write, nothing more is written; ``check()`` throws it.
final class Console {
  /// Writes bytes; the error if that fails.
  typealias Sink = ([UInt8]) -> SystemError?

  /// The file that the answers are about, if there are several.
  private var file: String?
  /// What stands above the first line about that file.
  private var heading: [String] = []

  /// Whether there is a person in the place of a file.
  let isInputTerminal: Bool

  private let output: Sink
  private let errors: Sink
  private var buffer: [UInt8] = []
  private var failure: SystemError?

  private static let blockBytes = 1 << 16

  init(output: @escaping Sink, errors: @escaping Sink, isInputTerminal: Bool) {
    self.output = output
    self.isInputTerminal = isInputTerminal
    self.errors = errors
  }

  /// Says which of several files what follows is about: lines get a heading, JSON objects a key.
  func begin(_ file: String, isFirst: Bool) {
    self.file = file
    heading = (isFirst ? [] : [""]) + ["==> \(file) <=="]
  }

  /// One line of text.
  func line(_ text: String) {
    if !heading.isEmpty {
      let lines = heading
      heading = []
      self.lines(lines)
    }
    write(text.printable.utf8)
    write(CollectionOfOne(UInt8(ascii: "\n")))
  }

  func lines(_ texts: some Sequence<String>) {
    for text in texts { line(text) }
  }

  /// One JSON object: indented, or on one line with the name of its file if there are several.
  func json(_ object: VerifyReceiptJSON.Object) {
    json(VerifyReceiptJSON.object(object).json())
  }

  /// - Parameter object: a JSON object without white space.
  func json(_ object: [UInt8]) {
    guard file == nil else { return jsonLine(object) }
    write(IndentedJSON(object).bytes.asASCIIEscapes)
  }

  /// One JSON object on one line.
  func jsonLine(_ object: VerifyReceiptJSON.Object) {
    jsonLine(VerifyReceiptJSON.object(object).json())
  }

  private func jsonLine(_ object: [UInt8]) {
    guard let file else { return jsonLines(object + [UInt8(ascii: "\n")]) }
    var first = JSONLine()
    first.add("file", .string(file))
    let members = object.dropFirst()
    let separator = members.count > 1 ? [UInt8(ascii: ",")] : []
    jsonLines(first.bytes.dropLast() + separator + members + [UInt8(ascii: "\n")])
  }

  /// Lines of JSON that were written already.
  func jsonLines(_ lines: [UInt8]) {
    write(lines.asASCIIEscapes)
  }

  /// Bytes that are no text, as they are.
  func bytes(_ bytes: [UInt8]) {
    write(bytes)
  }

  /// A sentence on standard error that is about the file.
  func remark(_ text: String) {
    let subject = file.map { $0 + ": " } ?? ""
    errorLine("receipt: " + subject + text)
  }

  /// Why a command ends early, on standard error.
  func report(_ error: ToolError) {
    // Others than those about an input name their file.
    if case .input = error { remark(error.message) } else { errorLine("receipt: " + error.message) }
    for line in error.details { errorLine(line) }
  }

  /// One line on standard error.
  func errorLine(_ line: String) {
    // It follows the lines of standard output that it is about.
    flush()
    // If that fails too, there is nobody left to tell.
    _ = errors(Array(line.printable.utf8) + [UInt8(ascii: "\n")])
  }

  /// Whether everything could be written so far.
  func check() throws(ToolError) {
    if let failure { throw .system("cannot write standard output: \(failure)") }
  }

  /// Writes what is left.
  func finish() throws(ToolError) {
    flush()
    try check()
  }

  private func write(_ bytes: some Collection<UInt8>) {
    guard failure == nil else { return }
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.blockBytes { flush() }
  }

  private func flush() {
    guard failure == nil, !buffer.isEmpty else { return }
    failure = output(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}

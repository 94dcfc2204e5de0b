import Foundation
import FuzzSupport
@testable import ReceiptTool

// Many receipts, one in a line.

extension CommandsProperty {
  /// Each line is answered in its place as it is alone, whatever is before it; with its key or its path, if it has one.
  static func checkBatch(_ choices: inout Choices) {
    let kind = choices.pick(["summary", "show", "ids", "owned", "verify-receipt"])
    let way = choices.pick([[], ["--keyed"], ["--paths"]])
    let lines = (0..<1 + choices.below(6)).map { place in
      let line = choices.pick(way == ["--paths"] ? files.inputs : files.lines)
      return way == ["--keyed"] ? choices.pick(["\(place)\t", "<\u{E9}>\t", ""]) + line : line
    }
    let ending = choices.pick(["\n", "\r\n"])
    // So that a long line is too long.
    let options =
      ["batch", "--answer", kind, "--at", "2025-04-02T00:00:00Z", "--max-bytes", "20000"] + way
      + ["--jobs", choices.pick(["1", "3"])]
    func run(_ text: String, _ more: [String] = []) -> CommandRun {
      let path = "\(files.folder)/lines"
      do {
        try Data(text.utf8).write(to: URL(filePath: path))
      } catch {
        fatalError("\(path): \(error)")
      }
      return CommandRun(options + more + [path])
    }
    let alone = lines.map { run($0 + ending) }
    let isLastOpen = choices.below(2) == 0 && lines.last?.isEmpty == false
    let text = lines.joined(separator: ending) + (isLastOpen ? "" : ending)
    let all = run(text)
    let answers = all.text.split(separator: "\n")
    require(answers.count == lines.count, "\(answers.count) answers for \(lines.count) lines")
    var areAllRead = true
    for (index, (answer, own)) in zip(answers, alone).enumerated() {
      let start = "{\"line\":\(index + 1)"
      require(answer.hasPrefix(start + ","), "line \(index + 1): \(answer)")
      let rest = answer.dropFirst(start.count)
      require(
        own.text == "{\"line\":1\(rest)\n", "line \(index + 1) is \(answer), alone \(own.text)")
      checkBatchLine(lines[index], String(rest), way)
      areAllRead = areAllRead && !rest.contains("\"error\":{")
    }
    require(all.status == .success, "\(all.status)")
    let strict = run(text, ["--strict"])
    require(
      strict.output == all.output && (strict.status == .success) == areAllRead,
      "strict: \(strict.status)")
  }

  /// Lines are those of the text, however it comes in pieces; a longer one than allowed is marked, and cut.
  static func checkLines(_ choices: inout Choices) {
    let limit = 1 + choices.below(5)
    let text = (0..<choices.below(24)).map { _ in
      choices.pick(Array("\n\r\nab".utf8))
    }
    var (pieces, rest): ([[UInt8]], ArraySlice<UInt8>) = ([], text[...])
    while !rest.isEmpty {
      let count = 1 + choices.below(4)
      pieces.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    var expected = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { line in
        let content = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        return (Array(content.prefix(limit)), content.count > limit)
      }
    // Behind the last line feed there is no line.
    if text.last.map({ $0 == UInt8(ascii: "\n") }) ?? true { expected.removeLast() }
    var (reader, lines): (LineReader, [BatchLine]) = (LineReader(maximumLength: limit), [])
    do throws(ToolError) {
      try reader.read(
        from: { () throws(ToolError) in pieces.isEmpty ? [] : pieces.removeFirst() },
        submit: { lines += $0 })
    } catch {
      require(false, "\(error)")
    }
    require(lines.map(\.number) == Array(0..<expected.count).map { $0 + 1 }, "numbers: \(lines)")
    for (line, (bytes, isTooLong)) in zip(lines, expected) {
      require(
        line.bytes == bytes && line.isTooLong == isTooLong, "\(line), not \(bytes) of \(text)")
    }
  }

  private static func checkBatchLine(_ line: String, _ answer: String, _ way: [String]) {
    let receipts = [files.lines[0], files.lines[1]]
    switch way.first {
    case "--keyed":
      guard let tab = line.firstIndex(of: "\t") else {
        return require(answer.contains("\"code\":\"noKey\""), "without a key: \(answer)")
      }
      require(answer.hasPrefix(",\"key\":\"\(line[..<tab])\""), "the key of \(answer)")
    case "--paths": require(answer.hasPrefix(",\"path\":\"\(line)\""), "the path of \(answer)")
    default:
      require(receipts.contains(line) != answer.contains("\"error\":{"), "\(line): \(answer)")
      require(
        (line.utf8.count > 40_001) == answer.contains("\"code\":\"tooLong\""), "too long: \(answer)"
      )
    }
  }
}

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
    var breaks = 0
    do throws(ToolError) {
      try reader.read(
        from: { () throws(ToolError) in
          // Who has sent a line may wait for its answer.
          require(lines.count == breaks, "\(lines.count) lines of \(breaks) before the next piece")
          let piece = pieces.isEmpty ? [] : pieces.removeFirst()
          breaks += piece.count { $0 == UInt8(ascii: "\n") }
          return piece
        }, submit: { lines += $0 })
    } catch {
      require(false, "\(error)")
    }
    require(lines.map(\.number) == Array(0..<expected.count).map { $0 + 1 }, "numbers: \(lines)")
    for (line, (bytes, isTooLong)) in zip(lines, expected) {
      require(
        line.bytes == bytes && line.isTooLong == isTooLong, "\(line), not \(bytes) of \(text)")
    }
  }

  /// Of a long piece, all lines are there, however many blocks they take.
  static func checkBlocks(_ choices: inout Choices) {
    let (count, length) = (1 + choices.below(160), 4096 + choices.below(3))
    let line = Array(repeating: UInt8(ascii: "a"), count: length)
    var pieces = [Array((0..<count).map { _ in line + [0x0A] }.joined())]
    var (reader, blocks): (LineReader, [[BatchLine]]) = (LineReader(maximumLength: 8), [])
    do throws(ToolError) {
      try reader.read(
        from: { () throws(ToolError) in pieces.popLast() ?? [] }, submit: { blocks.append($0) })
    } catch {
      require(false, "\(error)")
    }
    let lines = Array(blocks.joined())
    require(
      lines.map(\.number) == Array(1...count)
        && lines.allSatisfy { $0.isTooLong && $0.bytes == Array(line.prefix(8)) },
      "\(lines.count) lines in \(blocks.map(\.count)) of \(count)")
    require(
      blocks.allSatisfy { !$0.isEmpty && ($0.count - 1) * (length + 1) < 1 << 18 },
      "blocks of \(blocks.map(\.count)) lines of \(length)")
  }

  /// What threads make of items comes in the order of these, each once, however long one takes.
  static func checkOrder(_ choices: inout Choices) {
    final class Results: @unchecked Sendable { var numbers: [Int] = [] }
    let (threads, count) = (1 + choices.below(4), choices.below(24))
    let (slow, results) = (2 + choices.below(3), Results())
    let pipeline = OrderedPipeline<Int, Int>(
      threads: threads,
      transform: { number in
        if number % slow == 0 { Thread.sleep(forTimeInterval: 0.000_2) }
        return number * 3
      }, receive: { results.numbers.append($0) })
    for number in 0..<count { pipeline.submit(number) }
    pipeline.finish()
    let expected = (0..<count).map { $0 * 3 }
    require(results.numbers == expected, "\(results.numbers) on \(threads) threads")
  }

  // MARK: Keys and paths

  /// A key ends at the first tab; what is no text names nothing, and the list is no file of its own.
  static func checkKeys(_ choices: inout Choices) {
    let receipt = Array(files.lines[choices.below(2)].utf8)
    let noText = #""error":{"code":"noKey","message":"the key is not UTF-8"}}"#
    let noPath = #""error":{"code":"cannotRead","message":"the path is not UTF-8"}}"#
    let noList = "'-' is not a path; a file of that name is ./-"
    let list = #""error":{"code":"cannotRead","message":"\#(noList)"}}"#
    let (mark, receipts) = ("\u{FEFF}a", files.inputs[0])
    let rows: [(option: String, bytes: [UInt8], start: String, end: String)] = [
      ("--keyed", Array("a\t".utf8) + receipt, #""key":"a","summary":{"#, "}}"),
      ("--keyed", [0x09] + receipt, #""key":"","summary":{"#, "}}"),
      ("--keyed", Array("\(mark)\t".utf8) + receipt, #""key":"\#(mark)","summary":{"#, "}}"),
      // Behind the second tab would be a receipt.
      ("--keyed", Array("a\tb,\t".utf8) + receipt, #""key":"a","error":{"#, "}}"),
      ("--keyed", [0xFF, 0x09] + receipt, noText, "}"), ("--keyed", [0xC3, 0x09], noText, "}"),
      ("--paths", [0xFF], noPath, "}"), ("--paths", [0x2D], #""path":"-","# + list, "}"),
      ("--paths", Array(receipts.utf8), #""path":"\#(receipts)","summary":{"#, "}}"),
    ]
    let (option, bytes, start, end) = choices.pick(rows)
    let isTooLong = option == "--keyed" && start.hasPrefix(#""key""#) && choices.below(4) == 0
    let arguments: CommonArguments
    do throws(ToolError) {
      arguments = try CommonArguments(
        Arguments([option, "--at", date], of: BatchCommand.manual))
    } catch {
      fatalError("\(error)")
    }
    let answers = BatchAnswers(
      kind: .summary, isKeyed: arguments.given.has(Option("--keyed", "")),
      arePaths: arguments.given.has(Option("--paths", "")), verification: arguments.verification,
      limits: arguments.limits)
    let answer = answers.answer(BatchLine(number: 12, bytes: bytes, isTooLong: isTooLong))
    let text = String(decoding: answer.bytes, as: UTF8.self)
    let key = String(start.prefix { $0 != "," })
    let expected = isTooLong ? key + #","error":{"code":"tooLong","# : start
    require(
      text.utf8.starts(with: "{\"line\":12,\(expected)".utf8) && text.hasSuffix(end + "\n")
        && (answer.failure != nil) == expected.contains("\"error\""),
      "\(option) \(bytes.prefix(20)): \(text), not \(expected)")
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

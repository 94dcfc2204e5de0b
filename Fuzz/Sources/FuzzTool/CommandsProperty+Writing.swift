import Foundation
import FuzzSupport
@testable import ReceiptTool

// Files that are no ordinary ones, outputs that fail, and names in a shell.

extension CommandsProperty {
  /// Where a file system has no links, a new file is written all the same; one that somebody else has made meanwhile
  /// stays as it is; and nothing unfinished is left behind.
  static func checkWithoutLinks(_ choices: inout Choices) {
    let folder = "\(files.folder)/links"
    let target = folder + "/new"
    try? FileManager.default.removeItem(atPath: folder)
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let number = choices.pick([EPERM, ENOTSUP, ENOSYS, EEXIST, EIO])
    let isTaken = choices.below(2) == 0
    let (mine, others) = (Array("mine".utf8), Data("another's".utf8))
    var isWritten = true
    do throws(ToolError) {
      let file = try OutputFile(
        target, input: nil, replaces: choices.below(2) == 0,
        link: { _, new in
          if isTaken { _ = FileManager.default.createFile(atPath: new, contents: others) }
          errno = number
          return -1
        })
      try file.write(mine)
    } catch {
      isWritten = false
    }
    let isRight = ![EEXIST, EIO].contains(number) && !isTaken
    let found = FileManager.default.contents(atPath: target)
    var expected: Data? = isTaken ? others : nil
    if isRight { expected = Data(mine) }
    require(
      isWritten == isRight && found == expected,
      "error \(number), taken: \(isTaken), written: \(isWritten)")
    let left = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    require(left == (found == nil ? [] : ["new"]), "left behind: \(left)")
  }

  /// What is no regular file is written to, and stays what it is.
  static func checkPipe() {
    let path = "\(files.folder)/pipe"
    unsafe unlink(path)
    let isMade = unsafe mkfifo(path, 0o600) == 0
    let number = isMade ? unsafe open(path, O_RDWR | O_NONBLOCK) : -1
    require(number >= 0, "no pipe at \(path)")
    defer { _ = close(number) }
    let run = CommandRun(["redact", "-o", path, files.inputs[0]])
    var kind: FileStatus?
    do throws(ToolError) {
      kind = try FileStatus(path: path, to: "")
    } catch {
      require(false, "\(path): \(error)")
    }
    require(run.status == .success && kind?.isRegular == false, "a pipe: \(run.errorText)")
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      count = max(0, unsafe Foundation.read(number, buffer.baseAddress, 1 << 16))
    }
    let expected = Data(base64Encoded: files.lines[0])?.count
    require(bytes.count == expected, "\(bytes.count) bytes in a pipe")
  }

  // MARK: Failures

  /// What can't be written is said once, in the end; then nothing was printed, and nothing more is.
  static func checkFull(_ choices: inout Choices) {
    final class Sink {
      var calls = 0
      var errors: [UInt8] = []
    }
    let sink = Sink()
    let console = Console(
      output: { (_) throws(ToolError) in
        sink.calls += 1
        throw ToolError.system("it is full")
      }, errors: { (bytes) throws(ToolError) in sink.errors += bytes }, isInputTerminal: true)
    let command = choices.pick([["show"], ["ids", "--json"], ["attributes"], ["tree"], ["redact"]])
    let status = Tool.run(command + [files.inputs[0]], console)
    let errors = String(decoding: sink.errors, as: UTF8.self)
    require(
      status == .usageError && sink.calls == 1 && errors.hasSuffix("receipt: it is full\n"),
      "\(command), full: \(status), \(sink.calls) calls, \(errors)")
  }

  /// On a terminal no bytes are printed that are no text.
  static func checkTerminal(_ choices: inout Choices) {
    let (file, isText) = choices.pick([
      (files.inputs[0], false), (files.inputs[1], false), (files.base64, true),
    ])
    for isTerminal in [false, true] {
      let run = CommandRun(["redact", file], isOutputTerminal: isTerminal)
      let isRefused = isTerminal && !isText
      require(
        (run.status == .usageError) == isRefused && run.output.isEmpty == isRefused,
        "\(file) on a terminal: \(isTerminal), \(run.status)")
    }
  }

  // MARK: Shells

  /// A name is one word of a shell, which no command takes for an option.
  static func checkWords(_ choices: inout Choices) {
    let parts = [
      "a", " ", "'", "-", "\u{301}", "$", "\\", "\"", "\u{E9}", ";", "~", "\n", "*", "/",
    ]
    let name = (0..<choices.below(5)).map { _ in choices.pick(parts) }.joined()
    let word = name.shellWord
    let isOption = name.utf8.first == UInt8(ascii: "-") && name.utf8.count > 1
    let expected = (isOption ? "./" : "") + name
    require(
      unquoted(word).map { Array($0.utf8) } == Array(expected.utf8), "\(name) is the word \(word)")
  }

  /// What a shell makes of a word: `nil` if it isn't one, or if it has a character with a meaning.
  private static func unquoted(_ word: String) -> String? {
    var text = String.UnicodeScalarView()
    var (isQuoted, isEscaped, isEmpty) = (false, false, true)
    for scalar in word.unicodeScalars {
      isEmpty = false
      if isQuoted {
        if scalar == "'" { isQuoted = false } else { text.append(scalar) }
      } else if isEscaped {
        isEscaped = false
        text.append(scalar)
      } else if scalar == "'" {
        isQuoted = true
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar.isASCII, " $;~\n*\"&|<>()`#!?[]{}".unicodeScalars.contains(scalar) {
        return nil
      } else {
        text.append(scalar)
      }
    }
    return isQuoted || isEscaped || isEmpty ? nil : String(text)
  }
}

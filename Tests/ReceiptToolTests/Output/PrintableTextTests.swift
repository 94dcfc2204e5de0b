import Foundation
import ReceiptParsing
import TestSupport
import Testing

@testable import receipt

/// Nothing out of an input reaches a terminal as it is: not in a value, a name, a path or an error.
@Suite struct PrintableTextTests {
  /// What terminals obey or do not show: C0, DEL, C1 (in UTF-8), directions, zero width, line separators.
  private static let hostile: [String] = [
    "\u{1B}[2J", "\u{1B}]0;title\u{7}", "\u{7}", "\u{8}", "\r", "\u{B}", "\u{7F}", "\u{9B}31m",
    "\u{85}", "\u{202E}", "\u{2066}", "\u{200F}", "\u{200B}", "\u{FEFF}", "\u{AD}", "\u{2028}",
    "\u{34F}", "\u{3164}", "\u{E0041}", "\nreceipt: faked", "\n==> faked <==",
  ]

  @Test func `DEL is escaped in JSON that is otherwise ASCII`() {
    #expect(Array(#"{"a":"\#u{7F}"}"#.utf8).asASCIIEscapes == Array(#"{"a":"\u007f"}"#.utf8))
  }

  @Test func `One long cell does not widen every row of a table`() throws {
    let long = String(repeating: "x", count: 10_000)
    let rows = [[long, "first"]] + (0..<1000).map { ["a\($0)", "b"] }
    let lines = TextTable.lines(["Name", "Rest"], rows)
    let size = lines.reduce(0) { $0 + $1.utf8.count }
    #expect(size < 30_000, "not 10,000 for each row")
    #expect(lines[0] == "  Name  Rest" && lines[1] == "  \(long)  first")
    #expect(lines[2] == "  a0    b" && lines.count == 1002)
  }

  @Test(arguments: [(63, 63), (64, 64), (65, 4)])
  func `Rows are padded to cells of up to 64 columns`(count: Int, width: Int) throws {
    let lines = TextTable.lines(
      ["Name", "Rest"], [[String(repeating: "x", count: count), "a"], ["x", "b"]])
    #expect(lines[0] == "  " + "Name".padded(to: width) + "  Rest")
    #expect(lines[1] == "  " + String(repeating: "x", count: count) + "  a")
    #expect(lines[2] == "  " + "x".padded(to: width) + "  b")
  }

  /// A fixture in which every run of text was overwritten with hostile text of the same number of bytes.
  private static func receipt(_ fixture: String, using generator: inout SeededGenerator) throws
    -> [UInt8]
  {
    var bytes = try Fixtures.receipt(fixture)
    var start = 0
    while start < bytes.count {
      // A primitive string with a short length, and text in it.
      let strings: Set<UInt8> = [0x0C, 0x13, 0x16, 0x1E]
      guard strings.contains(bytes[start]), start + 2 < bytes.count, bytes[start + 1] < 0x80,
        start + 2 + Int(bytes[start + 1]) <= bytes.count
      else {
        start += 1
        continue
      }
      let range = start + 2..<start + 2 + Int(bytes[start + 1])
      guard bytes[range].allSatisfy({ 0x20..<0x7F ~= $0 }), Bool.random(using: &generator) else {
        start += 1
        continue
      }
      bytes.replaceSubrange(range, with: text(range.count, using: &generator))
      start = range.upperBound
    }
    return bytes
  }

  /// Hostile text of so many bytes.
  private static func text(_ count: Int, using generator: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let next = Array((hostile.randomElement(using: &generator) ?? "").utf8)
      bytes += bytes.count + next.count <= count ? next : [UInt8(ascii: "x")]
    }
    return bytes
  }

  /// What is wrong with text that is printed.
  private func problem(_ text: String) -> String? {
    for scalar in text.unicodeScalars where scalar != "\n" {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        return "U+\(String(scalar.value, radix: 16))"
      default: if scalar.properties.isDefaultIgnorableCodePoint { return "invisible" }
      }
    }
    let isFaked = text.split(separator: "\n").contains {
      $0.hasPrefix("receipt: faked") || $0.hasPrefix("==> faked")
    }
    return isFaked ? "a faked line" : nil
  }

  private func check(_ arguments: [String]) {
    let outcome = Tool.run(arguments)
    #expect(problem(outcome.output) == nil, "\(arguments.map(\.debugDescription))")
    #expect(problem(outcome.errors) == nil, "\(arguments.map(\.debugDescription))")
  }

  private static let commands: [[String]] = [
    ["show"], ["show", "--json"], ["show", "--format", "verify-receipt"],
    ["show", "--format", "verify-receipt", "--verify"], ["verify"], ["verify", "--json"],
    ["verify", "--bundle-id", "\u{1B}[31m", "--version", "\u{202E}"], ["owned"],
    ["owned", "--json"], ["owned", "--verify"], ["ids"], ["ids", "--json"], ["doctor"],
    ["doctor", "--json"], ["doctor", "--repaired"], ["attributes"], ["tree"], ["tree", "--json"],
    ["redact", "--json"], ["batch", "--paths"], ["diff"],
  ]

  @Test func `The receipts of the property really hold hostile text`() throws {
    var generator = SeededGenerator(seed: 1)
    let bytes = try Self.receipt("every-field", using: &generator)
    let receipt = try AppReceipt(bytes)
    let texts =
      [receipt.bundleIdentifier, receipt.appVersion]
      + receipt.inAppReceipts.map(\.productIdentifier)
    #expect(texts.contains { $0.map { problem($0) != nil } ?? false })
  }

  @Test(arguments: commands)
  func `Hostile text in any field comes out harmless`(command: [String]) throws {
    for seed in (0..<12).thinnedInDebug(by: 6) {
      var generator = SeededGenerator(seed: UInt64(seed))
      for fixture in ["every-field", "ios-sha256-subscriptions", "xcode-ber"] {
        let bytes = try Self.receipt(fixture, using: &generator)
        try withFile(bytes) { file in
          check(command + [file])
          check(command + [file, file])
        }
        try withFile(Array(Data(bytes).base64EncodedData().dropLast(40))) { check(command + [$0]) }
      }
    }
  }

  @Test(arguments: commands)
  func `Hostile text that is no receipt comes out harmless`(command: [String]) throws {
    for hostile in Self.hostile {
      let key = String(
        decoding: try JSONEncoder().encode([hostile: String(repeating: "MIIB", count: 20)]),
        as: UTF8.self)
      let inputs = [
        hostile, "MIIB\(hostile)", key,
        #"{"status":0,"environment":\#(key),"receipt":\#(key),"latest_receipt":"MIIB"}"#,
        #"{"status":0,"environment":"\#(hostile)","receipt":{"\#(hostile)":"\#(hostile)"}}"#,
        "{\n\t\"signature\" = \"\(hostile)\";\n\t\"purchase-info\" = \"\(hostile)\";\n}",
        "-----BEGIN \(hostile)-----", "eyJhbGciOiJFUzI1NiJ9.\(hostile).c2ln",
      ]
      for input in inputs {
        try withFile(Array(input.utf8)) { file in
          check(command + [file])
          check(["diff", path("vpp"), file])
          check(["owned", path("vpp"), "--renewals", file])
          check(["verify", path("vpp"), "--root", file])
        }
      }
    }
  }

  @Test func `Hostile names of files, commands, options and values come out harmless`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for hostile in Self.hostile {
      let file = folder.path(percentEncoded: false) + "/a" + hostile
      try Data(try Fixtures.receipt("every-field").dropLast(9)).write(to: URL(filePath: file))
      let lines = folder.path(percentEncoded: false) + "/lines"
      try Data((file + "\n" + hostile).utf8).write(to: URL(filePath: lines))
      for command in Self.commands {
        check(command + [file])
        check(command + [file + "/x"])
        check(command + [file, file])
        check(command + [lines])
        check([command[0], hostile])
        check([command[0], "--\(hostile)"])
        check([command[0], "--\(hostile)=\(hostile)", "--at", hostile])
      }
      check([hostile])
      check(["help", hostile])
      check(["completion", hostile])
      check(["redact", "-o", file, file])
      for option in ["--at", "--device", "--environment", "--root", "--max-bytes"] {
        check(["verify", file, option, hostile])
      }
      check(["batch", "--answer", hostile, "--jobs", hostile])
    }
  }

  @Test func `JSON keeps the values that it escapes`() throws {
    var generator = SeededGenerator(seed: 4)
    let bytes = try Self.receipt("every-field", using: &generator)
    try withFile(bytes) { file in
      let json = try JSONValue(parsing: Tool.run(["show", "--json", file]).output)
      let receipt = try AppReceipt(bytes)
      #expect(json["bundleIdentifier"]?.string == receipt.bundleIdentifier)
      let products = json["inApp"]?.elements.map { $0["productIdentifier"]?.string }
      #expect(products == receipt.inAppReceipts.map(\.productIdentifier))
    }
  }
}

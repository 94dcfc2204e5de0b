import Foundation
public import FuzzSupport
import Inspection
import ReceiptParsing
@testable import ReceiptTool
import ReceiptValidation
import TextCoding
import TransactionReceipts

/// The input is anything that somebody has instead of a receipt. The doctor finds something, the same each time, and says
/// it in JSON, too. A receipt is found as it is, also inside Base64 and JSON; whatever it finds is one; and nothing that
/// Apple hasn't signed is healthy. What the commands say of it in JSON has the members of what it is about.
public enum DoctorProperty: FuzzProperty {
  /// `doctor`.
  public static let name = "doctor"
  /// Texts, mostly.
  public static let isTree = false

  // The date is given, since nothing may depend on the clock.
  static let arguments: CommonArguments = {
    do throws(ToolError) {
      return try CommonArguments(
        Arguments(["--at", "2025-06-01T00:00:00Z"], of: DoctorCommand.manual))
    } catch {
      fatalError("\(error)")
    }
  }()

  /// Ends the process if something does not hold.
  public static func check(_ input: RawSpan, _ places: borrowing Places) {
    let bytes = input.copy
    let diagnosis = diagnose(bytes)
    require(!diagnosis.findings.isEmpty, "nothing found")
    require(diagnosis.findings.allSatisfy { $0.offset.map { $0 >= 0 } ?? true }, "offsets")
    require(diagnose(bytes).findings == diagnosis.findings, "another diagnosis")
    require(diagnosis.lines.count > diagnosis.findings.count, "a conclusion")
    ToolAnswers.check(bytes, diagnosis, arguments)
    WriterCheck.check(bytes)
    if bytes.count % 16 == 0 { checkJWS(bytes) }
    if bytes.count % 16 == 1 { checkKeys() }
    if bytes.count % 16 == 2 { checkTransactions() }
    if bytes.count % 16 == 3 { checkDocuments(bytes) }
    let isReceipt = (try? AppReceipt(bytes)) != nil
    if let found = diagnosis.receipt {
      require(
        (try? AppReceipt(found)) != nil || (try? TransactionReceipt(found)) != nil,
        "found what is none: \(found.hexadecimal)")
    }
    if isReceipt {
      require(diagnosis.receipt == bytes && !diagnosis.isWrapped, "a receipt as it is")
      if let receipt = try? AppReceipt(bytes) {
        FindingsCheck.check(receipt, diagnosis.findings)
      }
      checkWrapped(diagnosis)
      checkCut(bytes)
    }
    // Of foreign receipts, which the tests don't have, some are Apple's.
    if !isReceipt, diagnosis.receipt == nil {
      require(!diagnosis.isHealthy, "healthy, and none")
    }
    if diagnosis.isHealthy, let receipt = try? AppReceipt(bytes) {
      let report = arguments.verification.expected.report(on: receipt)
      require(report.failures.isEmpty, "healthy, but \(report.failures)")
    }
    if let found = diagnosis.receipt, let transaction = try? TransactionReceipt(found) {
      let failures = arguments.verification.expected.report(on: transaction).failures
      require(
        diagnosis.isHealthy == (failures.isEmpty && !diagnosis.isWrapped)
          && diagnosis.problemCount >= failures.count,
        "each failed check is a problem: \(failures), \(diagnosis.findings)")
    }
  }

  /// A JWS has three parts, and a signature.
  private static func checkJWS(_ bytes: [UInt8]) {
    let payload = Data("{\"bundleId\":\"\(bytes.count)\"}".utf8).base64EncodedString()
      .replacing("=", with: "")
    for (signature, isWhole) in [("", false), (".", false), (".AA", true), (".AA.", false)] {
      let codes = diagnose(Array("eyJhbGciOiJFUzI1NiJ9.\(payload)\(signature)".utf8)).findings
        .map(\.code)
      require(codes == ["jsonWebSignature"] + (isWhole ? [] : ["truncated"]), "a JWS: \(codes)")
    }
  }

  /// A private key is named as one, whatever its kind.
  private static func checkKeys() {
    for kind in ["", "RSA ", "EC ", "ENCRYPTED "] {
      let pem = "-----BEGIN \(kind)PRIVATE KEY-----\nMAA=\n-----END \(kind)PRIVATE KEY-----\n"
      let codes = diagnose(Array(pem.utf8)).findings.map(\.code)
      require(codes.contains("privateKey"), "a private key: \(codes)")
    }
  }

  static func diagnose(_ bytes: [UInt8]) -> Diagnosis {
    Diagnosis(bytes, arguments.verification.expected)
  }

  /// Of a receipt that is cut, as bytes or as Base64, it is said where, how long it was, and what may have cut it.
  private static func checkCut(_ bytes: [UInt8]) {
    let length = bytes.count - 4
    guard 61..<65_536 ~= length,
      bytes.starts(with: [0x30, 0x82, UInt8(length >> 8), UInt8(length & 0xFF)])
    else { return }
    let cut = 48 + bytes.reduce(0) { $0 + Int($1) } % (bytes.count - 48)
    let part = Array(bytes[..<cut])
    let base64 = Array(Data(bytes).base64EncodedString().utf8)
    let given = [(part, cut), (Array(Data(part).base64EncodedString().utf8), cut)]
    // Of a character that is left over, less than a byte is known.
    let places = [0, 1].map { (Array(base64[..<(cut / 3 * 4 + $0)]), cut / 3 * 3) }
    // Lengths at which programs cut, of whole groups.
    let bound = [1024, 4000, 4096, 8000][cut % 4]
    let bounded = base64.count > bound ? [(Array(base64[..<bound]), bound / 4 * 3)] : []
    for (given, cut) in given + places + bounded {
      let findings = diagnose(given).findings
      let finding = findings.first {
        $0.code == "truncated" && $0.offset == cut
          && $0.message.hasSuffix("at byte \(cut) of \(bytes.count)")
      }
      require(finding != nil, "cut at \(cut) of \(bytes.count): \(findings)")
      require(
        given.count != bound || finding?.next?.hasSuffix(": \(bound) characters.") == true,
        "what cut it: \(findings)")
    }
  }

  /// The receipt inside JSON, as a client would send it.
  private static func checkWrapped(_ diagnosis: Diagnosis) {
    guard let base64 = diagnosis.receipt?.receiptInBase64 else {
      fatalError("VIOLATED: a receipt without Base64")
    }
    // What is shorter is taken for a word.
    guard base64.utf8.count >= 64 else { return }
    let inner = diagnose(Array("{\"receipt-data\": \"\(base64)\"}".utf8))
    require(inner.receipt?.receiptInBase64 == base64 && inner.isWrapped, "a receipt in JSON")
    require(!inner.isHealthy, "JSON is no receipt")
    if let receipt = diagnosis.receipt { checkForms(receipt, base64) }
    // Of less than 128 bytes none is looked for: it is text with something around it.
    guard base64.hasPrefix("MI") else { return }
    let shapes = [
      ("[@]", ".[0]"), ("[[0,@]]", ".[0][1]"), (#"{"a b":[@]}"#, #"."a b"[0]"#),
      (#"{"data":[{"receipt":@}]}"#, ".data[0].receipt"), (#"[{"a-b":{"c":@}}]"#, #".[0]."a-b".c"#),
      (#"{"2":{"":@}}"#, #"."2"."""#), (#"{"it's":@}"#, #"."it\u0027s""#),
    ]
    let (shape, path) = shapes[base64.utf8.reduce(0) { $0 + Int($1) } % shapes.count]
    let found = diagnose(Array(shape.replacing("@", with: "\"\(base64)\"").utf8))
    require(
      found.findings.contains {
        $0.message.hasSuffix(" in \(path); to extract it: jq -r '\(path)' FILE")
      },
      "the place in \(shape): \(found.findings)")
  }

  /// What was done to a receipt on its way is found, and undone.
  private static func checkForms(_ receipt: [UInt8], _ base64: String) {
    let bytes = [UInt8](base64: receipt) ?? receipt
    // Bytes that became text are known by what that makes of a length above 127, and a header by five bytes of it.
    guard (try? AppReceipt(bytes))?.form.isBase64 == false, 0x80...0x84 ~= bytes[1] else { return }
    let forms = forms(of: bytes, base64)
    let sum = bytes.reduce(0) { $0 + Int($1) }
    for place in [sum, sum / 7] {
      let (form, next) = forms[place % forms.count]
      // Some of them may be read as they are.
      guard (try? AppReceipt(next)) == nil else { continue }
      let found = diagnose(next)
      require(found.receipt?.receiptInBase64 == base64 && found.isWrapped, "a receipt in \(form)")
      require(!found.isHealthy, "\(form) is no receipt")
      // Where it begins in what is around it.
      let start = ["a text": 16, "a message": 19, "a letter": 6][form] ?? -1
      let around = found.findings.filter { $0.code == "surroundings" }
      require(
        start < 0
          || around.allSatisfy { $0.offset == start && $0.message.hasSuffix(", at byte \(start)") },
        "\(form), not at \(start): \(around)")
    }
    if sum % 4 == 0 { checkLayers(base64, sum / 4) }
    // The first of two.
    let second = Data(bytes.dropLast() + [bytes[bytes.count - 1] ^ 1]).base64EncodedString()
    let both = diagnose(Array("{\"a\":\"\(base64)\",\"b\":\"\(second)\"}".utf8))
    require(both.receipt?.receiptInBase64 == base64, "the first of two receipts")
    // One number more than a byte holds.
    let numbers = bytes.map { "\($0)" }.joined(separator: ",")
    let wrong = diagnose(
      Array("[\(numbers.replacing(",1,", with: ",257,", maxReplacements: 1))]".utf8))
    require(!numbers.contains(",1,") || wrong.receipt == nil, "numbers that are no bytes")
  }

  /// Two lines of one length and a word below: only padding says that it is none of the Base64.
  private static func letter(_ base64: String) -> String {
    let half = base64.utf8.count / 2
    let lines = "\(base64.prefix(half))\n\(base64.dropFirst(half))"
    return "Here:\n" + (base64.hasSuffix("=") ? "\(lines)\nRegards\n" : "\(lines)\n\nRegards\n")
  }

  private static func forms(of bytes: [UInt8], _ base64: String) -> [(String, [UInt8])] {
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    let percent = base64.replacing("+", with: "%2B").replacing("/", with: "%2F").replacing(
      "=", with: "%3D")
    let escaped = base64.replacing("/", with: "\\/")
    let numbers = bytes.map { "\($0)" }.joined(separator: ",")
    let lines: [UInt8] = bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    let texts: [(String, String)] = [
      ("hexadecimal", digits.joined()), ("hexadecimal with blanks", digits.joined(separator: " ")),
      ("numbers", "[\(numbers)]"), ("PEM", "-----BEGIN CMS-----\n\(base64)\n-----END CMS-----\n"),
      ("a form, encoded", percent.contains("%") ? percent : base64),
      // A blank at the end is lost.
      ("a form", base64.last == "+" ? base64 : base64.replacing("+", with: " ")),
      ("a field", "receipt-data=\(percent)&a=b"),
      ("Base64 with blanks", base64.replacing("A", with: "A ")),
      ("Base64 without padding", base64.replacing("=", with: "")),
      ("Base64, badly padded", base64 + "="),
      ("Base64 with a comma", base64.prefix(80) + "," + base64.dropFirst(80)),
      ("Base64 of JSON", Data("{\"receipt\":\"\(base64)\"}".utf8).base64EncodedString()),
      ("a JSON string", "\"\(escaped)\""), ("JSON's escapes", escaped),
      ("an array of JSON", "[0,{\"a b\":[\"\(base64)\"]}]"),
      ("an optional", "Optional(\"\(base64)\")"),
      ("a data URL", "data:application/octet-stream;base64,\(base64)"), ("marks", "'\(base64)'"),
      ("a text", "the receipt is: \(base64) (all of it)"), ("a letter", letter(base64)),
      ("UTF-8", String(decoding: bytes.map(UInt16.init), as: UTF16.self)),
    ]
    let low: [UInt8] = base64.utf8.flatMap { [$0, 0] }
    let high: [UInt8] = base64.utf8.flatMap { [0, $0] }
    let others: [(String, [UInt8])] = [
      ("UTF-16, the low bytes first", [0xFF, 0xFE] + low),
      ("UTF-16, the high bytes first", [0xFE, 0xFF] + high), ("UTF-16 without a mark", low),
      ("UTF-16 without a mark, the high bytes first", high),
      ("a byte order mark", [0xEF, 0xBB, 0xBF] + Array(base64.utf8)),
      ("Base64 twice", Array(Data(base64.utf8).base64EncodedString().utf8)),
      ("a buffer", bytes + [0, 0]), ("lines", lines == bytes ? bytes + [0] : lines),
      ("a message", Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + bytes),
    ]
    return texts.map { ($0, Array($1.utf8)) } + others
  }
}

import AppStoreReceipt
import ReceiptJSON

/// What some input is, what is wrong with it, and what to do. Removes one wrapping after the other, until there is a
/// receipt or nothing to remove.
struct Diagnosis {
  private(set) var findings: [Finding] = []

  /// The receipt or transaction receipt that was found, unwrapped.
  private(set) var receipt: [UInt8]?

  /// The input, for commands.
  private let name: String

  private(set) var isWrapped = false

  /// The maximum number of wrappings: more than occur by mistake.
  private static var maximumLayers: Int { 8 }

  /// - Parameter name: the input, for commands.
  /// - Complexity: O(n) for each wrapping.
  init(
    _ bytes: [UInt8], _ verification: VerificationOptions, _ limits: ReceiptLimits,
    name: String
  ) {
    self.name = name
    var bytes = bytes
    for _ in 0..<Self.maximumLayers {
      guard let inner = examine(bytes, verification, limits) else { return }
      isWrapped = true
      bytes = inner
    }
    findings.add(.problem, "tooManyWrappings", "more than \(Self.maximumLayers) wrappings")
  }

  /// - Returns: the contents, if these bytes are a wrapping.
  private mutating func examine(
    _ bytes: [UInt8], _ verification: VerificationOptions, _ limits: ReceiptLimits
  ) -> [UInt8]? {
    let input: RefusedInput
    do throws(ReceiptError) {
      let appReceipt = try AppReceipt(bytes, limits: limits)
      receipt = bytes
      findings += ReceiptExamination(appReceipt, verification).findings
      return nil
    } catch {
      input = RefusedInput(bytes, error)
    }
    for wrapping in Wrapping.all where wrapping.codes.contains(input.code) {
      var finding = wrapping.finding
      finding.offset = input.error.hasOffset ? input.error.offset : nil
      guard let inner = wrapping.open(input, &finding), inner != bytes else { continue }
      if let offset = finding.offset { finding.message += ", at byte \(offset)" }
      findings.append(finding)
      return inner
    }
    guard input.code == .transactionReceipt else {
      findings += input.findings
      return nil
    }
    do throws(TransactionReceiptError) {
      let transaction = try TransactionReceipt(bytes)
      receipt = bytes
      findings += TransactionExamination(transaction, verification).findings
    } catch {
      findings.add(
        .problem, error.code.rawValue,
        "this is a transaction receipt in the style of iOS 6; \(error)",
        next: "Use the app receipt instead, which contains all purchases.", at: error.offset)
    }
    return nil
  }
}

extension Diagnosis: Answer {
  private var problemCount: Int { findings.count { $0.level == .problem } }

  /// Whether there is a receipt without any problem.
  private var isHealthy: Bool { receipt != nil && problemCount == 0 }

  var status: ExitStatus { isHealthy ? .success : .checkFailed }

  func write(to writer: inout JSONWriter) {
    writer.member("healthy", isHealthy)
    writer.objects("findings", findings) { $1.write(to: &$0) }
  }

  /// The findings, and a conclusion.
  var lines: [String] {
    var lines: [String] = []
    for finding in findings {
      lines.append(
        finding.level.rawValue.padded(to: 9) + finding.code.padded(to: 30) + finding.message)
      if let next = finding.next { lines.append(String(repeating: " ", count: 9) + "→ " + next) }
    }
    lines.append("")
    if isHealthy {
      lines.append("The receipt is readable and genuine.")
    } else {
      let found = receipt == nil ? " No receipt found." : ""
      lines.append("problem".counted(problemCount) + "." + found)
    }
    if receipt != nil, isWrapped {
      lines.append("'receipt doctor --repaired \(name)' prints the unwrapped receipt in Base64.")
    }
    return lines
  }
}

/// A finding of the doctor.
struct Finding: Hashable, Sendable {
  enum Level: String, Sendable {
    /// Correct.
    case fine
    /// Good to know.
    case note
    /// Why the receipt is unreadable or untrusted.
    case problem
  }

  let level: Level
  /// A stable identifier, for scripts.
  let code: String
  /// One sentence without a full stop.
  var message: String
  /// What to do, in complete sentences.
  var next: String?
  /// The byte at fault, if any.
  var offset: Int?

  init(
    _ level: Level, _ code: String, _ message: String, next: String? = nil, at offset: Int? = nil
  ) {
    self.level = level
    self.code = code
    self.message = message
    self.next = next
    self.offset = offset
  }

  /// The reason why a receipt is unreadable.
  init(_ error: ReceiptError, next: String?) {
    self.init(
      .problem, error.code.rawValue, error.description + LimitOptions.advice(error), next: next,
      at: error.hasOffset ? error.offset : nil)
  }

  func write(to writer: inout JSONWriter) {
    writer.member("level", level.rawValue)
    writer.member("code", code)
    writer.member("message", message)
    writer.member("next", next)
    writer.member("offset", offset)
  }
}

extension [Finding] {
  mutating func add(
    _ level: Finding.Level, _ code: String, _ message: String, next: String? = nil,
    at offset: Int? = nil
  ) {
    append(Finding(level, code, message, next: next, at: offset))
  }
}

import AppStoreReceipt
import ReceiptInspection
import ReceiptJSON
import TextCoding
import VerifyReceipt

/// Makes the answers of `receipt batch`.
struct BatchAnswers: Sendable {
  /// What to print about a receipt.
  enum Kind: String, CaseIterable, Sendable {
    case summary
    case show
    case verifyReceipt = "verify-receipt"
    case ids
    case owned
    case diff
    case calls
  }

  let kind: Kind
  let isKeyed: Bool
  let arePaths: Bool
  let verification: VerificationOptions
  let limits: LimitOptions

  func answer(_ line: BatchLine) -> BatchAnswer {
    var answer = BatchAnswer()
    var writer = JSONWriter()
    writer.object { writer in
      var name = JSON.number(.init(Int64(line.number)))
      writer.member("line", name)
      do throws(ToolError) {
        try write(input(line, &writer, &name), name, &writer, &answer)
      } catch {
        if error.check != nil { write(isValid: false, &writer) }
        answer.failure = error
      }
      if let failure = answer.failure { writer.object("error") { failure.write(to: &$0) } }
    }
    if answer.call == nil { answer.bytes = writer.bytes + [UInt8(ascii: "\n")] }
    return answer
  }

  /// The receipt, or other input, of a line.
  private func input(
    _ line: BatchLine, _ writer: inout JSONWriter, _ name: inout JSON
  ) throws(ToolError) -> InputFile {
    var bytes = line.bytes
    if isKeyed {
      guard let tab = bytes.firstIndex(of: UInt8(ascii: "\t")) else {
        throw ToolError("noKey", "no tab after the key")
      }
      guard let key = Self.text(Array(bytes[..<tab])) else {
        // Repaired, it might be another line's.
        throw ToolError("noKey", "the key is not UTF-8")
      }
      name = .string(key)
      writer.member("key", name)
      bytes = Array(bytes[(tab + 1)...])
    }
    guard !line.isTooLong else {
      throw ToolError("tooLong", "the line is too long" + LimitOptions.advice(LimitOptions.bytes))
    }
    guard arePaths else { return InputFile(line: bytes, limits) }
    guard let path = Self.text(bytes) else {
      // Repaired, it would be another one.
      throw .system("the path is not UTF-8")
    }
    writer.member("path", path)
    // Not standard input, from which the list itself may come.
    guard path != "-" else { throw .system("'-' is not a path; a file of that name is ./-") }
    return InputFile(line: try InputFile(path, limits).bytes, limits)
  }

  /// Text, if it is UTF-8. Foundation's initializer would leave out a byte order mark.
  private static func text(_ bytes: [UInt8]) -> String? {
    bytes.withRawSpan { $0.isWellFormedUTF8() } ? String(decoding: bytes, as: UTF8.self) : nil
  }

  private func write(
    _ input: InputFile, _ name: JSON, _ writer: inout JSONWriter, _ answer: inout BatchAnswer
  ) throws(ToolError) {
    let content: any Answer
    switch kind {
    case .diff: content = DifferenceAnswer(try input.differences())
    case .verifyReceipt:
      let response = try ResponseAnswer(input, verification)
      write(isValid: response.isValid, &writer)
      answer.failure = response.failure
      answer.isInvalid = response.status != .success
      content = response
    case .summary, .show, .ids, .owned, .calls:
      let receipt = try CheckedReceipt(input, verification)
      write(isValid: true, &writer)
      switch kind {
      case .calls:
        answer.call = (name, receipt.purchases)
        return
      case .ids: content = TransactionAnswer(receipt)
      case .owned: content = OwnershipAnswer(receipt, at: verification.date)
      case .show: content = ReceiptText(receipt: receipt.receipt)
      default: content = ReceiptSummary(receipt: receipt)
      }
    }
    writer.object(kind.rawValue) { content.write(to: &$0) }
  }

  /// Writes whether the receipt is valid, and which checks were skipped, if it was verified.
  private func write(isValid: Bool, _ writer: inout JSONWriter) {
    guard verification.isAsked else { return }
    writer.member("valid", isValid)
    guard isValid else { return }
    writer.strings("skipped", verification.expected.skipped.map(\.rawValue), omitsEmpty: true)
  }
}

/// What a table of many receipts needs of each: its app, and the identifiers for the App Store Server API. It is always
/// JSON.
struct ReceiptSummary: Answer {
  let receipt: CheckedReceipt

  func write(to writer: inout JSONWriter) {
    let (history, receipt) = (receipt.purchases, receipt.receipt)
    writer.appMembers(of: receipt)
    writer.member("purchaseCount", receipt.inAppReceipts.count)
    writer.member("serverTransactionIdentifier", history.serverAPILookup.identifier)
    writer.strings(
      "originalTransactionIdentifiers", history.originalTransactions.map(\.identifier))
    writer.strings("problems", receipt.problemList.sentences, omitsEmpty: true)
  }
}

/// The answer for a line.
struct BatchAnswer: Sendable {
  /// The line to print; empty if the receipt only counts for the calls.
  fileprivate(set) var bytes: [UInt8] = []
  /// What the line adds to the calls for all lines: its name and its purchases.
  fileprivate(set) var call: (name: JSON, purchases: UnverifiedPurchaseHistory)?
  /// Why the line has no answer, or one that grants nothing.
  fileprivate(set) var failure: ToolError?
  /// Whether it was verified and isn't valid. An expired transaction receipt isn't, and has no failure.
  fileprivate(set) var isInvalid = false
  /// Whether it counts as failed.
  var isFailed: Bool { failure != nil || isInvalid }
}

import AppStoreReceipt
import Foundation
import ReceiptJSON
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
  private let limits: LimitOptions
  private let verification: VerificationOptions
  private let verifier: RememberingVerifier

  init(
    _ kind: Kind, isKeyed: Bool, arePaths: Bool, _ verification: VerificationOptions,
    _ limits: LimitOptions
  ) {
    self.kind = kind
    self.isKeyed = isKeyed
    self.arePaths = arePaths
    self.limits = limits
    self.verification = verification
    verifier = RememberingVerifier(verification.verifier)
  }

  func answer(_ line: BatchLine) -> BatchAnswer {
    var answer = BatchAnswer()
    var writer = JSONWriter()
    writer.object { writer in
      var name = JSON.number(.init(Int64(line.number)))
      writer.member("line", name)
      do throws(AnswerFailure) {
        let input = try content(line, &writer, &name)
        switch kind {
        case .diff: try writeDifferences(input, &writer)
        case .verifyReceipt: try writeResponse(input, &writer)
        case .calls:
          answer.call = BatchCalls.Entry(name, try check(receipt(input), &writer))
        default: write(try check(receipt(input), &writer), &writer)
        }
      } catch {
        writer.object("error") { error.write(to: &$0) }
        answer.isFailure = true
      }
    }
    if answer.call == nil { answer.bytes = writer.bytes + [UInt8(ascii: "\n")] }
    return answer
  }

  /// The receipt, or other input, of a line.
  private func content(
    _ line: BatchLine, _ writer: inout JSONWriter, _ name: inout JSON
  ) throws(AnswerFailure) -> [UInt8] {
    var bytes = line.bytes
    if isKeyed {
      guard let tab = bytes.firstIndex(of: UInt8(ascii: "\t")) else {
        throw AnswerFailure("noKey", "no tab after the key")
      }
      name = .string(String(decoding: bytes[..<tab], as: UTF8.self))
      writer.member("key", name)
      bytes = Array(bytes[(tab + 1)...])
    }
    guard !line.isTooLong else {
      throw AnswerFailure("tooLong", "the line is too long" + LimitOptions.adviceOnBytes)
    }
    guard arePaths else { return bytes }
    guard let path = String(bytes: bytes, encoding: .utf8) else {
      // Repaired, it would be another one.
      throw AnswerFailure("cannotRead", "the path is not UTF-8")
    }
    writer.member("path", path)
    do {
      return try InputFile(path, limits).bytes
    } catch {
      throw AnswerFailure("cannotRead", error.message)
    }
  }

  /// Writes that the receipt is valid, and which checks were skipped.
  private func writeValid(_ writer: inout JSONWriter) {
    writer.member("valid", true)
    writer.strings("skipped", verification.skipped.map(\.rawValue), omitsEmpty: true)
  }

  private func writeResponse(
    _ bytes: [UInt8], _ writer: inout JSONWriter
  ) throws(AnswerFailure) {
    let answer: ResponseAnswer
    do {
      answer = try ResponseAnswer(bytes, verification, limits.receipt)
    } catch {
      throw AnswerFailure(error)
    }
    if answer.response.isValid {
      writeValid(&writer)
    } else if verification.isAsked {
      writer.member("valid", false)
    }
    writer.object("verify-receipt") { answer.response.writeMembers(to: &$0) }
    if let failure = answer.failure { throw failure }
  }

  private func writeDifferences(
    _ bytes: [UInt8], _ writer: inout JSONWriter
  ) throws(AnswerFailure) {
    let response: VerifyReceiptResponse
    do {
      response = try VerifyReceiptResponse(json: bytes, limits: limits.response)
    } catch {
      throw AnswerFailure(error)
    }
    let answer: DifferenceAnswer
    do {
      answer = DifferenceAnswer(try response.differences())
    } catch {
      throw AnswerFailure(error)
    }
    writer.object("diff") { answer.write(to: &$0) }
  }

  private func receipt(_ bytes: [UInt8]) throws(AnswerFailure) -> AppReceipt {
    do {
      return try AppReceipt(bytes, limits: limits.receipt)
    } catch {
      throw AnswerFailure(error)
    }
  }

  private func check(
    _ receipt: AppReceipt, _ writer: inout JSONWriter
  ) throws(AnswerFailure) -> CheckedReceipt {
    do {
      let checked = try CheckedReceipt(receipt, verification, verifier: verifier)
      if case .validated = checked { writeValid(&writer) }
      return checked
    } catch {
      writer.member("valid", false)
      throw AnswerFailure(error)
    }
  }

  private func write(_ checked: CheckedReceipt, _ writer: inout JSONWriter) {
    writer.object(kind.rawValue) { writer in
      switch kind {
      case .summary: Self.writeSummary(checked, &writer)
      case .ids: TransactionAnswer(checked).write(to: &writer)
      case .owned: OwnershipAnswer(checked, at: verification.date).write(to: &writer)
      case .show: writer.members(of: checked.receipt)
      case .diff, .calls, .verifyReceipt: break
      }
    }
  }

  /// Writes what a table of many receipts needs of each: its app, and the identifiers for the App Store Server API.
  private static func writeSummary(_ checked: CheckedReceipt, _ writer: inout JSONWriter) {
    let receipt = checked.receipt
    writer.member("environment", receipt.environment?.rawValue)
    writer.member("bundleIdentifier", receipt.bundleIdentifier)
    writer.member("appVersion", receipt.appVersion)
    writer.member("originalAppVersion", receipt.originalAppVersion)
    writer.member("creationDate", receipt.creationDate?.utcText)
    writer.member("purchaseCount", receipt.inAppReceipts.count)
    let history = checked.purchases
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
  /// What the line adds to the calls for all lines.
  fileprivate(set) var call: BatchCalls.Entry?
  /// Whether the answer is an error.
  fileprivate(set) var isFailure = false
}

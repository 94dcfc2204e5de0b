import AppStoreReceipt
import VerifyReceipt

/// What `receipt batch` prints for each line.
struct BatchAnswers: Sendable {
  /// What is printed of a receipt.
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
    var answer = JSONLine()
    var name = VerifyReceiptJSON.number(.init(Int64(line.number)))
    answer.add("line", name)
    do throws(AnswerFailure) {
      let input = try content(line, &answer, &name)
      switch kind {
      case .diff: try addDifferences(input, to: &answer)
      case .verifyReceipt: try addResponse(input, to: &answer)
      case .calls:
        let checked = try check(receipt(input), &answer)
        return BatchAnswer(bytes: [], call: BatchCalls.Entry(name, checked))
      default:
        let receipt = try receipt(input)
        try add(check(receipt, &answer), to: &answer)
      }
      return BatchAnswer(bytes: answer.bytes + [UInt8(ascii: "\n")])
    } catch {
      answer.add(error)
      return BatchAnswer(bytes: answer.bytes + [UInt8(ascii: "\n")], isFailure: true)
    }
  }

  /// The receipt, or whatever it is, in a line.
  private func content(
    _ line: BatchLine, _ answer: inout JSONLine, _ name: inout VerifyReceiptJSON
  ) throws(AnswerFailure) -> [UInt8] {
    var bytes = line.bytes[...]
    if isKeyed {
      guard let tab = bytes.firstIndex(of: UInt8(ascii: "\t")) else {
        throw AnswerFailure("noKey", "there is no tab behind a key")
      }
      name = .string(String(decoding: bytes[..<tab], as: UTF8.self))
      answer.add("key", name)
      bytes = bytes[(tab + 1)...]
    }
    guard !line.isTooLong else {
      throw AnswerFailure("tooLong", "the line is too long" + LimitOptions.adviceOnBytes)
    }
    guard arePaths else { return Array(bytes) }
    let path = String(decoding: bytes, as: UTF8.self)
    answer.add("path", .string(path))
    do {
      return try InputFile(path, limits).bytes
    } catch {
      throw AnswerFailure("cannotRead", error.message)
    }
  }

  /// That it is valid, and what was not looked at.
  private func addValid(to answer: inout JSONLine) {
    answer.add("valid", .boolean(true))
    let skipped = verification.skipped
    if !skipped.isEmpty { answer.add("skipped", .array(skipped.map { .string($0.rawValue) })) }
  }

  private func addResponse(
    _ bytes: [UInt8], to answer: inout JSONLine
  ) throws(AnswerFailure) {
    let response: ResponseAnswer
    do {
      response = try ResponseAnswer(bytes, verification, limits.receipt)
    } catch {
      throw AnswerFailure(error)
    }
    if response.response.isValid {
      addValid(to: &answer)
    } else if verification.isAsked {
      answer.add("valid", .boolean(false))
    }
    answer.add("verify-receipt", response.response.json())
    if let failure = response.failure { throw failure }
  }

  private func addDifferences(
    _ bytes: [UInt8], to answer: inout JSONLine
  ) throws(AnswerFailure) {
    let response: VerifyReceiptResponse
    do {
      response = try VerifyReceiptResponse(json: bytes, limits: limits.response)
    } catch {
      throw AnswerFailure(error)
    }
    do {
      answer.add("diff", .object(DifferenceAnswer(try response.differences()).json))
    } catch {
      throw AnswerFailure(error)
    }
  }

  private func receipt(_ bytes: [UInt8]) throws(AnswerFailure) -> AppReceipt {
    do {
      return try AppReceipt(bytes, limits: limits.receipt)
    } catch {
      throw AnswerFailure(error)
    }
  }

  private func check(
    _ receipt: AppReceipt, _ answer: inout JSONLine
  ) throws(AnswerFailure) -> CheckedReceipt {
    do {
      let checked = try CheckedReceipt(receipt, verification, verifier: verifier.current)
      if case .validated(let validated) = checked {
        verifier.remember(validated)
        addValid(to: &answer)
      }
      return checked
    } catch {
      answer.add("valid", .boolean(false))
      throw AnswerFailure(error)
    }
  }

  private func add(_ checked: CheckedReceipt, to answer: inout JSONLine) {
    switch kind {
    case .summary: answer.add("summary", .object(SummaryAnswer(checked).json))
    case .ids: answer.add("ids", .object(TransactionAnswer(checked).json))
    case .owned:
      answer.add("owned", .object(OwnershipAnswer(checked, at: verification.date).json))
    case .show: answer.add("show", .object(ReceiptJSON(checked.receipt).json))
    case .diff, .calls, .verifyReceipt: break
    }
  }
}

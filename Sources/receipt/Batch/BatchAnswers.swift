import AppStoreReceipt
import Foundation
import ReceiptTrust
import VerifyReceipt

/// What `receipt batch` prints for each line.
struct BatchAnswers: Sendable {
  /// What is printed of a receipt.
  private enum Kind: String, CaseIterable {
    case summary
    case show
    case verifyReceipt = "verify-receipt"
    case ids
    case owned
    case diff
    case calls
  }

  private let kind: Kind
  private let isKeyed: Bool
  private let arePaths: Bool
  private let verification: VerificationOptions

  init(_ arguments: Arguments) throws(ToolError) {
    let name = arguments.values["--answer"] ?? Kind.summary.rawValue
    guard let kind = Kind(rawValue: name) else {
      let names = Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage("'\(name)' is no answer; there are \(names)")
    }
    self.kind = kind
    isKeyed = arguments.flags.contains("--keyed")
    arePaths = arguments.flags.contains("--paths")
    verification = arguments.verification
    try verification.demandBundleIdentifier()
  }

  func answer(_ line: BatchLine) -> BatchAnswer {
    var answer = JSONLine()
    var name = VerifyReceiptJSON.number(.init(Int64(line.number)))
    answer.add("line", name)
    do throws(BatchError) {
      let input = try content(line, &answer, &name)
      switch kind {
      case .diff: try addDifferences(input, to: &answer)
      case .calls:
        let checked = try check(receipt(input), &answer)
        return BatchAnswer(octets: [], call: BatchCalls.Entry(name, checked))
      default:
        let receipt = try receipt(input)
        try add(check(receipt, &answer), to: &answer)
      }
    } catch {
      answer.add(error)
    }
    return BatchAnswer(octets: answer.octets + [UInt8(ascii: "\n")])
  }

  /// The receipt, or whatever it is, in a line.
  private func content(
    _ line: BatchLine, _ answer: inout JSONLine, _ name: inout VerifyReceiptJSON
  ) throws(BatchError) -> [UInt8] {
    var octets = line.octets[...]
    if isKeyed {
      guard let tab = octets.firstIndex(of: UInt8(ascii: "\t")) else {
        throw BatchError("noKey", "there is no tab behind a key")
      }
      name = .string(String(decoding: octets[..<tab], as: UTF8.self))
      answer.add("key", name)
      octets = octets[(tab + 1)...]
    }
    guard !line.isTooLong else { throw BatchError("tooLong", "the line is too long") }
    guard arePaths else { return Array(octets) }
    do {
      return try InputFile(String(decoding: octets, as: UTF8.self)).octets
    } catch {
      throw BatchError("cannotRead", error.message)
    }
  }

  private func addDifferences(
    _ octets: [UInt8], to answer: inout JSONLine
  ) throws(BatchError) {
    let response: VerifyReceiptResponse
    do {
      response = try VerifyReceiptResponse(json: octets)
    } catch {
      throw BatchError(error)
    }
    do {
      answer.add("diff", .object(DifferenceAnswer(try response.differences()).json))
    } catch {
      throw BatchError(error)
    }
  }

  private func receipt(_ octets: [UInt8]) throws(BatchError) -> AppReceipt {
    do {
      return try AppReceipt(octets)
    } catch {
      throw BatchError(error)
    }
  }

  private func check(
    _ receipt: AppReceipt, _ answer: inout JSONLine
  ) throws(BatchError) -> CheckedReceipt {
    do {
      let checked = try CheckedReceipt(receipt, verification)
      if checked.isValidated { answer.add("valid", .boolean(true)) }
      return checked
    } catch {
      answer.add("valid", .boolean(false))
      throw BatchError(error)
    }
  }

  private func add(_ checked: CheckedReceipt, to answer: inout JSONLine) throws(BatchError) {
    switch kind {
    case .summary: answer.add("summary", .object(SummaryAnswer(checked).json))
    case .ids: answer.add("ids", .object(TransactionAnswer(checked).json))
    case .owned:
      answer.add("owned", .object(OwnershipAnswer(checked, at: verification.date).json))
    case .verifyReceipt:
      let response = VerifyReceiptResponse(checked, requestDate: verification.date)
      answer.add("verify-receipt", response.json())
    case .show:
      do {
        answer.add("show", Array(try JSONEncoder().encode(ReceiptJSON(checked.receipt))))
      } catch {
        throw BatchError("cannotWrite", "\(error)")
      }
    case .diff, .calls: break
    }
  }
}

extension VerifyReceiptResponse {
  /// The answer of verifyReceipt for a receipt; without a status if nobody asked to verify.
  init(_ checked: CheckedReceipt, requestDate: ReceiptDate) {
    switch checked {
    case .unverified(let receipt): self.init(unverified: receipt, requestDate: requestDate)
    case .validated(let validated): self.init(validated, requestDate: requestDate)
    }
  }
}

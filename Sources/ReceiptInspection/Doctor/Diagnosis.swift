import DERParsing
package import ReceiptJSON
package import ReceiptParsing
import TextCoding
import TransactionReceipts

/// What some input is, what is wrong with it, and what to do. Removes one wrapping after the other, until there is a
/// receipt or nothing to remove.
package struct Diagnosis: Sendable {
  /// What findings say that this module doesn't know.
  struct Supplements: Sendable {
    let limitAdvice: @Sendable (ReceiptError) -> String
    let statusMeaning: (@Sendable (Int64) -> String)?
  }

  package private(set) var findings: [Finding] = []

  /// The receipt or transaction receipt that was found, unwrapped. It may be in Base64.
  package private(set) var receipt: [UInt8]?

  package private(set) var isWrapped = false

  private let expectations: InspectionExpectations
  private let limits: ReceiptLimits
  private let supplements: Supplements

  /// The maximum number of wrappings: more than occur by mistake.
  private static var maximumLayers: Int { 8 }

  /// - Parameters:
  ///   - limitAdvice: what to do about a limit, after a semicolon; empty for other errors.
  ///   - statusMeaning: the meaning of a status of verifyReceipt.
  /// - Complexity: O(n) for each wrapping.
  package init(
    _ bytes: [UInt8], _ expectations: InspectionExpectations, limits: ReceiptLimits = .default,
    limitAdvice: @escaping @Sendable (ReceiptError) -> String = { _ in "" },
    statusMeaning: (@Sendable (Int64) -> String)? = nil
  ) {
    (self.expectations, self.limits) = (expectations, limits)
    supplements = Supplements(limitAdvice: limitAdvice, statusMeaning: statusMeaning)
    var bytes = bytes
    // Once more than there are wrappings, for what the last one holds.
    for _ in 0...Self.maximumLayers {
      guard let inner = examine(bytes) else { return }
      isWrapped = true
      bytes = inner
    }
    findings.add(.problem, "tooManyWrappings", "more than \(Self.maximumLayers) wrappings")
  }

  /// - Returns: the contents, if these bytes are a wrapping.
  private mutating func examine(_ bytes: [UInt8]) -> [UInt8]? {
    let input: RefusedInput
    var container = bytes
    do throws(ReceiptError) {
      let content = try ReceiptInput(bytes, maximumBytes: limits.der.inputBound)
      container = content.bytes
      let appReceipt = try AppReceipt(content, limits: limits)
      receipt = bytes
      findings += ReceiptExamination(appReceipt, expectations).findings
      return nil
    } catch {
      input = RefusedInput(bytes, container, error, supplements)
    }
    // Ten characters that are Base64 of the beginning of many things.
    guard !ForeignKind.orderIdentifier.isIt(input) else {
      findings.append(ForeignKind.orderIdentifier.finding)
      return nil
    }
    for wrapping in Wrapping.all where wrapping.codes.contains(input.code) {
      var finding = wrapping.finding
      finding.offset = input.offset
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
      findings += TransactionExamination(transaction, expectations).findings
    } catch {
      findings.add(
        .problem, error.code.rawValue,
        "this is a transaction receipt in the style of iOS 6; \(error)",
        next: "Use the app receipt instead, which contains all purchases.",
        at: error.hasPlaceInReceipt ? error.offset : nil)
    }
    return nil
  }
}

extension Diagnosis {
  package var problemCount: Int { findings.count { $0.level == .problem } }

  /// Whether there is a receipt without any problem.
  package var isHealthy: Bool { receipt != nil && problemCount == 0 }

  /// Writes the members of the JSON object.
  package func write(to writer: inout JSONWriter) {
    writer.member("healthy", isHealthy)
    writer.objects("findings", findings) { writer, finding in
      writer.member("level", finding.level.rawValue)
      writer.member("code", finding.code)
      writer.member("message", finding.message)
      writer.member("next", finding.next)
      writer.member("offset", finding.offset)
    }
  }
}

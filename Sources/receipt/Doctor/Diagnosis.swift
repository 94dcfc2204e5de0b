import AppStoreReceipt
import Foundation
import VerifyReceipt

/// What was given in place of a receipt or as one, what is wrong with it, and what to do: takes off one wrapping
/// after the other until a receipt is found or nothing more can be taken off.
struct Diagnosis {
  private(set) var findings: [Finding] = []

  /// The receipt or transaction receipt that was found, without what was wrapped around it.
  private(set) var receipt: [UInt8]?

  /// ``receipt`` in Base64.
  var base64: String? {
    receipt.map { Data($0.base64Decoded ?? $0).base64EncodedString() }
  }

  /// Whether nothing is wrong.
  var isHealthy: Bool { receipt != nil && findings.allSatisfy { $0.level != .problem } }

  /// Whether the receipt can be read only without its wrappings.
  var isRepaired: Bool { receipt != nil && isWrapped }

  private var isWrapped = false

  /// How many wrappings are taken off: more than a person would put around a receipt by mistake.
  private static var maximumLayers: Int { 8 }

  /// - Complexity: O(n) for each wrapping.
  init(_ bytes: [UInt8], _ verification: VerificationOptions, _ limits: ReceiptLimits) {
    var bytes = bytes
    for _ in 0..<Self.maximumLayers {
      guard let inner = examine(bytes, verification, limits) else { return }
      isWrapped = true
      bytes = inner
    }
    findings.append(
      Finding(.problem, "tooManyWrappings", "more than \(Self.maximumLayers) wrappings"))
  }

  /// - Returns: what is inside, if these bytes are a wrapping.
  private mutating func examine(
    _ bytes: [UInt8], _ verification: VerificationOptions, _ limits: ReceiptLimits
  ) -> [UInt8]? {
    let specimen: Specimen
    do throws(ReceiptError) {
      let appReceipt = try AppReceipt(bytes, limits: limits)
      receipt = bytes
      findings += ReceiptExamination(appReceipt, verification).findings
      return nil
    } catch {
      specimen = Specimen(bytes, error)
    }
    if let transaction = specimen.transactionReceipt {
      receipt = bytes
      findings += TransactionExamination(transaction, verification).findings
      return nil
    }
    for wrapping in Wrapping.all where wrapping.fits(specimen) {
      guard let opened = wrapping.open(specimen), opened.inner != bytes else { continue }
      findings.append(wrapping.finding(opened))
      return opened.inner
    }
    findings += ForeignExamination(specimen).findings
    return nil
  }
}

extension Diagnosis {
  var json: VerifyReceiptJSON.Object {
    var json = VerifyReceiptJSON.Object()
    json.set("healthy", isHealthy)
    json["findings"] = .array(findings.map(\.json))
    return json
  }

  /// One finding a paragraph, and one sentence about the whole.
  ///
  /// - Parameter name: what to write for the input in a command.
  func lines(name: String) -> [String] {
    var lines: [String] = []
    for finding in findings {
      lines.append(
        finding.level.rawValue.padded(to: 9) + finding.code.padded(to: 30) + finding.message)
      if let next = finding.next { lines.append(String(repeating: " ", count: 9) + "→ " + next) }
    }
    lines.append("")
    let problems = findings.filter { $0.level == .problem }.count
    if isHealthy {
      lines.append("Readable and genuine, as far as it was checked.")
    } else {
      let count = problems == 1 ? "1 problem." : "\(problems) problems."
      lines.append(count + (receipt == nil ? " There is no receipt to be read." : ""))
    }
    if isRepaired {
      lines.append(
        "'receipt doctor --repaired \(name)' prints the receipt that is inside, in Base64.")
    }
    return lines
  }
}

import FuzzSupport
import ReceiptParsing
@testable import ReceiptTool

/// `receipt attributes` prints what a naive reader finds, at their places in the file; and nothing of what is no receipt.
enum AttributesCheck {
  static func check(_ bytes: [UInt8], _ receipt: AppReceipt?) {
    let run = CommandRun(["attributes", CommandFiles.shared.input(bytes)])
    guard let receipt else {
      return require(
        run.status == .checkFailed && run.output.isEmpty && !run.errors.isEmpty,
        "attributes of no receipt: \(run.text)")
    }
    require(run.status == .success && run.errors.isEmpty, "attributes: \(run.errorText)")
    guard let expected = NaiveAttributeLines(receipt)?.lines else {
      return require(false, "no payload: \(bytes.hexadecimal)")
    }
    let found = run.output.split(separator: 0x0A)
    require(found.count == expected.count, "\(found.count) attributes, not \(expected.count)")
    for (line, attribute) in zip(found, expected) {
      let (start, end) = (attribute.start.utf8, attribute.end.utf8)
      let offset = line.dropFirst(start.count).dropLast(end.count)
      // In BER, lengths have other sizes than in the container.
      let isThere =
        receipt.form.encoding == .der
        ? offset.elementsEqual("\(attribute.offset)".utf8)
        : !offset.isEmpty && offset.allSatisfy { 0x30...0x39 ~= $0 }
      require(
        line.starts(with: start) && line.suffix(end.count).elementsEqual(end) && isThere,
        "\(String(decoding: line, as: UTF8.self)), not \(attribute)")
    }
  }
}

import FuzzSupport
import ReceiptParsing
@testable import ReceiptTool

/// `receipt attributes` prints what a naive reader finds, at their places in the file; and nothing of what is no receipt.
enum AttributesCheck {
  static func check(_ bytes: [UInt8], _ receipt: AppReceipt?) {
    let path = CommandFiles.shared.input(bytes)
    let run = CommandRun(["attributes", path])
    guard let receipt else {
      require(
        run.status == .checkFailed && run.output.isEmpty && !run.errors.isEmpty,
        "attributes of no receipt: \(run.text)")
      return checkErrors(run, bytes, path)
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

  /// Why, with the bytes around if there is a place, and where advice is.
  private static func checkErrors(_ run: CommandRun, _ bytes: [UInt8], _ path: String) {
    do throws(ReceiptError) {
      _ = try AppReceipt(bytes)
    } catch {
      // What is Base64 has its places in what that decodes to, or in the text.
      let isText = bytes.first != 0x30 || bytes.prefix(16).allSatisfy { $0 < 0x7F && $0 > 8 }
      let dump = error.hasOffset ? NaiveDump.lines(bytes, error.offset) : []
      let lines = run.errorText.split(separator: "\n").map(String.init)
      let advice = "Run 'receipt doctor \(path.shellWord)' for advice."
      require(lines.last == advice, "advice: \(lines)")
      require(
        isText || Array(lines.dropFirst().dropLast()) == dump, "\(error): \(lines), not \(dump)")
      let mark = "^^ byte \(error.hasOffset ? error.offset : -1)"
      require(
        lines.contains { $0.hasSuffix(mark) && $0.hasPrefix("          ") } == error.hasOffset,
        "\(error): \(lines)")
    }
  }
}

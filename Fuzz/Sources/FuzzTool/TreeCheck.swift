import DERParsing
import FuzzSupport
import Inspection
import ReceiptParsing
@testable import ReceiptTool

/// `receipt tree` prints each node in a line, up to a fault. What nodes say is judged by `AnatomyProperty`.
enum TreeCheck {
  static func check(_ bytes: [UInt8]) {
    let path = CommandFiles.shared.input(bytes)
    let run = CommandRun(["tree", "--json", path])
    guard let anatomy = try? Anatomy(bytes) else {
      return require(
        run.status == .checkFailed && run.output.isEmpty && !run.errors.isEmpty,
        "a tree of nothing: \(run.text)")
    }
    var expected: [UInt8] = []
    var lines = ""
    let fault = anatomy.forEachNode { node in
      expected += line(of: node)
      lines += NaiveLines.shown(text(of: node)) + "\n"
    }
    require(
      run.output == expected, "\(run.text), not \(String(decoding: expected, as: UTF8.self))")
    require(
      run.status == (fault == nil ? .success : .checkFailed),
      "a tree with a fault: \(run.status), \(run.errorText)")
    // What is wrong, and the bytes around it.
    let errors = fault.map { ["receipt: \($0)"] + NaiveDump.lines(anatomy.bytes, $0.offset) } ?? []
    require(
      run.errorText == errors.map { NaiveLines.shown($0) + "\n" }.joined(),
      "\(run.errorText), not \(errors)")
    let printed = CommandRun(["tree", path])
    require(
      printed.output == Array(lines.utf8) && printed.errors == run.errors
        && printed.status == run.status, "\(printed.text), not \(lines)")
  }

  /// For people: the place, the name and the type, further in the deeper it is; then its value, or that it holds some.
  private static func text(of node: AnatomyNode) -> String {
    let place = "\(node.offset)"
    let words = [
      node.name, node.type + (node.holdsEncoding ? ", holds" : ""),
      node.holdsEncoding || node.value == "" ? nil : node.value,
    ].compactMap(\.self)
    let margin = String(repeating: " ", count: max(7 - place.count, 0))
    let indent = String(repeating: "  ", count: node.level + 1)
    return margin + place + indent + words.joined(separator: " ")
  }

  private static func line(of node: AnatomyNode) -> [UInt8] {
    let object = NaiveJSONText.object([
      ("offset", .number(node.offset)), ("level", .number(node.level)),
      ("name", .text(node.name)), ("type", .text(node.type)),
      ("holds", node.holdsEncoding ? .flag(true) : nil), ("value", .text(node.value)),
    ])
    return Array(object.written.utf8).asASCIIEscapes + [0x0A]
  }
}

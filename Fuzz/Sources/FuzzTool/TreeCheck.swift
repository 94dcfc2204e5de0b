import DERParsing
import FuzzSupport
import Inspection
import ReceiptParsing
@testable import ReceiptTool

/// `receipt tree` prints each node in a line, up to a fault. What nodes say is judged by `AnatomyProperty`.
enum TreeCheck {
  static func check(_ bytes: [UInt8]) {
    let run = CommandRun(["tree", "--json", CommandFiles.shared.input(bytes)])
    guard let anatomy = try? Anatomy(bytes) else {
      return require(
        run.status == .checkFailed && run.output.isEmpty && !run.errors.isEmpty,
        "a tree of nothing: \(run.text)")
    }
    var expected: [UInt8] = []
    let fault = anatomy.forEachNode { expected += line(of: $0) }
    require(
      run.output == expected, "\(run.text), not \(String(decoding: expected, as: UTF8.self))")
    require(
      run.status == (fault == nil ? .success : .checkFailed),
      "a tree with a fault: \(run.status), \(run.errorText)")
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

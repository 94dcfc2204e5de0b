import AppStoreReceipt
import DERParsing
import ReceiptInspection
import ReceiptJSON

/// `receipt tree`: the parts of a receipt, or of any other encoding.
struct TreeCommand: FileCommand {
  static let manual = Manual(
    "tree", "Prints the ASN.1 structure with names and offsets",
    "Prints the ASN.1 structure of a receipt, a certificate or any other DER or BER as it is: offset, name, type and value "
      + "of each element. Strings that hold an encoding are opened. Damaged input is shown up to the fault.",
    options: [Option("--json", "print each element as a JSON object on its own line")],
    keys: [
      "offset    its first byte, after Base64 decoding",
      "level     its depth",
      "name      what it is, such as signerInfos or bundle identifier (2), if that is known",
      "type      its type, such as SEQUENCE",
      "value     its value as text, if it is not constructed",
      "holds     true for a string that holds an encoding",
    ])

  let arguments: CommonArguments

  func answer(_ path: String, _ console: Console) throws(ToolError) -> ExitStatus {
    let anatomy = try InputFile(path, arguments.limits).reading {
      (bytes, limits) throws(ReceiptError) in try Anatomy(bytes, limits: limits)
    }
    let fault = anatomy.forEachNode { print($0, console) }
    try console.check()
    guard let fault else { return .success }
    throw .input("\(fault)", details: ByteContext.dump(anatomy.bytes, around: fault.offset))
  }

  private func print(_ node: AnatomyNode, _ console: Console) {
    guard arguments.isJSON else {
      let indent = String(repeating: "  ", count: node.level + 1)
      let name = node.name.map { $0 + " " } ?? ""
      let rest =
        node.holdsEncoding ? ", holds" : node.value.map { $0.isEmpty ? "" : " " + $0 } ?? ""
      return console.line(String(node.offset).padded(before: 7) + indent + name + node.type + rest)
    }
    console.json(isLine: true) { writer in
      writer.member("offset", node.offset)
      writer.member("level", node.level)
      writer.member("name", node.name)
      writer.member("type", node.type)
      if node.holdsEncoding { writer.member("holds", true) }
      writer.member("value", node.value)
    }
  }
}

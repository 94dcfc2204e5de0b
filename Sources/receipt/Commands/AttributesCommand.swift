import AppStoreReceipt
import ReceiptJSON
import TextCoding

/// `receipt attributes`: every raw attribute, one JSON line each.
struct AttributesCommand: FileCommand {
  static let manual = Manual(
    "attributes", "Prints every raw attribute, one JSON line each",
    "Prints every attribute of a receipt, known or not, one JSON line each, in the order of the payload.",
    options: [Option("--json", "no effect: the output is always JSON")],
    keys: [
      "path      [] for attributes of the receipt, [17,n] for those of purchase n, from 0",
      "type      its type",
      "version   its version",
      "offset    its first byte, after Base64 decoding",
      "value     the contents of its OCTET STRING in hexadecimal",
    ])

  let arguments: CommonArguments

  func answer(_ path: String, _ console: Console) throws(ToolError) -> ExitStatus {
    let receipt = try InputFile(path, arguments.limits).receipt()
    var purchases = receipt.inAppReceipts.makeIterator()
    for attribute in receipt.attributes {
      console.json(isLine: true) { Self.write(attribute, path: [], to: &$0) }
      guard attribute.type == ReceiptAttributeType.inAppReceipt.rawValue,
        let purchase = purchases.next()
      else { continue }
      for inner in purchase.attributes {
        console.json(isLine: true) { Self.write(inner, path: [17, purchase.index], to: &$0) }
      }
      try console.check()
    }
    return .success
  }

  private static func write(
    _ attribute: OwnedAttribute, path: [Int], to writer: inout JSONWriter
  ) {
    writer.key("path")
    writer.array(path) { $0.integer(Int64($1)) }
    writer.member("type", Int64(attribute.type))
    writer.member("version", Int64(attribute.version))
    writer.member("offset", attribute.offset)
    writer.member("value", attribute.value.hexadecimal)
  }
}

import AppStoreReceipt

/// `receipt attributes`: every attribute as it stands, one JSON line each.
struct AttributesCommand: Command {
  static let name = "attributes"
  static let summary = "Prints every attribute as it stands, one JSON line each"
  static let help = """
    Prints every attribute of a receipt as it stands, known or not, one JSON line each, in the order of the
    payload.

    USAGE: receipt attributes FILE

    KEYS:
      path     [] for the receipt's own attributes; [17,n] for those inside its n-th purchase, from 0
      type     the number of the attribute's type
      version  its version
      offset   the octet at which it begins, after Base64 decoding
      value    the contents of its OCTET STRING in hexadecimal

    """

  private let file: String

  init(_ arguments: [String]) throws(ToolError) {
    file = try Arguments(arguments).file()
  }

  func run() throws(ToolError) -> CommandResult {
    let receipt = try InputFile(file).receipt()
    var lines = ""
    var purchases = receipt.inAppReceipts.makeIterator()
    for attribute in receipt.attributes {
      lines += Self.line(attribute, path: "[]")
      guard attribute.type == ReceiptAttributeType.inAppReceipt.rawValue,
        let purchase = purchases.next()
      else { continue }
      for inner in purchase.attributes {
        lines += Self.line(inner, path: "[17,\(purchase.index)]")
      }
    }
    return CommandResult(output: lines)
  }

  private static func line(_ attribute: AttributeRecord, path: String) -> String {
    """
    {"path":\(path),"type":\(attribute.type),"version":\(attribute.version),\
    "offset":\(attribute.offset),"value":"\(attribute.value.hexadecimal)"}\n
    """
  }
}

import AppStoreReceipt
import VerifyReceipt

/// `receipt attributes`: every attribute as it stands, one JSON line each.
struct AttributesCommand: FileCommand {
  static let manual = Manual(
    "attributes", "Prints every attribute as it stands, one JSON line each",
    [
      "Prints every attribute of a receipt as it stands, known or not, one JSON line each, in the order of the "
        + "payload."
    ],
    usage: ["[OPTIONS] [FILE…]"],
    options: [Option("--json", "nothing changes: the answers are JSON")],
    groups: [LimitOptions.group],
    sections: [
      Manual.Section(
        title: "KEYS",
        lines: [
          "path      [] for the receipt's own attributes; [17,n] for those inside its n-th purchase, from 0",
          "type      the number of the attribute's type",
          "version   its version",
          "offset    the byte at which it begins, after Base64 decoding",
          "value     the contents of its OCTET STRING in hexadecimal",
        ])
    ])

  let files: [String]
  private let limits: LimitOptions

  init(_ arguments: Arguments) throws(ToolError) {
    files = arguments.files
    limits = try LimitOptions(arguments)
  }

  func answer(_ path: String, _ console: Console) throws(ToolError) -> ExitStatus {
    let receipt = try InputFile(path, limits).receipt()
    var purchases = receipt.inAppReceipts.makeIterator()
    for attribute in receipt.attributes {
      console.jsonLine(Self.json(attribute, path: []))
      guard attribute.type == ReceiptAttributeType.inAppReceipt.rawValue,
        let purchase = purchases.next()
      else { continue }
      for inner in purchase.attributes {
        console.jsonLine(Self.json(inner, path: [17, Int64(purchase.index)]))
      }
      try console.check()
    }
    return .yes
  }

  private static func json(
    _ attribute: AttributeRecord, path: [Int64]
  ) -> VerifyReceiptJSON.Object {
    var json = VerifyReceiptJSON.Object()
    json["path"] = .array(path.map { .number(.init($0)) })
    json.set("type", Int64(attribute.type))
    json.set("version", Int64(attribute.version))
    json.set("offset", Int64(attribute.offset))
    json.set("value", attribute.value.hexadecimal)
    return json
  }
}

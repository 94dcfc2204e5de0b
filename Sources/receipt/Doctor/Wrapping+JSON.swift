import VerifyReceipt

extension Wrapping {
  /// JSON around a receipt.
  static let json: [Wrapping] = [
    Wrapping(
      "jsonString", "this is a JSON string, with its quotation marks",
      next: "Decode the JSON before you take the receipt out of it: jq -r . FILE"
    ) { specimen in
      unescaped(specimen.text) ?? Array(specimen.text.utf8.filter { $0 != UInt8(ascii: "\"") })
    },
    Wrapping(
      "jsonEscapes", "the escapes of a JSON string are still in the Base64",
      next: "Decode the JSON before you take the receipt out of it, in place of cutting its text."
    ) { unescaped("\"" + $0.text + "\"") },
    Wrapping(
      "jsonObject", "the receipt is inside JSON", next: "Take it out."
    ) { specimen -> Opened? in
      guard let document = JSONDocument(specimen.bytes), let content = document.content else {
        return nil
      }
      return Opened(
        inner: content.bytes, name: document.kind?.name,
        message: "\(document.kind?.message ?? "this is JSON"), with \(content.what) in "
          + "\(content.path); to take it out: jq -r '\(content.path)' FILE",
        next: document.kind?.next)
    },
  ]

  /// What a JSON string stands for.
  private static func unescaped(_ json: String) -> [UInt8]? {
    do throws(VerifyReceiptError) {
      guard case .string(let text) = try VerifyReceiptJSON(text: json.utf8) else { return nil }
      return Array(text.utf8)
    } catch {
      return nil
    }
  }
}

import AppStoreReceipt

/// `receipt tree`: the ASN.1 structure of a receipt, or of any other encoding.
struct TreeCommand: FileCommand {
  static let manual = Manual(
    "tree", "Prints the ASN.1 structure with offsets",
    [
      "Prints the ASN.1 structure of a receipt, a certificate or any other DER or BER: the byte at which each "
        + "element begins, its type and its value. Strings that hold an encoding are opened. What is damaged is "
        + "shown as far as it can be read."
    ],
    usage: ["[OPTIONS] [FILE…]"],
    options: [Option("--json", "one JSON object a line for each element")],
    groups: [LimitOptions.group],
    sections: [
      Manual.Section(
        title: "KEYS",
        lines: [
          "offset    the byte at which the element begins, after Base64 decoding",
          "level     how many elements it lies in",
          "type      its type, such as SEQUENCE",
          "value     its value as text; absent if it is constructed",
          "holds     true if it is a string that holds an encoding",
        ])
    ])

  let files: [String]
  private let isJSON: Bool
  private let limits: LimitOptions

  init(_ arguments: Arguments) throws(ToolError) {
    files = arguments.files
    isJSON = arguments.has(.json)
    limits = try LimitOptions(arguments)
  }

  func answer(_ path: String, _ console: Console) throws(ToolError) -> ExitStatus {
    let input = try InputFile(path, limits)
    let bytes: [UInt8]
    do {
      bytes = try input.encoding(limits.receipt)
    } catch {
      throw input.failure(error)
    }
    let error = print(bytes, console)
    try console.check()
    guard let error else { return .yes }
    throw .input("\(error)", details: ByteContext.dump(bytes, around: error.offset))
  }

  /// - Returns: why there is no more of it.
  private func print(_ bytes: [UInt8], _ console: Console) -> DERError? {
    let limits = limits.receipt.der
    do throws(DERError) {
      let transcoding = try BERTranscoder.transcode(bytes, limits: limits)
      if transcoding.bytes != bytes, !isJSON {
        console.line("This is BER; it is shown rewritten as DER, with the offsets of the original.")
      }
      return TreePrinter(console, isJSON: isJSON) { transcoding.inputOffset(of: $0) }
        .print(transcoding.bytes, limits)
    } catch {
      return TreePrinter(console, isJSON: isJSON) { $0 }.print(bytes, limits)
    }
  }
}

extension InputFile {
  /// The bytes of an encoding: as given, or out of Base64.
  fileprivate func encoding(_ limits: ReceiptLimits) throws(ReceiptError) -> [UInt8] {
    do {
      return try ReceiptInput(bytes, limits: limits, repairsSpaces: false).bytes
    } catch  where error.code == .notAReceipt && !bytes.isEmpty {
      return bytes  // some other element than a SEQUENCE
    }
  }
}

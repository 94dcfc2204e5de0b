import AppStoreReceipt
import CMSParsing
import ReceiptJSON
import ReceiptTrust
import TextCoding

/// `receipt tree`: the ASN.1 structure of a receipt, or of any other encoding.
struct TreeCommand: FileCommand {
  static let manual = Manual(
    "tree", "Prints the ASN.1 structure with offsets",
    "Prints the ASN.1 structure of a receipt, a certificate or any other DER or BER: offset, type and value of each "
      + "element. Strings that hold an encoding are opened. Damaged input is shown up to the fault.",
    options: [Option("--json", "print each element as a JSON object on its own line")],
    keys: [
      "offset    its first byte, after Base64 decoding",
      "level     its depth",
      "type      its type, such as SEQUENCE",
      "value     its value as text, if it is not constructed",
      "holds     true for a string that holds an encoding",
    ])

  let arguments: CommonArguments

  func answer(_ path: String, _ console: Console) throws(ToolError) -> ExitStatus {
    let input = try InputFile(path, arguments.limits)
    var bytes = input.bytes
    do throws(ReceiptError) {
      bytes = try ReceiptInput(bytes, maximumBytes: input.limits.receipt.der.inputBound).bytes
    } catch {
      // An element other than a SEQUENCE is shown, too.
      guard error.code == .notAReceipt, !bytes.isEmpty else { throw input.failure(error) }
    }
    let error = print(bytes, console)
    try console.check()
    guard let error else { return .success }
    throw .input("\(error)", details: ByteContext.dump(bytes, around: error.offset))
  }

  /// - Returns: the error that ends the output, if any.
  private func print(_ bytes: [UInt8], _ console: Console) -> DERError? {
    let (limits, isJSON) = (arguments.limits.receipt.der, arguments.isJSON)
    let transcoding = try? BERTranscoder.transcode(bytes, limits: limits)
    if let transcoding, transcoding.bytes != bytes, !isJSON {
      console.line("This is BER, shown rewritten as DER with the original offsets.")
    }
    return TreePrinter(console: console, isJSON: isJSON) { transcoding?.inputOffset(of: $0) ?? $0 }
      .print(transcoding?.bytes ?? bytes, limits)
  }
}

/// Prints the structure of an encoding while reading it, one line for each element.
struct TreePrinter {
  let console: Console
  let isJSON: Bool
  /// Maps an offset to the original input.
  let inputOffset: (Int) -> Int

  /// - Returns: the error that ends the output, if any.
  func print(_ bytes: [UInt8], _ limits: DERLimits) -> DERError? {
    do throws(DERError) {
      try bytes.withDERReader(limits: limits) { (reader) throws(DERError) in
        try print(&reader, level: 0)
      }
      return nil
    } catch {
      return error.moved(to: inputOffset(error.offset))
    }
  }

  /// Prints all remaining elements. The reader limits the depth.
  private func print(_ reader: inout DERReader, level: Int) throws(DERError) {
    while !reader.isAtEnd {
      let element = try reader.readElement()
      let contents = reader.bytes(in: element.contentsRange)
      let skipped = Self.bytesBeforeEncoding(element, contents, reader.remainingDepth)
      let value =
        skipped == nil ? (try? Self.text(of: element, contents)) ?? Self.shortened(contents) : nil
      print(element, level, value: value)
      guard let skipped else { continue }
      let inner = DERElement(
        identifier: element.identifier, offset: element.offset,
        contentsOffset: element.contentsOffset + skipped, endOffset: element.endOffset)
      var innerReader = try reader.contents(of: inner)
      try print(&innerReader, level: level + 1)
    }
  }

  /// - Parameter value: the value as text; `nil` if other elements follow that are in this one.
  private func print(_ element: DERElement, _ level: Int, value: String?) {
    let (offset, type) = (inputOffset(element.offset), element.identifier.description)
    let holdsEncoding = value == nil && !element.identifier.isConstructed
    guard isJSON else {
      let indent = String(repeating: "  ", count: level + 1)
      let rest = holdsEncoding ? ", holds" : value.map { $0.isEmpty ? "" : " " + $0 } ?? ""
      return console.line(String(offset).padded(before: 7) + indent + type + rest)
    }
    console.json(isLine: true) { writer in
      writer.member("offset", offset)
      writer.member("level", level)
      writer.member("type", type)
      if holdsEncoding { writer.member("holds", true) }
      writer.member("value", value)
    }
  }

  /// The number of bytes before the elements in an element: 0 if it is constructed or an OCTET STRING, 1 in a BIT STRING;
  /// `nil` if it holds no encoding.
  private static func bytesBeforeEncoding(
    _ element: DERElement, _ contents: RawSpan, _ depth: Int
  ) -> Int? {
    let skipped: Int
    switch element.identifier {
    case _ where element.identifier.isConstructed: return 0
    case .octetString: skipped = 0
    case .bitString where contents.byteCount > 0 && contents.byte(at: 0) == 0: skipped = 1
    default: return nil
    }
    guard skipped < contents.byteCount, depth > 0 else { return nil }
    var reader = DERReader(contents, contents: skipped..<contents.byteCount, depth: depth - 1)
    return (try? check(&reader)) != nil && reader.isAtEnd ? skipped : nil
  }

  /// Checks that one well-formed element follows.
  private static func check(_ reader: inout DERReader) throws(DERError) {
    let element = try reader.readElement()
    guard element.identifier.isConstructed else { return }
    var inner = try reader.contents(of: element)
    while !inner.isAtEnd { try check(&inner) }
  }

  /// The value as text; `nil`, or an error, if the bytes are not what the type says.
  private static func text(
    of element: DERElement, _ contents: RawSpan
  ) throws(DERError) -> String? {
    var whole = DERReader(contents, contents: 0..<contents.byteCount)
    switch element.identifier {
    case .boolean where contents.byteCount == 1:
      return contents.byte(at: 0) == 0 ? "FALSE" : "TRUE"
    case .integer, .enumerated: return String(try Int64(contents: &whole))
    case .null: return ""
    case .objectIdentifier:
      let identifier = try DERObjectIdentifier(contents: &whole)
      return "\(identifier)" + (ApplePolicy.name(of: identifier).map { " (\($0))" } ?? "")
    case .utcTime, .generalizedTime:
      return contents.allBytes { 0x20..<0x7F ~= $0 } ? contents.decodedUTF8 : nil
    default:
      guard let type = DERStringType(element.identifier), type.violation(in: contents) == nil
      else { return nil }
      let characters = type.text(of: contents).unicodeScalars
      return "\"" + characters.map { $0.escaped(asASCII: false) }.joined() + "\""
    }
  }

  /// At most 32 bytes in hexadecimal.
  private static func shortened(_ contents: RawSpan) -> String {
    let limit = 32
    guard contents.byteCount > limit else { return contents.hexadecimal }
    return contents.extracting(0..<limit).hexadecimal + "… (\(contents.byteCount) bytes)"
  }
}

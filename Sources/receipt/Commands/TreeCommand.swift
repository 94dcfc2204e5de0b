import AppStoreReceipt
import CMSParsing
import ReceiptJSON
import ReceiptTrust
import TextCoding

/// `receipt tree`: the ASN.1 structure of a receipt, or of any other encoding.
struct TreeCommand: FileCommand {
  static let manual = Manual(
    "tree", "Prints the ASN.1 structure with offsets",
    [
      "Prints the ASN.1 structure of a receipt, a certificate or any other DER or BER: offset, type and value of each "
        + "element. Strings that hold an encoding are opened. Damaged input is shown up to the fault."
    ],
    usage: ["[OPTIONS] [FILE…]"],
    options: [Option("--json", "print each element as a JSON object on its own line")],
    groups: [LimitOptions.group],
    sections: [
      Manual.Section(
        title: "KEYS",
        lines: [
          "offset    its first byte, after Base64 decoding",
          "level     its depth",
          "type      its type, such as SEQUENCE",
          "value     its value as text, if it is not constructed",
          "holds     true for a string that holds an encoding",
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

  /// - Returns: the error that ends the output, if any.
  private func print(_ bytes: [UInt8], _ console: Console) -> DERError? {
    let limits = limits.receipt.der
    do throws(DERError) {
      let transcoding = try BERTranscoder.transcode(bytes, limits: limits)
      if transcoding.bytes != bytes, !isJSON {
        console.line("This is BER, shown rewritten as DER with the original offsets.")
      }
      return TreePrinter(console, isJSON: isJSON) { transcoding.inputOffset(of: $0) }
        .print(transcoding.bytes, limits)
    } catch {
      return TreePrinter(console, isJSON: isJSON) { $0 }.print(bytes, limits)
    }
  }
}

extension InputFile {
  /// The bytes of an encoding, decoded if they are Base64.
  fileprivate func encoding(_ limits: ReceiptLimits) throws(ReceiptError) -> [UInt8] {
    do {
      return try ReceiptInput(bytes, limits: limits, repairsSpaces: false).bytes
    } catch  where error.code == .notAReceipt && !bytes.isEmpty {
      return bytes  // an element other than a SEQUENCE
    }
  }
}

/// Prints the structure of an encoding while reading it, one line for each element.
struct TreePrinter {
  private let console: Console
  private let isJSON: Bool
  private let inputOffset: (Int) -> Int

  /// - Parameter inputOffset: maps an offset to the original input.
  init(_ console: Console, isJSON: Bool, inputOffset: @escaping (Int) -> Int) {
    self.console = console
    self.isJSON = isJSON
    self.inputOffset = inputOffset
  }

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
      let contents = reader.bytes(in: element.contents)
      if element.identifier.isConstructed {
        print(element, level, .constructed)
        var inner = try reader.contents(of: element)
        try print(&inner, level: level + 1)
      } else if let skipped = Self.bytesBeforeEncoding(element, contents, reader.remainingDepth) {
        print(element, level, .encoding)
        let inner = DERElement(
          identifier: element.identifier, offset: element.offset,
          contentsOffset: element.contentsOffset + skipped, endOffset: element.endOffset)
        var innerReader = try reader.contents(of: inner)
        try print(&innerReader, level: level + 1)
      } else {
        print(element, level, .value(Self.value(of: element, contents)))
      }
    }
  }

  private enum Contents {
    case constructed
    /// A string that holds an encoding.
    case encoding
    case value(String)
  }

  private func print(_ element: DERElement, _ level: Int, _ contents: Contents) {
    let (offset, type) = (inputOffset(element.offset), element.identifier.description)
    guard isJSON else {
      let number = String(offset)
      var line = String(repeating: " ", count: max(0, 7 - number.count)) + number
      line += String(repeating: "  ", count: level) + "  " + type
      switch contents {
      case .constructed: break
      case .encoding: line += ", holds"
      case .value(let value): line += value.isEmpty ? "" : " " + value
      }
      return console.line(line)
    }
    console.jsonLine { writer in
      writer.member("offset", offset)
      writer.member("level", level)
      writer.member("type", type)
      switch contents {
      case .constructed: break
      case .encoding: writer.member("holds", true)
      case .value(let value): writer.member("value", value)
      }
    }
  }

  /// The number of bytes before the encoding in a string: 0 in an OCTET STRING, 1 in a BIT STRING; `nil` if it holds
  /// none.
  private static func bytesBeforeEncoding(
    _ element: DERElement, _ contents: RawSpan, _ depth: Int
  ) -> Int? {
    let skipped: Int
    switch element.identifier {
    case .octetString: skipped = 0
    case .bitString:
      guard contents.byteCount > 0, contents.byte(at: 0) == 0 else { return nil }
      skipped = 1
    default: return nil
    }
    let range = skipped..<contents.byteCount
    guard !range.isEmpty, depth > 0 else { return nil }
    do throws(DERError) {
      var reader = DERReader(contents, contents: range, depth: depth - 1)
      try check(&reader)
      try reader.finish()
      return skipped
    } catch {
      return nil
    }
  }

  /// Checks that one well-formed element follows.
  private static func check(_ reader: inout DERReader) throws(DERError) {
    let element = try reader.readElement()
    guard element.identifier.isConstructed else { return }
    var inner = try reader.contents(of: element)
    while !inner.isAtEnd { try check(&inner) }
  }

  /// The value as text.
  private static func value(of element: DERElement, _ contents: RawSpan) -> String {
    let whole = DERReader(contents, contents: 0..<contents.byteCount)
    switch element.identifier {
    case .boolean where contents.byteCount == 1:
      return contents.byte(at: 0) == 0 ? "FALSE" : "TRUE"
    case .integer, .enumerated:
      return integer(whole).map(String.init) ?? shortened(contents)
    case .null: return ""
    case .objectIdentifier:
      guard let identifier = objectIdentifier(whole) else { return shortened(contents) }
      return "\(identifier)" + (ApplePolicy.name(of: identifier).map { " (\($0))" } ?? "")
    case .utcTime, .generalizedTime:
      return contents.allBytes { 0x20..<0x7F ~= $0 } ? contents.decodedUTF8 : shortened(contents)
    default:
      guard let type = DERStringType(element.identifier), type.violation(in: contents) == nil
      else { return shortened(contents) }
      return "\"" + type.text(of: contents).escaped + "\""
    }
  }

  private static func integer(_ contents: consuming DERReader) -> Int64? {
    do { return try Int64(contents: &contents) } catch { return nil }
  }

  private static func objectIdentifier(_ contents: consuming DERReader) -> DERObjectIdentifier? {
    do { return try DERObjectIdentifier(contents: &contents) } catch { return nil }
  }

  /// At most 32 bytes in hexadecimal.
  private static func shortened(_ contents: RawSpan) -> String {
    let limit = 32
    guard contents.byteCount > limit else { return contents.hexadecimal }
    return contents.extracting(0..<limit).hexadecimal + "… (\(contents.byteCount) bytes)"
  }
}

extension String {
  /// The text with control characters and quotation marks escaped.
  fileprivate var escaped: String {
    var text = ""
    for scalar in unicodeScalars { text += scalar.escaped(asASCII: false) }
    return text
  }
}

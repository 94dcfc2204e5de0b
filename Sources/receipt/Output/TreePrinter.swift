import AppStoreReceipt
import CMSParsing
import ReceiptTrust
import VerifyReceipt

/// Prints the structure of an encoding, one line for each element, as it is read.
struct TreePrinter {
  private let console: Console
  private let isJSON: Bool
  private let inputOffset: (Int) -> Int

  /// - Parameter inputOffset: where a byte stands in what was given.
  init(_ console: Console, isJSON: Bool, inputOffset: @escaping (Int) -> Int) {
    self.console = console
    self.isJSON = isJSON
    self.inputOffset = inputOffset
  }

  /// - Returns: why there is no more of it.
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

  /// Prints every element that is left to read. The reader bounds the depth.
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
    var json = VerifyReceiptJSON.Object()
    json.set("offset", Int64(offset))
    json.set("level", Int64(level))
    json.set("type", type)
    switch contents {
    case .constructed: break
    case .encoding: json.set("holds", true)
    case .value(let value): json.set("value", value)
    }
    console.jsonLine(json)
  }

  /// How many bytes stand before the encoding that a string holds: 0 in an OCTET STRING, 1 in a BIT
  /// STRING; `nil` if it holds none.
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

  /// Checks that one element stands next, well-formed inside as well.
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
  /// Control characters and quotation marks as escapes.
  fileprivate var escaped: String {
    var text = ""
    for scalar in unicodeScalars { text += scalar.escaped(asASCII: false) }
    return text
  }
}

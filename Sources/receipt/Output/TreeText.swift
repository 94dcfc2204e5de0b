import CMSParsing
import DERParsing

/// The structure of an encoding, one line for each element.
struct TreeText {
  private(set) var text = ""
  /// Why there is no more of it.
  private(set) var error: DERError?
  private let inputOffset: (Int) -> Int

  /// - Parameter inputOffset: where an octet stands in what was given.
  init(_ octets: [UInt8], inputOffset: @escaping (Int) -> Int) {
    self.inputOffset = inputOffset
    do throws(DERError) {
      try octets.withDERReader { (reader) throws(DERError) in
        try add(&reader, level: 0)
      }
    } catch {
      self.error = error.moved(to: inputOffset(error.offset))
    }
  }

  /// Adds every element that is left to read. The reader bounds the depth.
  private mutating func add(_ reader: inout DERReader, level: Int) throws(DERError) {
    while !reader.isAtEnd {
      let element = try reader.readElement()
      let contents = reader.octets(in: element.contents)
      text += String(inputOffset(element.offset)).leftPadded(to: 7)
      text += String(repeating: "  ", count: level) + "  " + element.identifier.description
      if element.identifier.isConstructed {
        text += "\n"
        var inner = try reader.contents(of: element)
        try add(&inner, level: level + 1)
      } else if let skipped = Self.octetsBeforeEncoding(element, contents, reader.remainingDepth) {
        text += ", holds\n"
        let inner = DERElement(
          identifier: element.identifier, offset: element.offset,
          contentsOffset: element.contentsOffset + skipped, endOffset: element.endOffset)
        var innerReader = try reader.contents(of: inner)
        try add(&innerReader, level: level + 1)
      } else {
        text += Self.value(of: element, contents) + "\n"
      }
    }
  }

  /// How many octets stand before the encoding that a string holds: 0 in an OCTET STRING, 1 in a BIT
  /// STRING; `nil` if it holds none.
  private static func octetsBeforeEncoding(
    _ element: DERElement, _ contents: RawSpan, _ depth: Int
  ) -> Int? {
    let skipped: Int
    switch element.identifier {
    case .octetString: skipped = 0
    case .bitString:
      guard contents.byteCount > 0, contents.octet(at: 0) == 0 else { return nil }
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

  /// The value as text, with a space before it.
  private static func value(of element: DERElement, _ contents: RawSpan) -> String {
    let hexadecimal = " " + shortened(contents)
    let whole = DERReader(contents, contents: 0..<contents.byteCount)
    switch element.identifier {
    case .boolean where contents.byteCount == 1:
      return contents.octet(at: 0) == 0 ? " FALSE" : " TRUE"
    case .integer, .enumerated:
      return integer(whole).map { " \($0)" } ?? hexadecimal
    case .null: return ""
    case .objectIdentifier:
      guard let identifier = objectIdentifier(whole) else { return hexadecimal }
      return " \(identifier)" + (identifier.name.map { " (\($0))" } ?? "")
    case .utcTime, .generalizedTime:
      return " " + (contents.allOctets { 0x20..<0x7F ~= $0 } ? contents.decodedUTF8 : hexadecimal)
    default:
      guard let type = DERStringType(element.identifier), type.violation(in: contents) == nil
      else { return hexadecimal }
      return " \"" + type.text(of: contents).escaped + "\""
    }
  }

  private static func integer(_ contents: consuming DERReader) -> Int64? {
    do { return try Int64(contents: &contents) } catch { return nil }
  }

  private static func objectIdentifier(_ contents: consuming DERReader) -> DERObjectIdentifier? {
    do { return try DERObjectIdentifier(contents: &contents) } catch { return nil }
  }

  /// At most 32 octets in hexadecimal.
  private static func shortened(_ contents: RawSpan) -> String {
    let limit = 32
    guard contents.byteCount > limit else { return contents.hexadecimal }
    return contents.extracting(0..<limit).hexadecimal + "… (\(contents.byteCount) octets)"
  }
}

extension String {
  fileprivate func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }

  /// Control characters and quotation marks as escapes.
  fileprivate var escaped: String {
    var text = ""
    for scalar in unicodeScalars { text += scalar.escaped(asASCII: false) }
    return text
  }
}

import Foundation
import TestSupport
import Testing

/// What is inlined into other modules is code that a caller keeps until it is compiled again: so each
/// place has a reason.
@Suite struct InliningTests {
  /// The files that may say `@inlinable`, and why.
  private static let reasons = [
    "DERParsing/Reader/DERReader.swift": "the cursor: a call costs more than a byte",
    "DERParsing/Reader/DERReader+Decodable.swift": "generic over the schema, specialised there",
    "DERParsing/Reader/DERReader+Element.swift": "the cursor's step",
    "DERParsing/Reader/DERElement.swift": "ranges of a value that is never stored",
    "DERParsing/Reader/DERField.swift": "a literal that becomes an address",
    "DERParsing/Reader/DERIdentifier.swift": "constants that become one comparison",
    "DERParsing/Reader/Bytes.swift": "a short header, without a call",
    "TextCoding/Bytes.swift": "single loads, without a call",
    "TextCoding/CivilDate.swift": "the common form of dates, which is read in another module",
    "DERParsing/Reader/DERDecodable.swift": "a constant that becomes one comparison",
    "DERParsing/Types/DERInteger.swift": "a number's bytes, generic over its width",
    "DERParsing/Types/DERPrimitives.swift": "a schema that is only a range",
    "ReceiptParsing/Attributes/AttributeReader.swift": "the loop over attributes, in registers",
    "ReceiptParsing/Attributes/AttributeReader+CommonForms.swift": "its fast path",
    "ReceiptParsing/Attributes/ReceiptAttribute.swift": "what that loop hands out",
    "ReceiptParsing/Attributes/ReceiptContainer.swift": "the same loop, for callers",
    "ReceiptParsing/Attributes/AttributeTypes.swift": "a number compared in that loop",
    "ReceiptParsing/Receipt/ReceiptField.swift": "what a streamed value is unwrapped from",
  ]

  /// The Swift files of all targets, by their path in `Sources`.
  private static func sources() throws -> [String: String] {
    let folder = Fixtures.root.appending(path: "Sources")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
    return try Dictionary(
      uniqueKeysWithValues: paths.filter { $0.hasSuffix(".swift") }.map { path in
        (path, try String(contentsOf: folder.appending(path: path), encoding: .utf8))
      })
  }

  @Test func `Only what has a reason is inlined into other modules`() throws {
    let inlined = try Self.sources().filter { $0.value.contains("@inlinable") }.keys
    #expect(inlined.sorted() == Self.reasons.keys.sorted())
  }

  @Test func `No layout is frozen`() throws {
    // It means something only for libraries that come as binaries, and cannot be taken back.
    let sources = try Self.sources()
    #expect(sources.count > 100)
    #expect(sources.filter { $0.value.contains("@frozen") }.keys.sorted() == [])
  }
}

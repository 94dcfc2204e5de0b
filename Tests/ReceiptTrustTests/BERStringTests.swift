import DERParsing
import Foundation
import ReceiptParsing
import ReceiptTrust
import ReceiptValidation
import TestSupport
import Testing

/// Every string of a message, cut into chunks in every way of BER: the verdict is that of the DER, or a rule refuses it.
@Suite struct BERStringTests {
  /// An element with one identifier octet.
  private indirect enum Node {
    case primitive(UInt8, [UInt8])
    case constructed(UInt8, [Node])

    var encoding: [UInt8] {
      switch self {
      case .primitive(let identifier, let contents): DER.element(identifier, contents)
      case .constructed(let identifier, let children):
        DER.element(identifier, of: children.map(\.encoding))
      }
    }

    /// The elements that fill the bytes.
    static func all(_ bytes: ArraySlice<UInt8>) throws -> [Node] {
      var rest = bytes
      var nodes: [Node] = []
      while let identifier = rest.popFirst() {
        guard var count = rest.popFirst().map({ Int($0) }) else { throw Unexpected() }
        if count >= 0x80 {
          let lengthCount = count & 0x7F
          count = rest.prefix(lengthCount).reduce(0) { $0 << 8 | Int($1) }
          rest = rest.dropFirst(lengthCount)
        }
        let contents = rest.prefix(count)
        guard contents.count == count else { throw Unexpected() }
        rest = rest.dropFirst(count)
        nodes.append(
          identifier & 0x20 == 0
            ? .primitive(identifier, Array(contents))
            : .constructed(identifier, try all(contents)))
      }
      return nodes
    }

    /// The encoding with the primitive element at a path written in another way.
    func encoding(_ path: ArraySlice<Int>, _ write: (UInt8, [UInt8]) -> [UInt8]) -> [UInt8] {
      switch self {
      case .primitive(let identifier, let contents): return write(identifier, contents)
      case .constructed(let identifier, let children):
        let parts = children.enumerated().map { place, child in
          place == path.first ? child.encoding(path.dropFirst(), write) : child.encoding
        }
        return DER.element(identifier, of: parts)
      }
    }

    /// The paths to all primitive elements that BER may write in chunks.
    func strings(_ path: [Int] = []) -> [(path: [Int], identifier: UInt8)] {
      switch self {
      case .primitive(let identifier, _):
        let isString = [3, 4, 12, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 30].contains(
          identifier)
        return isString ? [(path, identifier)] : []
      case .constructed(_, let children):
        return children.enumerated().flatMap { $1.strings(path + [$0]) }
      }
    }

    func adding(_ node: Node, at path: ArraySlice<Int>) -> Node {
      guard case .constructed(let identifier, var children) = self else { return self }
      if let place = path.first {
        children[place] = children[place].adding(node, at: path.dropFirst())
      } else {
        children.append(node)
      }
      return .constructed(identifier, children)
    }
  }

  /// Where in the message a string stands.
  private enum Place: String, CaseIterable {
    case content, certificates, signerName, signedAttributes, signature, unsignedAttributes

    init(_ path: [Int]) throws {
      try #require(path.starts(with: [1, 0]))  // ContentInfo.content, SignedData
      switch path[2] {
      case 2: self = .content
      case 3: self = .certificates
      default:
        try #require(path[2] == 4 && path[3] == 0)  // signerInfos
        switch path[4] {
        case 1: self = .signerName
        case 3: self = .signedAttributes
        case 5: self = .signature
        default:
          try #require(path[4] == 6)
          self = .unsignedAttributes
        }
      }
    }
  }

  /// A way to cut a string into chunks.
  private enum Cut: CaseIterable {
    case one, two, everyByte, withEmptyOne, nested, indefinite, indefiniteNested

    func write(_ identifier: UInt8, _ contents: [UInt8]) -> [UInt8] {
      let outer = identifier | 0x20
      let isBitString = identifier == 3
      let chunkIdentifier: UInt8 = isBitString ? 3 : 4
      func chunk(_ part: ArraySlice<UInt8>) -> [UInt8] {
        DER.element(chunkIdentifier, Array(part))
      }
      let middle = contents.count / 2
      // The first byte of each chunk of a BIT STRING counts its unused bits.
      let halves =
        isBitString
        ? [chunk(contents[...])] : [chunk(contents[..<middle]), chunk(contents[middle...])]
      switch self {
      case .one: return DER.element(outer, chunk(contents[...]))
      case .two: return DER.element(outer, of: halves)
      case .everyByte:
        let parts = contents.prefix(200).map { chunk([$0]) } + [chunk(contents.dropFirst(200))]
        return DER.element(outer, of: isBitString ? halves : parts)
      case .withEmptyOne:
        return DER.element(outer, of: isBitString ? halves : halves + [chunk([])])
      case .nested:
        return DER.element(outer, DER.element(chunkIdentifier | 0x20, of: halves))
      case .indefinite: return DER.indefinite(outer, halves.flatMap { $0 })
      case .indefiniteNested:
        return DER.indefinite(
          outer, DER.indefinite(chunkIdentifier | 0x20, halves.flatMap { $0 }))
      }
    }
  }

  private let verifier: AppleSignatureVerifier

  init() throws {
    verifier = AppleSignatureVerifier(anchors: [
      try TrustAnchor(certificate: Fixtures.certificate("root"))
    ])
  }

  /// How a message is refused, `check.code`; `nil` when its signature holds.
  private func failure(_ bytes: [UInt8]) -> String? {
    let receipt: AppReceipt
    do throws(ReceiptError) {
      receipt = try AppReceipt(bytes)
    } catch {
      return "structure.\(error.code.rawValue)" + (error.der.map { ".\($0.code.rawValue)" } ?? "")
    }
    do throws(ReceiptSignatureError) {
      try receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
        try verifier.verify(material)
      }
      return nil
    } catch {
      return "signature.\(error.code.rawValue)"
    }
  }

  /// With strings of many types in its signed attributes, and the same ones once more in unsigned ones.
  private static func message() throws -> Node {
    let bytes = try Fixtures.bytes(
      of: Forgeries.folder.appending(path: "P18-signedattrs-strings.p7"))
    let message = try #require(try Node.all(bytes[...]).first)
    var signer = message
    for place in [1, 0, 4, 0] {
      guard case .constructed(_, let children) = signer else { break }
      signer = children[place]
    }
    guard case .constructed(_, let members) = signer,
      case .constructed(0xA0, let signed) = members[3]
    else { throw Unexpected() }
    return message.adding(.constructed(0xA1, signed), at: [1, 0, 4, 0])
  }

  private struct Unexpected: Error {}

  /// The rules that may refuse a string in chunks; `nil` where it has to be read, or may be.
  private func rules(_ place: Place, _ identifier: UInt8, isBER: Bool) -> Set<String?> {
    let bitString = "structure.malformed.constructedBitString"
    switch place {
    case .content, .signerName, .signature: return [nil]
    case .signedAttributes:
      switch identifier {
      case 3: return [bitString]
      case 23, 24: return ["structure.malformed.unexpectedIdentifier"]  // times aren't rewritten
      default: return [nil]
      }
    case .unsignedAttributes:
      // Nobody reads them, but to rewrite the whole message as DER.
      return identifier == 3 ? (isBER ? [bitString] : [nil, bitString]) : [nil]
    case .certificates:
      // A certificate is signed as it stands.
      if isBER { return identifier == 3 ? [bitString] : Self.certificateRules }
      return Self.certificateRules.union([bitString])
    }
  }

  private static let certificateRules: Set<String?> = [
    "structure.certificateNotDER", "signature.malformedCertificate", "signature.malformedExtension",
    "signature.certificateSignatureMismatch", "signature.embeddedRootDiffers",
  ]

  @Test func `A string in chunks changes no verdict, or a rule refuses it`() throws {
    let message = try Self.message()
    let inDER = message.encoding
    #expect(failure(inDER) == nil)
    #expect(try AppReceipt(inDER).form.encoding == .der)
    var counts: [Place: Int] = [:]
    for (path, identifier) in message.strings() {
      let place = try Place(path)
      counts[place, default: 0] += 1
      for cut in Cut.allCases {
        let bytes = message.encoding(path[...], cut.write)
        for isBER in [false, true] {
          let bytes = isBER ? Self.indefinite(bytes) : bytes
          let failure = failure(bytes)
          #expect(
            rules(place, identifier, isBER: isBER).contains(failure),
            "\(place), type \(identifier) at \(path), \(cut), \(isBER): \(failure ?? "accepted")")
          if failure == nil, place != .unsignedAttributes {
            #expect(try AppReceipt(bytes).form.encoding == .ber)
            let content = try AppReceipt(bytes).contentBytes
            #expect(try content == AppReceipt(inDER).contentBytes)
          }
        }
      }
    }
    #expect(Set(counts.keys) == Set(Place.allCases))
    #expect(counts[.signedAttributes, default: 0] >= 8)
    #expect(counts[.certificates, default: 0] >= 40)
  }

  /// The message with its outermost length indefinite, so that all of it is rewritten.
  private static func indefinite(_ bytes: [UInt8]) -> [UInt8] {
    let start = bytes[1] < 0x80 ? 2 : 2 + Int(bytes[1] & 0x7F)
    return DER.indefinite(bytes[0], Array(bytes[start...]))
  }

  @Test func `The signature covers the DER, whatever is sent`() throws {
    let message = try Self.message()
    var changed = 0
    for (path, identifier) in message.strings()
    where try Place(path) == .signedAttributes && ![3, 23].contains(identifier) {
      for cut in Cut.allCases {
        let bytes = message.encoding(path[...]) { identifier, contents in
          var contents = contents
          contents[0] ^= 1
          return cut.write(identifier, contents)
        }
        let failure = failure(bytes)
        #expect(
          failure == "signature.messageDigestDiffers" || failure == "signature.signatureMismatch")
        changed += 1
      }
    }
    #expect(changed >= 6 * Cut.allCases.count)
  }
}

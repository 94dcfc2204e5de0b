import DERParsing
public import FuzzSupport
import Inspection

/// The input is anything. Its nodes nest, none begins where another does, and each byte belongs to exactly one innermost
/// node; the way down from the top leads to it. What a node says is what its bytes do, and attributes have their names.
public enum AnatomyProperty: FuzzProperty {
  /// `anatomy`.
  public static let name = "anatomy"

  /// Ends the process if something does not hold.
  public static func check(_ input: RawSpan, _ places: borrowing Places) {
    _ = NaiveIdentifierNames.areShown
    guard let anatomy = try? Anatomy(input.copy) else { return }
    var owners = [Int](repeating: -1, count: anatomy.bytes.count)
    var nodes: [AnatomyNode] = []
    visit(anatomy, [], 0..<anatomy.bytes.count, &owners, &nodes)
    for offset in stride(from: 0, to: owners.count, by: owners.count / 64 + 1) {
      require(anatomy.path(to: offset).last == owners[offset], "the path to byte \(offset)")
    }
    require(anatomy.path(to: owners.count).isEmpty, "a path beyond the end")
    var visited = 0
    let fault = anatomy.forEachNode { _ in visited += 1 }
    require(fault == nil ? visited == nodes.count : visited <= nodes.count, "every node once")
    require(fault.map { 0...owners.count ~= $0.offset } ?? true, "the place of a fault")
    checkSearch(anatomy, nodes, 4)
  }

  private static let wanted = [
    "issuer", "ATTRIBUTE", "1.2.840", "Bundle Identifier (2)", "e", "sha256 ", "value", "(", "eSET",
    "content", "2.5.4.3 (c", "nothing", "\u{E9}",
  ]

  /// The next part is found that has a text in its name, or in an identifier behind that: one after the other, from
  /// anywhere on.
  private static func checkSearch(_ anatomy: Anatomy, _ nodes: [AnatomyNode], _ count: Int) {
    let sum = anatomy.bytes.reduce(0) { $0 &+ Int($1) }
    let text = wanted[sum % wanted.count]
    let pattern = text.utf8.map(small)
    let places = nodes.filter { node in
      let identifier = node.type == "OBJECT IDENTIFIER" ? " " + (node.value ?? "") : ""
      let name = ((node.name ?? "") + identifier).utf8.map(small)
      return contains(name, pattern)
    }.map(\.offset)
    var after = -1
    for _ in 0..<count {
      let found = anatomy.offset(ofPartNamed: text, after: after)
      let next = places.first { $0 > after }
      require(found == next, "\(text) after \(after): \(found, default: "nowhere") of \(places)")
      guard let next else { break }
      after = next
    }
    guard !nodes.isEmpty else { return }
    let start = nodes[sum / 13 % nodes.count].offset - sum % 2
    require(
      anatomy.offset(ofPartNamed: text, after: start) == places.first { $0 > start },
      "\(text) after \(start), of \(places)")
    require(anatomy.offset(ofPartNamed: "", after: -1) == nil, "a part without a name")
  }

  private static func contains(_ bytes: [UInt8], _ pattern: [UInt8]) -> Bool {
    bytes.count >= pattern.count
      && (0...bytes.count - pattern.count).contains { start in
        bytes[start] == pattern[0] && bytes[start..<start + pattern.count] == pattern[...]
      }
  }

  /// Of a letter of ASCII, the small one.
  private static func small(_ byte: UInt8) -> UInt8 {
    0x41...0x5A ~= byte ? byte + 0x20 : byte
  }

  private static func visit(
    _ anatomy: Anatomy, _ parents: [AnatomyNode], _ range: Range<Int>, _ owners: inout [Int],
    _ all: inout [AnatomyNode]
  ) {
    let parent = parents.last
    let (nodes, fault) = anatomy.children(of: parent?.offset)
    if parent.map({ !$0.holdsEncoding && !$0.isCut && $0.level < 32 }) ?? true,
      let places = NaiveTree.places(anatomy.bytes, in: range)
    {
      let found = nodes.map { [$0.offset, $0.contentsOffset, $0.endOffset] }
      require(fault == nil && found == places, "\(nodes), not at \(places)")
    }
    guard let first = nodes.first else { return }
    let isWhole = first.offset == range.lowerBound
    let isBitString = parent?.type == "BIT STRING" && first.offset == range.lowerBound + 1
    require(isWhole || isBitString, "the first node in another")
    var position = first.offset
    for node in nodes {
      all.append(node)
      require(node.offset == position && node.endOffset > position, "nodes without a gap")
      require(
        node.offset...node.endOffset ~= node.contentsOffset && node.endOffset <= range.upperBound,
        "a node within another")
      require(node.type != "fault" || fault != nil, "a fault that is told")
      require(node.level == parent.map { $0.level + 1 } ?? 0, "how deep it is")
      checkType(node, anatomy.bytes)
      NaiveNodeText.check(node, anatomy.bytes)
      position = node.endOffset
      for offset in node.offset..<node.endOffset { owners[offset] = node.offset }
      if node.isOpen {
        visit(
          anatomy, parents + [node], node.contentsOffset..<node.endOffset, &owners, &all)
      }
    }
    require(position == range.upperBound, "nodes up to the end")
    if parent?.type == "SEQUENCE", nodes.last?.isCut == false,
      ["payload", "in-app receipt"].contains(parents.dropLast().last?.name)
    {
      checkAttribute(nodes, anatomy.bytes)
    }
    checkWords(parents.suffix(3), nodes, anatomy.bytes)
    checkNames(parent, nodes, anatomy.bytes)
  }

  /// The names of RFC 5280 §4.1, RFC 5652 §5.3 and RFC 8017 appendix A.1.1 for elements of universal types.
  private static let productions: [String: [String]] = [
    "validity": ["notBefore", "notAfter"], "sid": ["issuer", "serialNumber"],
    "RSAPublicKey": ["modulus", "publicExponent"],
    "certificate": ["tbsCertificate", "signatureAlgorithm", "signatureValue"],
  ]

  private static func checkNames(
    _ parent: AnatomyNode?, _ nodes: [AnatomyNode], _ bytes: [UInt8]
  ) {
    guard let parent, parent.type == "SEQUENCE", let name = parent.name,
      let names = productions[name], nodes.count == names.count,
      nodes.allSatisfy({ $0.type != "fault" && 1..<0x40 ~= bytes[$0.offset] })
    else { return }
    require(nodes.map(\.name) == names, "\(nodes) in \(parent)")
  }

  /// An attribute is called by its number, and says in a word what its value does; that says what the first element in
  /// it does, if it is an encoding.
  private static func checkWords(
    _ parents: ArraySlice<AnatomyNode>, _ nodes: [AnatomyNode], _ bytes: [UInt8]
  ) {
    func isSet(_ node: AnatomyNode?) -> Bool {
      ["payload", "in-app receipt"].contains(node?.name)
        && ["SET", "SEQUENCE"].contains(node?.type)
    }
    guard let parent = parents.last else { return }
    if parent.type == "SEQUENCE", isSet(parents.dropLast().last), nodes.count == 3,
      nodes.map({ bytes[$0.offset] }) == [0x02, 0x02, 0x04]
    {
      let number = bytes[nodes[0].contentsOffset..<nodes[0].endOffset]
      let name =
        NaiveValue.isInteger(number, bits: 64, isSigned: true)
        ? NaiveAttributeNames.name(NaiveNumber.signedDecimal(Array(number))) : "attribute"
      require(parent.name == name, "\(parent), not \(name)")
      checkSummary(parent, nodes[2])
    }
    let attribute = parents.dropLast().last
    if parent.type == "OCTET STRING", parent.name == "value", attribute?.type == "SEQUENCE",
      parents.count == 3, isSet(parents.first)
    {
      checkSummary(parent, nodes[0])
    }
  }

  private static func checkSummary(_ node: AnatomyNode, _ telling: AnatomyNode) {
    let word = telling.isOpen ? telling.summary : telling.type == "fault" ? nil : telling.value
    require(
      NaiveNodeText.isSame(node.summary, word), "\(node), where \(telling) is told of")
  }

  /// The value of an attribute is open if it is an encoding, but for those that are any bytes.
  private static func checkAttribute(_ nodes: [AnatomyNode], _ bytes: [UInt8]) {
    guard nodes.map({ bytes[$0.offset] }) == [0x02, 0x02, 0x04],
      ![[4], [5], [6], [7]].contains(Array(bytes[nodes[0].contentsOffset..<nodes[0].endOffset]))
    else { return }
    let value = nodes[2].contentsOffset..<nodes[2].endOffset
    let isEncoding =
      NaiveTree.places(bytes, in: value)?.count == 1
      && NaiveTree.elementCount(Array(bytes[value]), levels: 8) != nil
    require(nodes[2].isOpen || !isEncoding || nodes[2].level > 20, "a value that is open")
  }

  /// The names of X.680 §8.4, table 1, and of X.680 §31.2 for other classes.
  private static func checkType(_ node: AnatomyNode, _ bytes: [UInt8]) {
    let octet = bytes[node.offset]
    guard node.type != "fault" else { return }
    require(node.isOpen || octet & 0x20 == 0, "what is constructed is open")
    guard octet & 0x1F < 0x1F else { return }
    let isUniversal = octet < 0x40
    let name = isUniversal ? names[Int(octet & 0x1F)] : ""
    let isConstructed = octet & 0x20 != 0
    let isUsual = isConstructed == (name == "SEQUENCE" || name == "SET")
    let form = isConstructed ? "constructed" : "primitive"
    let kind = ["UNIVERSAL ", "APPLICATION ", "", "PRIVATE "][Int(octet >> 6)]
    let type =
      name == "" ? "[\(kind)\(octet & 0x1F)] " + form : (isUsual ? "" : form + " ") + name
    require(node.type == type, "\(node.type), not \(type)")
  }

  private static let names =
    [
      "end-of-contents", "BOOLEAN", "INTEGER", "BIT STRING", "OCTET STRING", "NULL",
      "OBJECT IDENTIFIER", "ObjectDescriptor", "EXTERNAL", "REAL", "ENUMERATED", "EMBEDDED PDV",
      "UTF8String", "RELATIVE-OID", "", "", "SEQUENCE", "SET", "NumericString", "PrintableString",
      "TeletexString", "VideotexString", "IA5String", "UTCTime", "GeneralizedTime",
      "GraphicString", "VisibleString", "GeneralString", "UniversalString", "", "BMPString",
    ]
}

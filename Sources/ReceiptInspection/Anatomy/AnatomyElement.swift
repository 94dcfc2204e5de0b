import CMSParsing
import DERParsing
import ReceiptTrust
import TextCoding

/// The place of an element, or of bytes that aren't one, and what the grammar says about it.
struct AnatomyElement {
  enum Kind: Equatable {
    case element(DERIdentifier)
    /// The two bytes that end an indefinite length.
    case endOfContents
    /// All bytes from a fault on to where the contents around it end.
    case fault
  }

  let kind: Kind
  let offset: Int
  let contentsOffset: Int
  let endOffset: Int
  let level: Int
  /// What its name is, if no element in it says more.
  private(set) var part: String?
  private(set) var production = Production.any
  /// Whether its length is indefinite, so that its contents include their end.
  private(set) var isIndefinite = false
  /// Whether it goes on beyond the end of the contents around it.
  private(set) var isCut = false
  /// Whether some length limits its contents.
  private(set) var isEnclosed = true

  var contents: Range<Int> { contentsOffset..<endOffset }

  var identifier: DERIdentifier? {
    if case .element(let identifier) = kind { identifier } else { nil }
  }

  /// Where the elements in it lie: those of a constructed element, or the encoding that a string holds; `nil` if there
  /// is nothing to open.
  func opened(in bytes: RawSpan, limits: DERLimits) -> Range<Int>? {
    guard let identifier else { return nil }
    if identifier.isConstructed { return contents }
    var held = contents
    switch identifier {
    case .octetString: break
    case .bitString where !held.isEmpty && bytes.byte(at: held.lowerBound) == 0:
      held = held.lowerBound + 1..<held.upperBound
    default: return nil
    }
    guard !held.isEmpty, level < limits.depthBound, production != .opaque else { return nil }
    if production.isOpened(ifFirst: bytes.byte(at: held.lowerBound)) { return held }
    var reader = DERReader(bytes, contents: held, depth: limits.depthBound - level - 1)
    return (try? reader.skipWellFormedElement()) != nil && reader.isAtEnd ? held : nil
  }
}

extension DERReader {
  /// Steps over one element that is well formed at all levels.
  fileprivate mutating func skipWellFormedElement() throws(DERError) {
    let element = try readElement()
    guard element.identifier.isConstructed else { return }
    var inner = try contents(of: element)
    while !inner.isAtEnd { try inner.skipWellFormedElement() }
  }
}

/// Reads the elements in one, in DER or BER, as they are. After a fault there is one last element: the rest of the bytes.
struct AnatomyElements: ~Escapable {
  private let bytes: RawSpan
  private var position: Int
  private let end: Int
  private let level: Int
  private let parent: AnatomyElement?
  private let production: Production
  /// Which part of the production may be next.
  private var nextPart = 0
  /// What the first element says.
  private var key: ElementKey?
  /// Why the last element is not a whole one, or a next one is missing.
  private(set) var fault: DERError?

  /// The elements in an element, or at the top; `nil` if it can't be opened.
  @_lifetime(copy bytes)
  init?(in parent: AnatomyElement?, of bytes: RawSpan, limits: DERLimits) {
    let top = 0..<bytes.byteCount
    guard let range = parent == nil ? top : parent?.opened(in: bytes, limits: limits) else {
      return nil
    }
    (self.bytes, self.parent) = (bytes, parent)
    (position, end, level) = (range.lowerBound, range.upperBound, parent.map { $0.level + 1 } ?? 0)
    production = parent?.production ?? .any
    guard let parent, parent.level >= limits.depthBound else { return }
    fault = DERError(.nestedTooDeeply, at: parent.offset)
    position = end
  }

  /// The next element; `nil` after the last.
  mutating func next() -> AnatomyElement? {
    guard position < end else {
      if fault == nil { fault = missingEnd }
      return nil
    }
    if parent?.isIndefinite == true, end - position >= 2,
      bytes.bigEndian(at: position, count: 2) == 0
    {
      defer { position += 2 }
      return AnatomyElement(
        kind: .endOfContents, offset: position, contentsOffset: position + 2,
        endOffset: position + 2, level: level)
    }
    do throws(DERError) {
      // Only the end of the contents could be here.
      if parent?.isIndefinite == true, end - position < 2, let missingEnd { throw missingEnd }
      let element = try readElement()
      if key == nil, production.isKeyed { key = ElementKey(element, in: bytes) }
      position = element.endOffset
      return element
    } catch {
      fault = error
      defer { position = end }
      return AnatomyElement(
        kind: .fault, offset: position, contentsOffset: position, endOffset: end, level: level)
    }
  }

  /// Why something is missing at the end of the contents.
  private var missingEnd: DERError? {
    guard let parent, parent.isCut else { return nil }
    return parent.isEnclosed
      ? DERError(.exceedsEnclosing, at: parent.offset) : DERError(.truncated, at: end)
  }

  private mutating func readElement() throws(DERError) -> AnatomyElement {
    let isEnclosed = parent?.isEnclosed ?? false
    var reader = DERReader(bytes, contents: position..<bytes.byteCount)
      .limited(to: end, isNested: isEnclosed)
    let header = try BERHeader(unbounded: &reader)
    let contentsEnd: Int
    var isCut = false
    if let length = header.length {
      isCut = length > end - header.contentsOffset
      guard !isCut || !isEnclosed else { throw DERError(.exceedsEnclosing, at: header.offset) }
      contentsEnd = isCut ? end : header.contentsOffset + length
    } else {
      let found = endOfIndefinite(from: header.contentsOffset)
      (contentsEnd, isCut) = (found ?? end, found == nil)
    }
    // An indefinite length says only inside where it should have ended.
    if isCut, header.length != nil { fault = DERError(.truncated, at: end) }
    let part = part(header)
    return AnatomyElement(
      kind: .element(header.identifier), offset: header.offset,
      contentsOffset: header.contentsOffset, endOffset: contentsEnd, level: level,
      part: part?.name, production: part?.production ?? .any,
      isIndefinite: header.length == nil, isCut: isCut,
      isEnclosed: isEnclosed || header.length != nil && !isCut)
  }

  /// Where the contents of an indefinite length end, including their end; `nil` if they don't.
  ///
  /// - Complexity: O(n). It is asked once for each level, of which there are few.
  private func endOfIndefinite(from start: Int) -> Int? {
    var reader = DERReader(bytes, contents: start..<end)
    var depth = 1
    while !reader.isAtEnd {
      if reader.remaining.count >= 2, bytes.bigEndian(at: reader.offset, count: 2) == 0 {
        _ = reader.skipEndOfContents()
        depth -= 1
        if depth == 0 { return reader.offset }
        continue
      }
      guard let header = try? BERHeader(unbounded: &reader) else { return nil }
      guard let length = header.length else {
        depth += 1
        continue
      }
      guard length <= reader.remaining.count else { return nil }
      reader.skip(length)
    }
    return nil
  }

  /// What the grammar says about the next element.
  private mutating func part(_ header: BERHeader) -> Production.Part? {
    let identifier = header.identifier
    // The chunks of a string: only one can hold what the string does.
    if let parent, parent.identifier?.isConstructedString == true {
      let isOnly = position == parent.contentsOffset && isLast(header)
      return Production.Part("chunk", isOnly ? parent.production : .opaque)
    }
    guard level > 0 else { return top(header) }
    switch production.contents {
    case .each(let part):
      guard part.selector.matches(identifier) else { return nil }
      // A writer may wrap the payload twice.
      return production == .content && identifier == .octetString
        ? Production.Part(part.name, .content) : part
    case .parts(let parts):
      guard let index = nextIndex(in: parts, identifier) else { return nil }
      nextPart = index + 1
      let part = parts[index]
      let isValue = part.production == .any && nextPart == parts.count
      return isValue
        ? Production.Part(part.name, production.production(ofValueFor: key)) : part
    default: return nil  // any or opaque: no other production has contents of a kind
    }
  }

  private func nextIndex(in parts: [Production.Part], _ identifier: DERIdentifier) -> Int? {
    for index in parts.indices.dropFirst(nextPart) {
      if parts[index].selector.matches(identifier) { return index }
      if parts[index].selector == .next { return nil }
    }
    return nil
  }

  /// Whether nothing follows the element but the end of an indefinite length.
  private func isLast(_ header: BERHeader) -> Bool {
    let start = header.contentsOffset
    let elementEnd =
      if let length = header.length { length <= end - start ? start + length : nil } else {
        endOfIndefinite(from: start)
      }
    guard let elementEnd else { return true }
    let rest = elementEnd..<end
    return rest.isEmpty
      || rest.count == 2 && bytes.bigEndian(at: rest.lowerBound, count: 2) == 0
  }

  /// What the input seems to be: a message, a certificate, or a payload alone.
  private func top(_ header: BERHeader) -> Production.Part? {
    switch header.identifier {
    case .set: return Production.Part("payload", .payload)
    case .sequence:
      var contents = DERReader(bytes, contents: header.contentsOffset..<end)
      let isMessage = (try? contents.read(as: DERObjectIdentifier.self)) == .signedData
      if isMessage { return Production.Part("contentInfo", .contentInfo) }
      var whole = DERReader(bytes, contents: header.offset..<end)
      let isCertificate = (try? whole.read(as: Certificate.self)) != nil
      return isCertificate ? Production.Part("certificate", .certificate) : nil
    default: return nil
    }
  }
}

extension ElementKey {
  /// What an element says as the first in another one; `nil` if it is nothing to go by.
  init?(_ element: AnatomyElement, in bytes: RawSpan) {
    var reader = DERReader(bytes, contents: element.contents)
    switch element.identifier {
    case .integer?:
      guard let number = (try? Int64(contents: &reader)).flatMap({ Int(exactly: $0) }) else {
        return nil
      }
      self = .number(number)
    case .objectIdentifier?:
      guard let identifier = try? DERObjectIdentifier(contents: &reader) else { return nil }
      self = .identifier(identifier)
    default: return nil
    }
  }
}

/// One element (identifier, length and contents octets) and its place in the input.
///
/// Offsets count bytes from the beginning of the whole input, at every depth.
public struct DERElement: Hashable, Sendable, BitwiseCopyable {
  /// The identifier octets.
  public let identifier: DERIdentifier
  /// The offset of the first identifier octet.
  public let offset: Int
  /// The offset of the contents octets.
  @usableFromInline package let contentsOffset: Int
  /// Where the element ends: the offset of the byte after its last one.
  @usableFromInline package let endOffset: Int

  @inlinable
  package init(identifier: DERIdentifier, offset: Int, contentsOffset: Int, endOffset: Int) {
    self.identifier = identifier
    self.offset = offset
    self.contentsOffset = contentsOffset
    self.endOffset = endOffset
  }

  /// The contents octets.
  @inlinable
  public var contentsRange: Range<Int> {
    Range(proven: contentsOffset, endOffset)  // the reader proved the order
  }

  /// The whole element: identifier, length and contents octets.
  @inlinable
  public var encodingRange: Range<Int> {
    Range(proven: offset, endOffset)  // the reader proved the order
  }
}

/// Where the elements of a SEQUENCE OF or SET OF are, all of one type. Nothing is copied.
///
/// ```swift
/// var signers = signedData.signerInfos.reader(in: bytes)
/// while !signers.isAtEnd { print(try signers.read(as: SignerInfo.self).version) }
/// ```
///
/// It remembers how many levels may still be opened below it, so that readers made from it keep to the limits of the
/// first. `Element` is `DERElement` where the schema says ANY.
public struct DERElements<Element>: Hashable, Sendable, BitwiseCopyable {
  // Half the size of integers: inputs are below 2³⁰ bytes.
  private let start: UInt32
  private let contentsStart: UInt32
  private let end: UInt32
  private let levels: Int32

  /// - Precondition: all offsets are below 2³².
  @usableFromInline
  package init(offset: Int, contents: Range<Int>, levels: Int) {
    start = UInt32(offset)
    contentsStart = UInt32(contents.lowerBound)
    end = UInt32(contents.upperBound)
    self.levels = Int32(clamping: levels)
  }

  /// Where the SEQUENCE OF or SET OF begins.
  public var offset: Int { Int(start) }

  /// Its contents octets.
  public var contentsRange: Range<Int> { Int(contentsStart)..<Int(end) }

  /// All of it: identifier, length and contents octets.
  public var encodingRange: Range<Int> { Int(start)..<Int(end) }

  /// Whether there are no elements.
  public var isEmpty: Bool { contentsStart == end }

  /// A reader of the elements.
  ///
  /// - Precondition: `bytes` is what they were read from.
  @_lifetime(copy bytes)
  public func reader(in bytes: RawSpan) -> DERReader {
    DERReader(bytes, contents: contentsRange, of: offset, depth: Int(levels))
  }
}

extension DERElements where Element: DERDecodable {
  /// Reads the elements one after the other.
  ///
  /// - Throws: ``DERError`` when `bytes` is not what they were read from, and what `body` throws.
  /// - Precondition: `bytes` has at least as many bytes.
  public func forEach(
    in bytes: RawSpan, _ body: (Element) throws(DERError) -> Void
  ) throws(DERError) {
    var reader = reader(in: bytes)
    while !reader.isAtEnd { try body(reader.read()) }
  }
}

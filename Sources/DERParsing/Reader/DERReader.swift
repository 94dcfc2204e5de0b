import TextCoding

/// Reads bytes as DER, one element at a time: a cursor without a tree and without heap memory.
///
/// The reader borrows its input, so it cannot outlive it, and it cannot be copied, so there is one
/// position. Offsets are counted from the beginning of the whole input at every depth. Only
/// definite, minimal lengths are read (X.690 §10.1); see ``BERTranscoder`` for the rest.
///
/// After a method has thrown, the position is not defined: discard the reader.
///
/// All unchecked loads from an input in this module are here.
@safe
public struct DERReader: ~Copyable, ~Escapable {
  /// The whole input, so that offsets stay absolute.
  @usableFromInline let input: UnsafeRawBufferPointer
  /// The next byte. Invariant: `position ≤ end ≤ input.count`.
  @usableFromInline var position: Int
  /// Where the contents being read end.
  @usableFromInline let end: Int
  /// How many levels of contents may still be opened below this one.
  @usableFromInline package let remainingDepth: Int
  /// Whether these are the contents of an element, complete as far as its length octets tell.
  @usableFromInline let isNested: Bool

  /// Where the element with these contents begins, or the start of the input. Errors about the contents point here.
  public let elementOffset: Int

  /// The field that errors name. Readers of contents start with the same one.
  public var field: DERField = .unnamed

  /// Reads the whole of `bytes`.
  ///
  /// - Throws: ``DERError/Code/inputTooLarge``.
  @_lifetime(copy bytes)
  public init(_ bytes: RawSpan, limits: DERLimits = .default) throws(DERError) {
    guard bytes.byteCount <= limits.inputBound else {
      throw DERError(.inputTooLarge, at: 0)
    }
    let input = unsafe bytes.withUnsafeBytes { unsafe $0 }
    let reader = unsafe DERReader(
      input: input, contents: 0..<input.count, of: 0, levels: limits.depthBound, isNested: false)
    self = unsafe _overrideLifetime(reader, copying: bytes)
  }

  /// Reads the contents of an element that was read before, such as ``DERElement/contentsRange``, with offsets into `bytes`.
  /// They may have `depth` levels, but never more than 128.
  ///
  /// - Precondition: `contents` lies within `bytes`, which are at most 2³⁰.
  @_lifetime(copy bytes)
  public init(
    _ bytes: RawSpan, contents: Range<Int>, depth: Int = DERLimits.default.maximumDepth
  ) {
    let bound = DERLimits(maximumDepth: depth).depthBound
    self.init(bytes, contents: contents, of: contents.lowerBound, depth: bound)
  }

  /// The same for the contents of the element that begins at `elementOffset`.
  @inline(__always)
  @_lifetime(copy bytes)
  init(_ bytes: RawSpan, contents: Range<Int>, of elementOffset: Int, depth: Int) {
    precondition(
      contents.lowerBound >= 0 && contents.upperBound <= bytes.byteCount,
      "the range is not one of these bytes")
    let input = unsafe bytes.withUnsafeBytes { unsafe $0 }
    let reader = unsafe DERReader(
      input: input, contents: contents, of: elementOffset, levels: depth, isNested: true)
    self = unsafe _overrideLifetime(reader, copying: bytes)
  }

  /// - Precondition: `contents` lies within `input`, which outlives the reader.
  @inlinable
  @_lifetime(borrow input)
  @unsafe init(
    input: UnsafeRawBufferPointer, contents: Range<Int>, of elementOffset: Int, levels: Int,
    isNested: Bool
  ) {
    unsafe self.input = unsafe input
    position = contents.lowerBound
    end = contents.upperBound
    remainingDepth = levels
    self.isNested = isNested
    self.elementOffset = elementOffset
  }

  /// Where the next element begins.
  @inlinable
  public var offset: Int { position }

  /// Whether everything was read.
  @inlinable
  public var isAtEnd: Bool { position == end }

  /// What has not been read yet. Consumes nothing.
  @inlinable
  public var remaining: Range<Int> {
    unsafe Range(uncheckedBounds: (position, end))  // the invariant
  }

  /// The whole input, of which the offsets count the bytes.
  @inlinable
  public var bytes: RawSpan {
    @_lifetime(copy self)
    get {
      let span = unsafe RawSpan(_unsafeBytes: input)
      return unsafe _overrideLifetime(span, copying: self)
    }
  }

  /// The bytes of a part of the input.
  ///
  /// - Precondition: `range` lies within the input.
  @inlinable
  @_lifetime(copy self)
  public func bytes(in range: Range<Int>) -> RawSpan {
    unsafe precondition(range.lowerBound >= 0 && range.upperBound <= input.count)
    let part = unsafe UnsafeRawBufferPointer(rebasing: input[range])  // checked above
    let span = unsafe RawSpan(_unsafeBytes: part)
    return unsafe _overrideLifetime(span, copying: self)
  }

  /// A reader of the contents of an element that this reader, or the one it came from, has read: of a
  /// constructed element, or of an OCTET STRING that holds an encoding.
  ///
  /// - Throws: ``DERError/Code/nestedTooDeeply``.
  /// - Precondition: the element is one of this input.
  @inlinable
  @_lifetime(copy self)
  public func contents(of element: DERElement) throws(DERError) -> DERReader {
    guard remainingDepth > 0 else { throw error(.nestedTooDeeply, at: element.offset) }
    unsafe precondition(element.contentsOffset >= 0 && element.endOffset <= input.count)
    var reader = unsafe DERReader(
      input: input, contents: element.contentsRange, of: element.offset,
      levels: remainingDepth &- 1, isNested: true)  // remainingDepth > 0
    reader.field = field
    return unsafe _overrideLifetime(reader, copying: self)
  }

  /// A reader of the same bytes from here on that ends at `limit`; `isNested` as the property.
  ///
  /// - Precondition: `limit` lies between the position and the end of the input.
  @_lifetime(copy self)
  package func limited(to limit: Int, isNested: Bool) -> DERReader {
    unsafe precondition(limit <= input.count)
    let reader = unsafe DERReader(
      input: input, contents: position..<limit, of: elementOffset, levels: remainingDepth,
      isNested: isNested)
    return unsafe _overrideLifetime(reader, copying: self)
  }

  /// Checks that everything was read.
  ///
  /// - Throws: ``DERError/Code/trailingContents``.
  @inlinable
  public func finish() throws(DERError) {
    guard position == end else { throw error(.trailingContents, at: position) }
  }

  /// Reads one byte, whatever it means. `start` is where the element it belongs to begins.
  @inlinable
  mutating func readByte(of start: Int) throws(DERError) -> UInt8 {
    guard position < end else { throw overrun(start) }
    defer { position &+= 1 }  // position < end, so it cannot overflow
    return unsafe input[position]  // unchecked in -O; the guard above is the check
  }

  /// Reads an element whose header is one identifier octet and one length octet, by far the most common
  /// one. Returns `nil` and consumes nothing when the header is longer or malformed:
  /// ``readAnyElement(expected:)`` then reads it, or says why not.
  @inlinable
  mutating func readShortElement() -> DERElement? {
    let start = position
    guard end &- start >= 2 else { return nil }  // position ≤ end
    // Unchecked in -O; the guard above is the check, and start + 2 ≤ end cannot overflow.
    let identifierOctet = unsafe input[start]
    let length = unsafe Int(input[start &+ 1])
    let contentsOffset = start &+ 2
    guard identifierOctet & 0x1F != 0x1F, identifierOctet & 0xDF != 0,
      length < 0x80, length <= end &- contentsOffset  // contentsOffset ≤ end
    else { return nil }
    position = contentsOffset &+ length  // ≤ end
    return DERElement(
      identifier: DERIdentifier(lowTagByte: identifierOctet), offset: start,
      contentsOffset: contentsOffset, endOffset: position)
  }

  /// The same with two or three length octets: for 128 to 65,535 contents octets.
  mutating func readMediumElement() -> DERElement? {
    let start = position
    // position ≤ end. No shorter element has such a length.
    guard end &- start >= 4 else { return nil }
    // Unchecked in -O; the guard above is the check for these four.
    let identifierOctet = unsafe input[start]
    let form = unsafe input[start &+ 1]
    let first = unsafe Int(input[start &+ 2])
    let second = unsafe Int(input[start &+ 3])
    let length: Int
    let contentsOffset: Int
    if form == 0x82 {
      (length, contentsOffset) = (first << 8 | second, start &+ 4)
      guard length >= 0x100 else { return nil }
    } else {
      (length, contentsOffset) = (first, start &+ 3)
      guard form == 0x81, length >= 0x80 else { return nil }
    }
    guard identifierOctet & 0x1F != 0x1F, identifierOctet & 0xDF != 0,
      length <= end &- contentsOffset  // contentsOffset ≤ end
    else { return nil }
    position = contentsOffset &+ length  // ≤ end
    return DERElement(
      identifier: DERIdentifier(lowTagByte: identifierOctet), offset: start,
      contentsOffset: contentsOffset, endOffset: position)
  }

  /// A byte of the contents of an element that was read.
  ///
  /// - Precondition: `offset` lies within the input.
  @inlinable
  func byte(at offset: Int) -> UInt8 {
    unsafe precondition(offset >= 0 && offset < input.count)
    return unsafe input[offset]  // checked above
  }
}

/// The bounds of reading.
public struct DERLimits: Hashable, Sendable, BitwiseCopyable {
  /// The most bytes an input may have. 32 MiB by default: the largest known receipt is 79 kB, a synthetic one with
  /// 10,000 purchases, 4 MB. Never above 2³⁰, so that all sums of offsets fit 32 bits.
  public var maximumInputBytes: Int

  /// How many levels may be nested, over all layers together. 32 by default, as in Apple's and Mozilla's readers; a
  /// receipt needs 11 to be read, and 12 to be verified. Never more than 128, because some reading uses the stack.
  public var maximumDepth: Int

  /// How many elements ``BERTranscoder`` may rewrite: indefinite and non-minimal lengths, and chunks of constructed
  /// strings. 8,192 by default: an Xcode receipt needs 7, and their places take less than 1 MiB.
  public var maximumRewrites: Int

  /// Creates limits, with defaults for those not given.
  public init(
    maximumInputBytes: Int = 32 << 20, maximumDepth: Int = 32, maximumRewrites: Int = 8192
  ) {
    self.maximumInputBytes = maximumInputBytes
    self.maximumDepth = maximumDepth
    self.maximumRewrites = maximumRewrites
  }

  /// The defaults.
  public static var `default`: DERLimits { DERLimits() }

  /// ``maximumInputBytes``, but at least 0 and at most 2³⁰.
  package var inputBound: Int { min(max(maximumInputBytes, 0), 1 << 30) }

  /// ``maximumDepth``, but at most 128.
  package var depthBound: Int { min(maximumDepth, 128) }
}

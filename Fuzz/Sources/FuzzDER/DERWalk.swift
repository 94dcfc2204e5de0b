import DERParsing
import FuzzSupport

/// Reads bytes with `DERReader` to the end: every element, what is inside constructed ones, and the value of
/// each primitive one by the reader of its type; and writes all of it again.
struct DERWalk: Equatable {
  /// What `readElement` or the opening of contents threw.
  private(set) var error: DERError?
  private(set) var elementCount = 0
  /// What was read, written again.
  private(set) var encoding: [UInt8] = []
  private var digest = Digest()

  /// - Parameter compared: the same bytes, if the values are to be compared with the naive rules.
  init(_ input: RawSpan, compared: [UInt8]?) {
    encoding.reserveCapacity(input.byteCount)
    do throws(DERError) {
      var reader = try DERReader(input)
      try read(&reader, depth: 0, compared)
    } catch {
      self.error = error
    }
  }

  private mutating func read(
    _ reader: inout DERReader, depth: Int, _ compared: [UInt8]?
  ) throws(DERError) {
    require(depth <= 32, "depth \(depth)")
    while !reader.isAtEnd {
      let start = reader.offset
      // Only every second time: what peeking refuses, reading has to refuse by itself.
      let isPeeked = elementCount % 2 == 1
      var next: DERIdentifier?
      if isPeeked { next = try reader.peekIdentifier() }
      let element = try reader.readElement()
      require(element.offset == start, "reads where it is")
      require(!isPeeked || next == element.identifier, "peeks what it reads")
      require(
        element.contentsRange.lowerBound > start
          && element.contentsRange.upperBound == reader.offset, "contents lie inside the element")
      elementCount += 1
      digest.add(Int(element.identifier.tagNumber))
      digest.add(element.contentsRange)
      let identifier = element.identifier
      let same = DERIdentifier(
        identifier.tagClass, constructed: identifier.isConstructed, tagNumber: identifier.tagNumber)
      require(same == identifier, "made of its parts")
      let isString =
        identifier.tagClass == .universal && !identifier.isConstructed
        && [12, 18, 19, 20, 22, 26, 28, 30].contains(identifier.tagNumber)
      require((DERStringType(identifier) != nil) == isString, "a string: \(isString)")
      NaiveHeader.append(
        identifier.tagClass.rawValue << 6 | (identifier.isConstructed ? 0x20 : 0),
        Int(identifier.tagNumber), length: element.contentsRange.count, to: &encoding)
      guard identifier.isConstructed else {
        let start = encoding.count
        DERValue.write(element, reader.bytes, compared, to: &encoding)
        require(encoding.count - start == element.contentsRange.count, "a value has its length")
        continue
      }
      var contents = try reader.contents(of: element)
      let written = encoding.count
      try read(&contents, depth: depth + 1, compared)
      require(encoding.count - written == element.contentsRange.count, "contents have their length")
      if let compared, identifier == .set { checkSetOf(element, reader.bytes, compared) }
    }
  }

  /// `readSetOf` accepts a SET of OCTET STRINGs in ascending order.
  private func checkSetOf(_ element: DERElement, _ input: RawSpan, _ bytes: [UInt8]) {
    var set = DERReader(input, contents: element.encodingRange)
    let isAccepted: Bool
    do throws(DERError) {
      _ = try set.readSetOf(of: DEROctetString.self, sorted: true)
      isAccepted = true
    } catch {
      isAccepted = false
    }
    var members: [[UInt8]] = []
    var offset = element.contentsRange.lowerBound
    while offset < element.contentsRange.upperBound {
      guard
        let header = NaiveHeader(der: bytes, at: offset, end: element.contentsRange.upperBound)
      else { return }
      members.append(Array(bytes[offset..<header.end]))
      offset = header.end
    }
    // §11.6 pads the shorter one with zeros; no whole encoding begins another one.
    let isSorted = zip(members, members.dropFirst()).allSatisfy {
      !$1.lexicographicallyPrecedes($0)
    }
    require(
      isAccepted == (isSorted && members.allSatisfy { $0[0] == 0x04 }), "SET OF in ascending order")
  }
}

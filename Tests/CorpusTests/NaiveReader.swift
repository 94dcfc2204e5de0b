import TestSupport
import TextCoding

/// A second reader of BER, as simple as can be and with nothing in common with the library's: it keeps for
/// each byte the place in the file, so that chunks are no special case.
struct NaiveReader {
  struct Element {
    let tag: UInt8
    /// Where it begins in the file.
    let offset: Int
    /// The places of its contents octets in the file.
    let contents: ArraySlice<Int>

    var isConstructed: Bool { tag & 0x20 != 0 }
  }

  struct Failure: Error {
    let offset: Int
  }

  let file: [UInt8]

  /// The elements that these bytes of the file consist of.
  func elements(_ places: ArraySlice<Int>) throws -> [Element] {
    var (elements, rest) = ([Element](), places)
    while !rest.isEmpty { elements.append(try element(&rest, isEndAllowed: false)) }
    return elements
  }

  /// The elements of the whole file.
  func elements() throws -> [Element] { try elements(ArraySlice(file.indices)) }

  /// The contents of an OCTET STRING, its chunks joined.
  func joined(_ string: Element) throws -> ArraySlice<Int> {
    guard string.isConstructed else { return string.contents }
    return ArraySlice(try elements(string.contents).flatMap { try joined($0) })
  }

  func bytes(_ places: ArraySlice<Int>) -> [UInt8] { places.map { file[$0] } }

  private func element(_ rest: inout ArraySlice<Int>, isEndAllowed: Bool) throws -> Element {
    let offset = rest.first ?? file.count
    let tag = try next(&rest)
    guard tag & 0x1F != 0x1F else { throw Failure(offset: offset) }
    let first = try next(&rest)
    if first == 0x80 {
      let start = rest
      var count = 0
      while true {
        let before = rest
        if rest.count >= 2, file[rest[rest.startIndex]] == 0, file[rest[rest.startIndex + 1]] == 0 {
          rest = rest.dropFirst(2)
          break
        }
        _ = try element(&rest, isEndAllowed: true)
        count += before.count - rest.count
      }
      return Element(tag: tag, offset: offset, contents: start.prefix(count))
    }
    var length = Int(first)
    if first > 0x80 {
      length = 0
      for _ in 0..<first & 0x7F { length = length << 8 | Int(try next(&rest)) }
    }
    guard length <= rest.count else { throw Failure(offset: offset) }
    defer { rest = rest.dropFirst(length) }
    return Element(tag: tag, offset: offset, contents: rest.prefix(length))
  }

  private func next(_ rest: inout ArraySlice<Int>) throws -> UInt8 {
    guard let place = rest.popFirst() else { throw Failure(offset: file.count) }
    return file[place]
  }
}

extension NaiveReader {
  /// All attributes of a receipt in this file.
  func attributes() throws -> [ExpectedReceipt.Attribute] {
    // ContentInfo, [0], SignedData, encapContentInfo, [0], OCTET STRING, SET.
    let contentInfo = try elements()[0]
    let signedData = try elements(try elements(contentInfo.contents)[1].contents)[0]
    let encapContentInfo = try elements(signedData.contents)[2]
    let content = try elements(try elements(encapContentInfo.contents)[1].contents)[0]
    var purchases = 0
    return try attributes(of: try joined(content), path: []).flatMap { row, value in
      guard row.type == 17 else { return [row] }
      defer { purchases += 1 }
      return [row] + (try attributes(of: value, path: [17, purchases]).map(\.row))
    }
  }

  private func attributes(
    of payload: ArraySlice<Int>, path: [Int]
  ) throws -> [(row: ExpectedReceipt.Attribute, value: ArraySlice<Int>)] {
    try elements(try elements(payload)[0].contents).map { attribute in
      let members = try elements(attribute.contents)
      let numbers = members[..<2].map { bytes($0.contents).reduce(0) { $0 << 8 | Int($1) } }
      let row = ExpectedReceipt.Attribute(
        path: path, type: numbers[0], version: numbers[1], offset: attribute.offset,
        value: bytes(members[2].contents).hexadecimal)
      return (row, members[2].contents)
    }
  }
}

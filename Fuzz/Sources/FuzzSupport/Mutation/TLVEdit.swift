/// Bytes in which something is replaced, and the lengths of all elements around it with it.
struct TLVEdit {
  var bytes: [UInt8]
  private let outline: TLVOutline

  init(_ bytes: [UInt8], _ outline: TLVOutline) {
    self.bytes = bytes
    self.outline = outline
  }

  /// Replaces a range of the input by bytes; `parent` is the element whose contents it lies in. Works once.
  mutating func replace(_ range: Range<Int>, of parent: Int?, with replacement: [UInt8]) {
    bytes.replaceSubrange(range, with: replacement)
    var change = replacement.count - range.count
    var next = parent
    while let index = next {
      let element = outline.elements[index]
      next = element.parent
      guard !element.isIndefinite else { continue }
      let length = Self.length(element.end - element.contents + change)
      let start = lengthOffset(element)
      bytes.replaceSubrange(start..<element.contents, with: length)
      change += length.count - (element.contents - start)
    }
  }

  /// Where the length octets begin: behind the identifier octets.
  private func lengthOffset(_ element: TLVOutline.Element) -> Int {
    var offset = element.offset + 1
    if bytes[element.offset] & 0x1F == 0x1F {
      while bytes[offset] >= 0x80 { offset += 1 }
      offset += 1
    }
    return offset
  }

  /// Length octets of DER.
  static func length(_ length: Int) -> [UInt8] {
    if length < 0x80 { return [UInt8(length)] }
    var bytes: [UInt8] = []
    var rest = length
    while rest > 0 {
      bytes.insert(UInt8(rest & 0xFF), at: 0)
      rest >>= 8
    }
    return [0x80 | UInt8(bytes.count)] + bytes
  }

  /// A whole element.
  static func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
    // A first byte that announces a high tag number gets one.
    let identifier: [UInt8] = tag & 0x1F == 0x1F ? [tag, 0x81, 0x05] : [tag]
    return identifier + length(contents.count) + contents
  }
}

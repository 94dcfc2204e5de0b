/// An element of BER, read by plain recursion over an array: an independent opinion on what
/// `BERTranscoder` does. It expects well-formed input and traps otherwise.
struct BERElement {
  let identifier: [UInt8]
  let offset: Int
  let contentsOffset: Int
  let contentsEnd: Int
  /// After the end-of-contents octets, if there are any.
  let endOffset: Int
  let children: [BERElement]

  var isConstructed: Bool { identifier[0] & 0x20 != 0 }

  /// A constructed string: OCTET STRING or one of the character string types (X.690 §8.7.3, §8.23.6).
  var isConstructedString: Bool {
    let tags: [UInt8] = [0x24, 0x2C, 0x32, 0x33, 0x34, 0x35, 0x36, 0x39, 0x3A, 0x3B, 0x3C, 0x3E]
    return identifier.count == 1 && tags.contains(identifier[0])
  }

  init(_ input: [UInt8]) {
    self.init(input, at: 0)
  }

  private init(_ input: [UInt8], at offset: Int) {
    var position = offset + 1
    if input[offset] & 0x1F == 0x1F {
      while input[position] & 0x80 != 0 { position += 1 }
      position += 1
    }
    identifier = Array(input[offset..<position])
    self.offset = offset
    let first = input[position]
    position += 1
    var length: Int?
    if first < 0x80 {
      length = Int(first)
    } else if first > 0x80 {
      length = input[position..<position + Int(first & 0x7F)].reduce(0) { $0 << 8 | Int($1) }
      position += Int(first & 0x7F)
    }
    contentsOffset = position
    let definiteEnd = length.map { [position] in position + $0 }
    var children: [BERElement] = []
    if identifier[0] & 0x20 == 0 {
      position += length ?? 0
    } else {
      while definiteEnd.map({ position < $0 }) ?? (input[position] != 0) {
        let child = BERElement(input, at: position)
        children.append(child)
        position = child.endOffset
      }
    }
    self.children = children
    contentsEnd = position
    endOffset = length == nil ? position + 2 : position
  }

  /// Where the contents octets of a string, or of a primitive element, stand.
  var stringBytes: [Int] {
    isConstructed ? children.flatMap(\.stringBytes) : Array(contentsOffset..<contentsEnd)
  }

  /// The encoding in DER, as far as `BERTranscoder` converts.
  func der(_ input: [UInt8]) -> [UInt8] {
    var identifier = identifier
    let contents: [UInt8]
    if isConstructedString {
      identifier[0] &= 0xDF
      contents = stringBytes.map { input[$0] }
    } else if isConstructed {
      contents = children.flatMap { $0.der(input) }
    } else {
      contents = Array(input[contentsOffset..<contentsEnd])
    }
    return identifier + lengthOctets(contents.count) + contents
  }
}

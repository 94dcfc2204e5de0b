/// Changes an input as a tree of elements: the lengths of everything around a change are made right again,
/// so that it reaches the readers behind the first header.
public struct TLVMutator {
  private var random: RandomBytes
  /// Elements of earlier inputs, to be put in elsewhere.
  private var donors: [[UInt8]] = []

  private static let maximumDonorCount = 64

  /// Makes a mutator that does the same for the same seed.
  public init(seed: UInt64) {
    random = RandomBytes(seed: seed)
  }

  /// Begins a new sequence of random numbers.
  public mutating func reseed(_ seed: UInt64) {
    random = RandomBytes(seed: seed)
  }

  /// A change of `bytes`; the same bytes if they have no element.
  public mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
    let outline = TLVOutline(bytes)
    guard !outline.elements.isEmpty else { return bytes + small() }
    let index = random.below(outline.elements.count)
    let element = outline.elements[index]
    var edit = TLVEdit(bytes, outline)
    let encoding = Array(bytes[element.offset..<element.end])
    if random.below(16) == 0 { keep(encoding) }
    switch random.below(16) {
    case 0, 1: edit.replace(element.offset..<element.end, of: element.parent, with: [])
    case 2: edit.replace(element.end..<element.end, of: element.parent, with: encoding)
    case 3: edit.replace(element.offset..<element.offset, of: element.parent, with: small())
    case 4:
      edit.replace(element.offset..<element.end, of: element.parent, with: other())
    case 5:
      edit.replace(element.end..<element.end, of: element.parent, with: other())
    case 6:
      random.below(2) == 0 ? swap(index, outline, &edit) : replaceByAnother(element, outline, &edit)
    case 7: edit.replace(element.offset..<element.end, of: element.parent, with: wrapped(encoding))
    case 8:
      // Its contents in its own place.
      let contents = Array(bytes[element.contents..<element.contentsEnd])
      edit.replace(element.offset..<element.end, of: element.parent, with: contents)
    case 9: edit.bytes[element.offset] = Self.tags[random.below(Self.tags.count)]
    case 10: edit.bytes[element.offset] ^= 1 << UInt8(random.below(8))
    case 11: changeForm(of: element, &edit)
    case 12:
      // A wrong length.
      edit.bytes[element.contents - 1] &+= random.below(2) == 0 ? 1 : 255
    default: changeContents(of: element, index, &edit)
    }
    return edit.bytes
  }

  private mutating func keep(_ encoding: [UInt8]) {
    guard encoding.count <= 4096 else { return }
    if donors.count < Self.maximumDonorCount {
      donors.append(encoding)
    } else {
      donors[random.below(donors.count)] = encoding
    }
  }

  private mutating func donor() -> [UInt8]? {
    donors.isEmpty ? nil : donors[random.below(donors.count)]
  }

  /// An element of an earlier input, or a small one.
  private mutating func other() -> [UInt8] {
    if random.below(2) == 0, let donor = donor() { return donor }
    return small()
  }

  /// Puts the next element beside this one in front of it.
  private func swap(_ index: Int, _ outline: TLVOutline, _ edit: inout TLVEdit) {
    let element = outline.elements[index]
    guard
      let next = outline.elements[(index + 1)...].first(where: {
        $0.offset == element.end && $0.parent == element.parent
      })
    else { return }
    let encodings = edit.bytes[next.offset..<next.end] + edit.bytes[element.offset..<element.end]
    edit.replace(element.offset..<next.end, of: element.parent, with: Array(encodings))
  }

  /// Puts another element in the place of this one.
  private mutating func replaceByAnother(
    _ element: TLVOutline.Element, _ outline: TLVOutline, _ edit: inout TLVEdit
  ) {
    let other = outline.elements[random.below(outline.elements.count)]
    let encoding = Array(edit.bytes[other.offset..<other.end])
    edit.replace(element.offset..<element.end, of: element.parent, with: encoding)
  }

  /// The element inside another one, or inside several.
  private mutating func wrapped(_ encoding: [UInt8]) -> [UInt8] {
    let levels = random.below(8) == 0 ? 1 + random.below(33) : 1
    var bytes = encoding
    let tag = [0x30, 0x31, 0x04, 0x24, 0xA0, 0xA3][random.below(6)] as UInt8
    let isIndefinite = tag != 0x04 && random.below(4) == 0
    for _ in 0..<levels {
      bytes = isIndefinite ? [tag, 0x80] + bytes + [0, 0] : TLVEdit.element(tag, bytes)
    }
    return bytes
  }

  /// Another form of the length: indefinite, or with more bytes than needed.
  private mutating func changeForm(of element: TLVOutline.Element, _ edit: inout TLVEdit) {
    guard !element.isIndefinite else { return }
    let identifier = Array(edit.bytes[element.offset..<element.offset + 1])
    guard identifier[0] & 0x1F != 0x1F else { return }
    let contents = Array(edit.bytes[element.contents..<element.end])
    if random.below(2) == 0 {
      let form: [UInt8] = [identifier[0] | 0x20, 0x80]
      // A primitive string becomes one of chunks.
      let inner =
        identifier[0] & 0x20 != 0 || contents.isEmpty
        ? contents : TLVEdit.element(0x04, contents)
      edit.replace(
        element.offset..<element.end, of: element.parent, with: form + inner + [0, 0])
    } else {
      let length = contents.count
      var bytes = [UInt8(truncatingIfNeeded: length)]
      if length > 0xFF || random.below(2) == 0 {
        bytes.insert(UInt8(truncatingIfNeeded: length >> 8), at: 0)
      }
      let zeros = [UInt8](repeating: 0, count: random.below(random.below(4) == 0 ? 16 : 3))
      let count = 0x80 | UInt8(zeros.count + bytes.count)
      edit.replace(
        element.offset..<element.contents, of: element.parent,
        with: identifier + [count] + zeros + bytes)
    }
  }

  /// Other contents: a byte changed, bytes put in or left out, a value of the table.
  private mutating func changeContents(
    of element: TLVOutline.Element, _ index: Int, _ edit: inout TLVEdit
  ) {
    let end = element.contentsEnd
    let range = element.contents..<end
    let place = range.lowerBound + random.below(range.count + 1)
    switch random.below(8) {
    case 0 where place < end: edit.bytes[place] = UInt8(random.below(256))
    case 1 where place < end: edit.bytes[place] ^= 1 << UInt8(random.below(8))
    case 4 where place < end: edit.bytes[place] &+= random.below(2) == 0 ? 1 : 255
    case 5 where !range.isEmpty:
      // As long as lengths of another form begin to be.
      let count = Self.counts[random.below(Self.counts.count)]
      let bytes = (0..<count).map { edit.bytes[range.lowerBound + $0 % range.count] }
      edit.replace(range, of: index, with: bytes)
    case 6:
      let contents = EdgeElements.contents(for: edit.bytes[element.offset], &random)
      edit.replace(range, of: index, with: contents)
    case 2:
      let count = 1 + random.below(random.below(8) == 0 ? 160 : 4)
      let bytes = (0..<count).map { _ in UInt8(random.below(256)) }
      edit.replace(place..<place, of: index, with: bytes)
    case 3:
      let count = min(end - place, 1 + random.below(4))
      edit.replace(place..<place + count, of: index, with: [])
    default:
      edit.replace(range, of: index, with: Self.values[random.below(Self.values.count)])
    }
  }

  /// A small element.
  private mutating func small() -> [UInt8] {
    if random.below(2) == 0 { return EdgeElements.element(&random) }
    return TLVEdit.element(
      Self.tags[random.below(Self.tags.count)], Self.values[random.below(Self.values.count)])
  }

  private static let counts = [126, 127, 128, 129, 254, 255, 256, 257]

  private static let tags: [UInt8] = [
    0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x0A, 0x0C, 0x12, 0x13, 0x14, 0x16, 0x17, 0x18, 0x1A, 0x1C,
    0x1E, 0x24, 0x30, 0x31, 0x80, 0x81, 0xA0, 0xA1, 0xA3, 0x5F, 0xE5,
  ]

  /// Contents that are at the edges of something.
  private static let values: [[UInt8]] =
    [
      [], [0], [1], [2], [0x11], [0x15], [0x7F], [0x80], [0xFF], [0, 0x80], [0xFF, 0x7F],
      [0, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF], [0, 0x80, 0, 0, 0], [1, 0, 0, 0],
      [0x06, 0xA5], [0x06, 0xAC], [0x06, 0xB0], [0x06, 0xB1],  // types 1701, 1708, 1712, 1713
      [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01],
      [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02],
      [0x0C, 0x00], [0x16, 0x00], [0x0C, 0x01, 0x41], [0x02, 0x01, 0x01], [0x31, 0x00],
    ]
    + [
      "250418010203Z", "20250418010203Z", "20250418010203.5Z", "2025-04-18T01:02:03Z",
      "2020-07-22T18:33:15+0100", "com.example.app", "Production", "Xcode", "RECEIPT",
    ].map { Array($0.utf8) }
}

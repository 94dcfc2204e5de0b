/// A hash value of FIPS 180-4 §6: eight words, named as the standard names the working variables.
///
/// SHA-1 has five; its last three words stay zero.
struct EightWords<Word: HashWord>: Hashable, BitwiseCopyable, Sendable {
  var a: Word
  var b: Word
  var c: Word
  var d: Word
  var e: Word
  var f: Word
  var g: Word
  var h: Word

  init(
    _ a: Word, _ b: Word, _ c: Word, _ d: Word, _ e: Word, _ f: Word, _ g: Word, _ h: Word
  ) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.e = e
    self.f = f
    self.g = g
    self.h = h
  }

  /// Adds word by word, modulo the word: the last step of every block.
  @inline(__always)
  mutating func add(_ other: Self) {
    a &+= other.a
    b &+= other.b
    c &+= other.c
    d &+= other.d
    e &+= other.e
    f &+= other.f
    g &+= other.g
    h &+= other.h
  }

  /// A byte of the hash value, the most significant byte of `a` being number 0.
  ///
  /// - Precondition: 0 ≤ `index` < the number of bytes of eight words.
  func byte(at index: Int) -> UInt8 {
    let bytesPerWord = Word.bitWidth / 8
    let fromLeft = Word(truncatingIfNeeded: index % bytesPerWord)
    // fromLeft < bytesPerWord, so the distance is between 0 and the word less one byte.
    let distance = (Word(truncatingIfNeeded: bytesPerWord) &- 1 &- fromLeft) &* 8
    return UInt8(truncatingIfNeeded: word(at: index / bytesPerWord) &>> distance)
  }

  private func word(at index: Int) -> Word {
    switch index {
    case 0: a
    case 1: b
    case 2: c
    case 3: d
    case 4: e
    case 5: f
    case 6: g
    case 7: h
    // Indices come from the digests' own bounds checks, never from an input.
    default: preconditionFailure("a hash value has eight words")
    }
  }
}

extension EightWords<UInt32> {
  /// The five words of SHA-1.
  init(_ a: Word, _ b: Word, _ c: Word, _ d: Word, _ e: Word) {
    self.init(a, b, c, d, e, 0, 0, 0)
  }
}

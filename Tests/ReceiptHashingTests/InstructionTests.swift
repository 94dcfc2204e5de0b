import ProcessorInstructions
import TestSupport
import Testing

@testable import ReceiptHashing

/// The processor's instructions and the portable code, by name, on the same inputs in one run.
@Suite(
  .enabled(
    if: ProcessorInstructions.haveSHA,
    "SHA-1 and SHA-256 with the processor's instructions: this processor or this build has none"))
struct InstructionTests {
  /// Otherwise everything else here compares portable code with itself.
  @Test func theyAreUsed() {
    withExactlySized([UInt8](repeating: 0, count: 64)) { block in
      var (first, second) = (SIMD8<UInt32>.zero, SIMD8<UInt32>.zero)
      #expect(ProcessorInstructions.compressSHA1(block, into: &first))
      #expect(ProcessorInstructions.compressSHA256(block, into: &second))
      #expect(first != .zero && second != .zero)
    }
  }

  /// No block changes nothing, and what SHA-1 has no use for stays.
  @Test func noBlockAndUnusedWords() {
    let words = SIMD8<UInt32>(1, 2, 3, 4, 5, 6, 7, 8)
    var (first, second) = (words, words)
    withExactlySized([UInt8](repeating: 1, count: 64)) { block in
      #expect(ProcessorInstructions.compressSHA1(block.extracting(first: 0), into: &first))
      #expect(ProcessorInstructions.compressSHA256(block.extracting(first: 0), into: &second))
      #expect(first == words && second == words)
      #expect(ProcessorInstructions.compressSHA1(RawSpan(), into: &first))
      #expect(ProcessorInstructions.compressSHA256(RawSpan(), into: &second))
      #expect(first == words && second == words)
      #expect(ProcessorInstructions.compressSHA1(block, into: &first))
    }
    #expect(first[5] == 6 && first[6] == 7 && first[7] == 8)
  }

  #if os(macOS) || os(Linux)
    @Test func `A part of a block is a precondition failure`() async {
      await #expect(processExitsWith: .failure) {
        var words = SIMD8<UInt32>.zero
        withExactlySized([UInt8](repeating: 0, count: 63)) {
          print(ProcessorInstructions.compressSHA1($0, into: &words))
        }
      }
      await #expect(processExitsWith: .failure) {
        var words = SIMD8<UInt32>.zero
        withExactlySized([UInt8](repeating: 0, count: 63)) {
          print(ProcessorInstructions.compressSHA256($0, into: &words))
        }
      }
    }
  #endif

  /// Every length from 0 to 2,000 at every address modulo 16, in heap memory that ends with the message. The portable
  /// code, slow in debug mode, reads each length at one of them.
  @Test(arguments: 0..<16)
  func everyLengthAtEveryAlignment(_ group: Int) {
    var generator = SeededGenerator(seed: UInt64(group))
    for length in stride(from: group, through: 2_000, by: 16).thinnedInDebug(by: 7, from: group) {
      let bytes = generator.bytes(length)
      let (sha1, sha256) = (PortableSHA1.hash(bytes), PortableSHA256.hash(bytes))
      for alignment in 0..<16 {
        withExactlySized([UInt8](repeating: 0xee, count: alignment) + bytes) { shifted in
          let message = shifted.extracting(droppingFirst: alignment)
          #expect(SHA1.hash(message) == sha1, "\(length) bytes at \(alignment)")
          #expect(SHA256.hash(message) == sha256, "\(length) bytes at \(alignment)")
          guard alignment == length / 16 % 16 || Mutations.isExhaustive else { return }
          #expect(PortableSHA1.hash(message) == sha1, "\(length) bytes at \(alignment)")
          #expect(PortableSHA256.hash(message) == sha256, "\(length) bytes at \(alignment)")
        }
      }
    }
  }

  /// One byte too many, read before or after the message, is a fault there.
  @Test func betweenGuardPages() {
    var generator = SeededGenerator(seed: 64)
    for length in stride(from: 0, through: 2_000, by: 7) {
      let bytes = generator.bytes(length)
      withGuardPages(bytes) { message in
        #expect(SHA1.hash(message) == PortableSHA1.hash(message), "\(length) bytes")
        #expect(SHA256.hash(message) == PortableSHA256.hash(message), "\(length) bytes")
      }
    }
  }

  /// Random messages in random pieces, up to some blocks each, with copies that are finished on the way.
  @Test(arguments: 0..<8)
  func randomPieces(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in (0..<200).thinnedInDebug(by: 8) {
      let bytes = generator.bytes(Int.random(in: 0...3_000, using: &generator))
      withExactlySized(bytes) { message in
        var functions = (SHA1(), PortableSHA1(), SHA256(), PortableSHA256())
        var offset = 0
        while offset < message.byteCount {
          let most = min(message.byteCount - offset, Bool.random(using: &generator) ? 70 : 700)
          let count = Int.random(in: 0...most, using: &generator)
          let piece = message.extracting(offset..<offset + count)
          functions.0.update(piece)
          functions.1.update(piece)
          functions.2.update(piece)
          functions.3.update(piece)
          offset += count
          let copies = functions
          #expect(copies.0.finalize() == copies.1.finalize(), "seed \(seed), after \(offset)")
          #expect(copies.2.finalize() == copies.3.finalize(), "seed \(seed), after \(offset)")
        }
        #expect(functions.0.finalize() == SHA1.hash(message), "seed \(seed)")
        #expect(functions.2.finalize() == SHA256.hash(message), "seed \(seed)")
      }
    }
  }

  /// Hash values and blocks of all zeros, all ones, and random ones: more than hashing ever starts with.
  @Test func anyHashValue() {
    var generator = SeededGenerator(seed: 180)
    for round in 0..<2_000 {
      let hashValue = generator.hashValue()
      let blocks = (0..<Int.random(in: 1...5, using: &generator)).flatMap { _ -> [UInt8] in
        switch UInt8.random(in: 0...3, using: &generator) {
        case 0: return [UInt8](repeating: 0, count: 64)
        case 1: return [UInt8](repeating: 0xff, count: 64)
        default: return generator.bytes(64)
        }
      }
      withExactlySized(blocks) { blocks in
        var (instructions, portable) = (hashValue, EightWords(hashValue))
        #expect(ProcessorInstructions.compressSHA256(blocks, into: &instructions))
        PortableSHA256Compression.compress(blocks, into: &portable)
        #expect(instructions == portable.vector, "round \(round)")

        // SHA-1 has five words.
        let five = SIMD8(lowHalf: hashValue.lowHalf, highHalf: SIMD4(hashValue[4], 0, 0, 0))
        (instructions, portable) = (five, EightWords(five))
        #expect(ProcessorInstructions.compressSHA1(blocks, into: &instructions))
        PortableSHA1Compression.compress(blocks, into: &portable)
        #expect(instructions == portable.vector, "round \(round)")
      }
    }
  }

  #if !DEBUG
    /// 256 MiB and a bit in one piece: more blocks than any loop takes at a time.
    @Test(.enabled(if: Mutations.isExhaustive, "long messages: RECEIPT_EXHAUSTIVE is not set"))
    func longMessage() {
      var generator = SeededGenerator(seed: 256)
      let part = generator.bytes(1 << 20)
      var bytes: [UInt8] = []
      bytes.reserveCapacity(256 << 20 + 77)
      for number in 0..<256 { bytes += part.dropFirst(number) + part.prefix(number) }
      bytes += part.prefix(77)
      #expect(SHA1.hash(bytes) == PortableSHA1.hash(bytes))
      #expect(SHA256.hash(bytes) == PortableSHA256.hash(bytes))
    }
  #endif
}

#if os(macOS) || os(Linux)
  /// What no caller does, and what must not write past the block should one ever do it.
  @Suite struct BlockTests {
    @Test(arguments: [(-1, 1), (8, 57), (64, 1), (0, 65)])
    func `Bytes that end outside of the block are a precondition failure`(
      position: Int, count: Int
    ) async {
      await #expect(processExitsWith: .failure) { [position, count] in
        withExactlySized([UInt8](repeating: 1, count: count)) { (bytes) in
          var block = SixteenWords<UInt32>()
          block.replaceBytes(from: position, with: bytes)
          print(block.w15)
        }
      }
    }

    @Test(arguments: [-1, 64, Int.max, Int.min])
    func `An end mark outside of the block is a precondition failure`(position: Int) async {
      await #expect(processExitsWith: .failure) { [position] in
        var block = SixteenWords<UInt32>()
        block.setEndMark(at: position)
        print(block.w15)
      }
    }
  }
#endif

extension EightWords<UInt32> {
  fileprivate init(_ vector: SIMD8<UInt32>) {
    self.init(0, 0, 0, 0, 0, 0, 0, 0)
    self.vector = vector
  }
}

extension SeededGenerator {
  fileprivate mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }

  /// Words of zeros, of ones, and random ones.
  fileprivate mutating func hashValue() -> SIMD8<UInt32> {
    var words = SIMD8<UInt32>()
    for index in words.indices {
      let number = next()
      switch number >> 61 {
      case 0: words[index] = 0
      case 1: words[index] = .max
      default: words[index] = UInt32(truncatingIfNeeded: number)
      }
    }
    return words
  }
}

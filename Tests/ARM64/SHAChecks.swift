import ProcessorInstructions
import ReceiptHashing

/// SHA-1 and SHA-256: `SHA256` uses the instructions, `PortableSHA256` never does.
enum SHAChecks {
  static let all: [Check] = [
    Check(name: "the processor has SHA") { haveSHA() },
    Check(name: "the examples of FIPS 180-2") { examples() },
    Check(name: "every length up to 2,000, at every alignment to 16") { lengths() },
    Check(name: "every cut of 200 bytes, and copies that go on") { cuts() },
    Check(name: "16 MiB at a time") { long() },
    Check(name: "NIST's vectors, if any are on standard input") { vectors() },
  ]

  /// Without it the others would compare portable code with itself.
  private static func haveSHA() -> Bool {
    let block = [UInt8](repeating: 0, count: 64)
    var (first, second) = (SIMD8<UInt32>.zero, SIMD8<UInt32>.zero)
    return ProcessorInstructions.haveSHA
      && ProcessorInstructions.compressSHA1(block.rawSpan, into: &first)
      && ProcessorInstructions.compressSHA256(block.rawSpan, into: &second)
      && first != .zero && second != .zero
  }

  private static func examples() -> Bool {
    let short = text("abc")
    let medium = text("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
    let long = [UInt8](repeating: 0x61, count: 1_000_000)
    return equal(SHA1.hash(short), hex("a9993e364706816aba3e25717850c26c9cd0d89d"))
      && equal(SHA1.hash(medium), hex("84983e441c3bd26ebaae4aa1f95129e5e54670f1"))
      && equal(SHA1.hash(long), hex("34aa973cd4c4daa4f61eeb2bdbad27316534016f"))
      && equal(
        SHA256.hash(short), hex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
      && equal(
        SHA256.hash(medium), hex("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
      )
      && equal(
        SHA256.hash(long), hex("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"))
  }

  private static func lengths() -> Bool {
    let bytes = random(2_016)
    for alignment in 0..<16 {
      for length in 0...2_000 {
        guard agree(bytes.rawSpan.extracting(alignment..<alignment + length)) else {
          return false
        }
      }
    }
    return true
  }

  private static func cuts() -> Bool {
    let bytes = random(200)
    for cut in 0...200 {
      let first = bytes.rawSpan.extracting(first: cut)
      let second = bytes.rawSpan.extracting(droppingFirst: cut)
      var (sha1, sha256) = (SHA1(), SHA256())
      sha1.update(first)
      sha256.update(first)
      let copies = (sha1, sha256)
      sha1.update(second)
      sha256.update(second)
      guard sha1.finalize() == PortableSHA1.hash(bytes),
        sha256.finalize() == PortableSHA256.hash(bytes),
        copies.0.finalize() == PortableSHA1.hash(first),
        copies.1.finalize() == PortableSHA256.hash(first)
      else { return false }
    }
    return true
  }

  private static func long() -> Bool {
    agree(random(16 << 20).rawSpan)
  }

  /// Lines of an algorithm, a message and its digest: `256 616263 ba7816bf…`. A line `done` has to end them.
  private static func vectors() -> Bool {
    var line: [UInt8] = []
    while true {
      let character = getchar()
      guard character >= 0 else { return false }
      guard character == 0x0A else {
        line.append(UInt8(truncatingIfNeeded: character))
        continue
      }
      if line.elementsEqual(text("done")) { return true }
      guard isRight(line) else { return false }
      line.removeAll(keepingCapacity: true)
    }
  }

  private static func isRight(_ line: [UInt8]) -> Bool {
    let fields = line.split(separator: 0x20, omittingEmptySubsequences: false)
    guard fields.count == 3 else { return false }
    let message = hex(Array(fields[1]))
    let digest = hex(Array(fields[2]))
    guard agree(message.rawSpan) else { return false }
    return fields[0].elementsEqual(text("1"))
      ? equal(SHA1.hash(message), digest) : equal(SHA256.hash(message), digest)
  }

  private static func agree(_ bytes: RawSpan) -> Bool {
    SHA1.hash(bytes) == PortableSHA1.hash(bytes) && SHA256.hash(bytes) == PortableSHA256.hash(bytes)
  }

  private static func equal(_ digest: some HashDigest, _ bytes: [UInt8]) -> Bool {
    digest.isEqual(to: bytes.rawSpan)
  }
}

extension [UInt8] {
  var rawSpan: RawSpan {
    @_lifetime(borrow self)
    get { unsafe span.bytes }  // they are bytes
  }
}

/// Bytes that are the same in every run: a linear congruential generator's.
func random(_ count: Int) -> [UInt8] {
  var state: UInt64 = 14
  return (0..<count).map { _ in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return UInt8(truncatingIfNeeded: state >> 33)
  }
}

/// The bytes of ASCII text.
func text(_ text: StaticString) -> [UInt8] {
  unsafe Array(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
}

/// The bytes of hexadecimal digits.
func hex(_ digits: StaticString) -> [UInt8] { hex(text(digits)) }

/// The bytes of hexadecimal digits, lower-case.
func hex(_ digits: [UInt8]) -> [UInt8] {
  func value(_ digit: UInt8) -> UInt8 { digit < 0x3A ? digit - 0x30 : digit - 0x57 }
  return stride(from: 0, to: digits.count, by: 2).map {
    value(digits[$0]) << 4 | value(digits[$0 + 1])
  }
}

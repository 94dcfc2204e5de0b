import DERParsing
import TestSupport
import Testing

@Suite struct UTF8ValidationTests {
  static let vectors: [(name: String, contents: String, isWellFormed: Bool)] = [
    ("RFC 3629 §3 nothing", "", true), ("RFC 3629 §3 U+0000", "00", true),
    ("RFC 3629 §3 U+007F", "7F", true), ("RFC 3629 §3 U+0080", "C280", true),
    ("RFC 3629 §3 U+07FF", "DFBF", true), ("RFC 3629 §3 U+0800", "E0A080", true),
    ("RFC 3629 §3 U+D7FF", "ED9FBF", true), ("RFC 3629 §3 U+E000", "EE8080", true),
    ("RFC 3629 §3 U+FEFF", "EFBBBF", true), ("RFC 3629 §3 U+FFFF", "EFBFBF", true),
    ("RFC 3629 §3 U+10000", "F0908080", true), ("RFC 3629 §3 U+10FFFF", "F48FBFBF", true),
    ("RFC 3629 §3 four widths", "41C2A9E282ACF09F9A97", true),
    ("RFC 3629 §3 overlong U+0000", "C080", false), ("RFC 3629 §3 overlong U+007F", "C1BF", false),
    ("RFC 3629 §3 overlong U+0000, 3", "E08080", false),
    ("RFC 3629 §3 overlong U+07FF, 3", "E09FBF", false),
    ("RFC 3629 §3 overlong U+FFFF, 4", "F08FBFBF", false),
    ("RFC 3629 §3 overlong U+0000, 4", "F0808080", false),
    ("RFC 3629 §3 surrogate D800", "EDA080", false),
    ("RFC 3629 §3 surrogate DBFF", "EDAFBF", false),
    ("RFC 3629 §3 surrogate DFFF", "EDBFBF", false),
    ("RFC 3629 §3 surrogate pair", "EDA0BDEDB880", false),
    ("RFC 3629 §3 U+110000", "F4908080", false), ("RFC 3629 §3 U+13FFFF", "F4BFBFBF", false),
    ("RFC 3629 §3 F5", "F5808080", false), ("RFC 3629 §3 five bytes", "F888808080", false),
    ("RFC 3629 §3 six bytes", "FC8480808080", false), ("RFC 3629 §3 FE", "FE", false),
    ("RFC 3629 §3 FF", "FF", false), ("RFC 3629 §4 continuation alone", "80", false),
    ("RFC 3629 §4 BF alone", "41BF41", false), ("RFC 3629 §4 truncated, 1 of 2", "C2", false),
    ("RFC 3629 §4 truncated, 1 of 3", "E2", false),
    ("RFC 3629 §4 truncated, 2 of 3", "E282", false),
    ("RFC 3629 §4 truncated, 1 of 4", "F0", false),
    ("RFC 3629 §4 truncated, 2 of 4", "F09F", false),
    ("RFC 3629 §4 truncated, 3 of 4", "F09F9A", false),
    ("RFC 3629 §4 truncated in the middle", "E28241", false),
    ("RFC 3629 §4 second byte wrong", "C241", false),
    ("RFC 3629 §4 third byte wrong", "E282C0", false),
    ("RFC 3629 §4 fourth byte wrong", "F09F9A41", false),
  ]

  private func outcome(_ contents: [UInt8]) -> Result<String, DERError> {
    DERParsingTests.outcome(of: element(0x0C, contents)) { (reader) throws(DERError) in
      try reader.readString(.utf8).text(in: reader.bytes)
    }
  }

  @Test(arguments: vectors)
  func `A UTF8String is well-formed`(name: String, contents: String, isWellFormed: Bool) {
    let contents = bytes(contents)
    let vector =
      isWellFormed
      ? Vector(
        "§8.23.10 \(name)", element(0x0C, contents), String(decoding: contents, as: UTF8.self))
      : Vector("§8.23.10 \(name)", element(0x0C, contents), fails: .invalidCharacter)
    vector.check { (reader) throws(DERError) in
      try reader.readString(.utf8).text(in: reader.bytes)
    }
  }

  @Test func `Every Unicode scalar is accepted`() throws {
    for plane: UInt32 in 0...16 {
      var text = ""
      for value in plane << 16...plane << 16 | 0xFFFF {
        if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
      }
      let result = outcome(Array(text.utf8))
      #expect(try result.get().utf8.elementsEqual(text.utf8), "plane \(plane)")
    }
  }

  /// Whether the standard library would have to repair them.
  private func isWellFormed(_ contents: [UInt8]) -> Bool {
    String(decoding: contents, as: UTF8.self).utf8.elementsEqual(contents)
  }

  @Test func `All pairs of bytes are judged as by the standard library`() {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        let contents = [first, second]
        let isAccepted = outcome(contents) != .failure(DERError(.invalidCharacter, at: 0))
        guard isAccepted == isWellFormed(contents) else {
          Issue.record("\(contents.hexadecimal)")
          continue
        }
      }
    }
  }

  @Test(arguments: [11, 12] as [UInt64])
  func `Random bytes near the limits are judged as by the standard library`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let interesting: [UInt8] = [
      0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC,
      0xED,
      0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ]
    for _ in 0..<20_000 {
      let count = Int.random(in: 1...6, using: &generator)
      let contents = (0..<count).map { _ in
        interesting[Int.random(in: 0..<interesting.count, using: &generator)]
      }
      let isAccepted = outcome(contents) != .failure(DERError(.invalidCharacter, at: 0))
      guard isAccepted == isWellFormed(contents) else {
        Issue.record("seed \(seed): \(contents.hexadecimal)")
        continue
      }
    }
  }
}

import AppStoreReceipt
import BenchmarkSupport

extension GateCase {
  /// Elements and types of X.690.
  static func der() -> [GateCase] {
    let boolean = DER.boolean(true)
    let big = DER.integer(730_001_800_000_001)
    let truncated = Array(big.dropLast())
    let error = DERError(.truncated, at: 3)
    let dotted = "1.2.840.113635.100.6.11.1"
    let oid = DER.oid(dotted)
    let nest = (0..<24).reduce(DER.null) { inner, _ in DER.sequence(inner) }
    let integers = Array((0..<1000).map { DER.integer($0) }.joined())
    let many = DER.sequence(integers)
    let set = DER.element(0x31, integers)
    return [
      .succeeding("Int64(derEncoded:)/7 bytes") { Int(try Int64(derEncoded: big)) },
      .succeeding("Bool(derEncoded:)") { try Bool(derEncoded: boolean) ? 1 : 0 },
      .succeeding("DERObjectIdentifier(derEncoded:)") {
        try DERObjectIdentifier(derEncoded: oid).byteCount
      },
      .succeeding("DERObjectIdentifier.description") {
        try DERObjectIdentifier(derEncoded: oid).description.utf8.count
      },
      .succeeding("DERObjectIdentifier(_: String)") {
        DERObjectIdentifier(dotted)?.byteCount ?? 0
      },
      .succeeding("DERBitString(derEncoded:)") {
        try DERBitString(derEncoded: [3, 2, 4, 0xF0]).bitCount
      },
      .succeeding("DERReader.readUTCTime") {
        try utcTime.withDERReader { (reader) throws(DERError) in
          Int(try reader.readUTCTime().secondsSince1970)
        }
      },
      .succeeding("DERReader.readGeneralizedTime") {
        try generalizedTime.withDERReader { (reader) throws(DERError) in
          Int(try reader.readGeneralizedTime().secondsSince1970)
        }
      },
      .succeeding("DERReader.readString/UTF-8") {
        try text.withDERReader { (reader) throws(DERError) in
          try reader.readString(.utf8).text(in: reader.bytes).utf8.count
        }
      },
      .succeeding("DERReader.readElement/1,000 integers") {
        try many.withDERReader { (reader) throws(DERError) in
          var contents = try reader.readConstructed(.sequence)
          var count = 0
          while !contents.isAtEnd { count += try contents.readElement().contentsRange.count }
          return count
        }
      },
      .succeeding("DERReader.readSetOf/1,000 integers") {
        try set.withDERReader { (reader) throws(DERError) in
          try reader.readSetOf(of: Int.self).contentsRange.count
        }
      },
      .succeeding("DERReader.readConstructed/24 levels") {
        try nest.withDERReader { (reader) throws(DERError) in
          try depth(of: &reader)
        }
      },
      .failing("Int64(derEncoded:)/truncated") {
        Refusal.element(Int64.self, truncated)
      },
      .failing("Int64(derEncoded:)/wrong identifier") { Refusal.element(Int64.self, oid) },
      .failing("Int64(derEncoded:)/non-minimal length") {
        Refusal.element(Int64.self, [2, 0x81, 1, 0])
      },
      .failing("DERObjectIdentifier(derEncoded:)/padded") {
        Refusal.element(DERObjectIdentifier.self, [6, 2, 0x80, 1])
      },
      .succeeding("DERError.description") {
        error.description.utf8.count
      },
    ]
  }

  private static let utcTime = DER.utcTime("250420020304Z")
  private static let generalizedTime = DER.generalizedTime("20250420020304Z")
  private static let text = DER.utf8("com.example.app.pro.monthly")

  /// BER to DER.
  static func transcoding() throws -> [GateCase] {
    let xcode = try Samples.fixture("xcode-ber")
    let chunks = try Samples.fixture("xcode-ber-chunks")
    let der = try Samples.fixture("many-purchases")
    let truncated = Array(xcode.dropLast(2))
    return [
      .succeeding("BERTranscoder.transcode/Xcode") {
        try BERTranscoder.transcode(xcode).bytes.count
      },
      .succeeding("BERTranscoder.transcode/chunks") {
        try BERTranscoder.transcode(chunks).bytes.count
      },
      .succeeding("BERTranscoder.transcode/DER already") {
        try BERTranscoder.transcode(der).bytes.count
      },
      .failing("BERTranscoder.transcode/truncated") {
        Refusal.transcoding(truncated)
      },
    ]
  }
}

/// How many SEQUENCEs are in one another; each is opened.
private func depth(of reader: inout DERReader) throws(DERError) -> Int {
  guard try reader.peekIdentifier() == .sequence else {
    _ = try reader.readElement()
    return 0
  }
  var contents = try reader.readConstructed(.sequence)
  return try depth(of: &contents) + 1
}

import CMSParsing
import DERParsing
import ReceiptParsing
import ReceiptRedaction
import TestSupport
import Testing

/// Counts how often it is asked.
struct CountingGenerator: RandomNumberGenerator {
  private var generator: SeededGenerator
  private(set) var count = 0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func next() -> UInt64 {
    count += 1
    return generator.next()
  }
}

/// What is checked when a receipt is read is right at the first try, so that nothing is made twice.
@Suite struct RedactionWorkTests {
  private func redact(_ bytes: [UInt8]) throws -> (bytes: [UInt8], draws: Int) {
    var generator = CountingGenerator(seed: 7)
    let redaction = try ReceiptRedaction(bytes, using: &generator)
    return (redaction.bytes, generator.count)
  }

  private func signed(_ signers: [[UInt8]], _ certificates: [[UInt8]] = []) -> SampleReceipt {
    var sample = SampleReceipt(SampleReceipt.attribute(2, DER.utf8("com.example.app")))
    sample.signers = signers.flatMap { $0 }
    if !certificates.isEmpty { sample.certificates = DER.element(0xA0, of: certificates) }
    return sample
  }

  /// Attributes of one type, whose order the values decide.
  private static func attributes(_ values: [[UInt8]]) -> [UInt8] {
    values.map { DER.sequence(DER.oid("1.2.840.113549.1.9.4"), DER.set($0)) }
      .sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 }
  }

  private static func numbered(_ number: Int, _ count: Int) -> [[UInt8]] {
    (0..<count).map {
      DER.octetString([0xF0 + UInt8($0), UInt8(number / 256), UInt8(number % 256), 1, 2])
    }
  }

  @Test(arguments: [2, 3, 7])
  func `Signed attributes stay in order`(count: Int) throws {
    let signers = (0..<500).map {
      SampleReceipt.signer(attributes: Self.attributes(Self.numbered($0, count)))
    }
    for bytes in [signed(signers).bytes, signed(signers).ber] {
      let original = try AppReceipt(bytes)
      let (redacted, draws) = try redact(bytes)
      let receipt = try AppReceipt(redacted)
      #expect(receipt.signedData == original.signedData)
      #expect(try OriginalValues(original).left(in: redacted).isEmpty)
      #expect(draws < bytes.count / 4)
    }
  }

  @Test func `Numbers and text in signed attributes stay in order`() throws {
    let signers = (0..<200).map { number in
      let numbers = [2, 300, 70_000, -5, -300, -70_000, 128, 255].map {
        DER.integer($0 + Int64(number))
      }
      let texts = ["1.2", "9.8", "abc", "xyz", "Abc"].map { DER.utf8($0 + "\(number)") }
      return SampleReceipt.signer(attributes: Self.attributes(numbers + texts))
    }
    #expect(throws: Never.self) { try AppReceipt(redact(signed(signers).bytes).bytes) }
  }

  @Test func `What stands in another order by its kind is brought into order`() throws {
    // Bytes and an encoding, or years of two centuries, each as long as the others.
    let values = [
      DER.octetString([0x7F, 0x12, 0x34, 0x56]), DER.octetString(DER.octetString([9, 9])),
      DER.octetString([0x01, 0x22, 0x34, 0x56]),
    ]
    let times = ["490101000000Z", "500101000000Z"].map { DER.utcTime($0) }
    let signers = [SampleReceipt.signer(attributes: Self.attributes(values))]
    let other = [SampleReceipt.signer(attributes: Self.attributes(times))]
    for seed in 0..<50 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      for bytes in [signed(signers).bytes, signed(other).bytes] {
        let redaction = try ReceiptRedaction(bytes, using: &generator)
        #expect(throws: Never.self) { try AppReceipt(redaction.bytes) }
      }
    }
  }

  /// One of them has a length of two octets, or no length, for which DER has one octet.
  @Test(arguments: [[0x31, 0x81, 0x06], [0x31, 0x80]] as [[UInt8]])
  func `In BER, attributes of several forms are brought into order, too`(form: [UInt8]) throws {
    let type = DER.oid("1.2.840.113549.1.9.4")
    let values = [0x11, 0x22].map { DER.octetString([$0, 0x33, 0x44, 0x55]) }
    let contents = type + form + values[1] + (form[1] == 0x80 ? [0, 0] : [])
    let attributes = DER.sequence(type, DER.set(values[0])) + DER.element(0x30, contents)
    let bytes = signed([SampleReceipt.signer(attributes: attributes)]).ber
    #expect(try AppReceipt(bytes).form.encoding == .ber)
    for seed in 0..<50 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let redaction = try ReceiptRedaction(bytes, using: &generator)
      #expect(throws: Never.self) { try AppReceipt(redaction.bytes) }
    }
  }

  @Test func `The parts of an issuer's name stay in order`() throws {
    let signers = (0..<200).map { number in
      let parts = (0..<3).map {
        DER.sequence(DER.oid("2.5.4.11"), DER.utf8("\($0) unit \(1000 + number)"))
      }
      return SampleReceipt.signer(issuer: DER.element(0x31, of: parts))
    }
    let bytes = signed(signers).bytes
    let redacted = try redact(bytes)
    #expect(try AppReceipt(redacted.bytes).signedData == AppReceipt(bytes).signedData)
    #expect(redacted.draws < bytes.count)
  }

  @Test func `A name of several parts stays in order and the same in certificate and signer`()
    throws
  {
    let parts = DER.element(
      0x31, of: (1...4).map { DER.sequence(DER.oid("2.5.4.11"), DER.utf8("unit \($0)")) })
    let algorithm = DER.sequence(DER.oid("1.2.840.113549.1.1.11"), DER.null)
    let time = DER.utcTime("200101000000Z")
    let certificate = DER.sequence(
      DER.sequence(
        DER.constructed(0, DER.integer(2)), DER.integer(1), algorithm, DER.sequence(parts),
        DER.sequence(time, time), DER.sequence(parts),
        DER.sequence(algorithm, DER.bitString([1, 2, 3, 4, 5]))),
      algorithm, DER.bitString([1, 2, 3, 4, 5]))
    let sample = signed([SampleReceipt.signer(issuer: parts)], [certificate])
    for bytes in [sample.bytes, sample.ber] {
      for seed in 0..<20 as Range<UInt64> {
        var generator = SeededGenerator(seed: seed)
        let receipt = try AppReceipt(ReceiptRedaction(bytes, using: &generator).bytes)
        let encoding = try #require(receipt.certificateEncodings().first)
        let issuer = try Certificate(derEncoded: Array(encoding)).tbsCertificate.issuer
        let named = try receipt.withContainerBytes { container throws(DERError) in
          var signers = receipt.signedData.signerInfos.reader(in: container)
          guard case .issuerAndSerialNumber(let sid) = try signers.read(as: SignerInfo.self).sid
          else { return [UInt8]() }
          return Array(receipt.containerBytes[sid.issuer.contentsRange])
        }
        #expect(Array(Array(encoding)[issuer.contentsRange]) == named)
        #expect(!named.contains(Array("unit".utf8)))
      }
    }
  }

  @Test func `A long value beside many others is made once`() throws {
    var generator = SeededGenerator(seed: 4)
    // A candidate of so many letters has some of these.
    let letters = Array("abcdefghijklmnopqrstuvwxyz".utf8)
    let words = (0..<30_000).map { _ in
      (0..<4).map { _ in letters.randomElement(using: &generator) ?? 0x61 }
    }
    let short = words.map { SampleReceipt.attribute(9999, DER.element(0x0C, $0)) }
    let text = String(repeating: "customer ", count: 20_000)
    let long = SampleReceipt.attribute(9998, DER.utf8(text))
    let sample = SampleReceipt(of: short + [long])
    let redacted = try redact(sample.bytes)
    #expect(redacted.draws < 2 * sample.bytes.count)
    let value = try #require(AppReceipt(redacted.bytes).attributes.last?.value.dropFirst(5))
    let beginnings = Set(words)
    let found = value.indices.dropLast(3).count { beginnings.contains(Array(value[$0..<$0 + 4])) }
    #expect(found == 0)
  }

  @Test func `Each public certificate is found for each signer`() throws {
    func name(_ text: String) -> [UInt8] {
      DER.set(DER.sequence(DER.oid("2.5.4.10"), DER.utf8(text)))
    }
    let algorithm = DER.sequence(DER.oid("1.2.840.113549.1.1.11"), DER.null)
    let time = DER.utcTime("200101000000Z")
    let certificates = (0..<300).map { number in
      DER.sequence(
        DER.sequence(
          DER.constructed(0, DER.integer(2)), DER.integer(10_000_000 + Int64(number)), algorithm,
          DER.sequence(name("Apple Inc.")), DER.sequence(time, time),
          DER.sequence(name("Apple Inc.")),
          DER.sequence(algorithm, DER.bitString([1, 2, 3, 4, 5]))),
        algorithm, DER.bitString([1, 2, 3, 4, 5]))
    }
    let signers = (0..<600).map {
      SampleReceipt.signer(issuer: name("Apple Inc."), serialNumber: 10_000_000 + Int64($0))
    }
    let bytes = signed(signers, certificates).bytes
    let redacted = try AppReceipt(redact(bytes).bytes)
    #expect(
      try redacted.certificateEncodings() == AppReceipt(bytes).certificateEncodings())
    let numbers = try redacted.withContainerBytes { container throws(DERError) in
      var signers = redacted.signedData.signerInfos.reader(in: container)
      var numbers: [Range<Int>] = []
      while !signers.isAtEnd {
        guard case .issuerAndSerialNumber(let sid) = try signers.read(as: SignerInfo.self).sid
        else { continue }
        numbers.append(sid.serialNumber.contentsRange)
      }
      return numbers
    }
    let same = numbers.map { bytes[$0] == redacted.containerBytes[$0] }
    #expect(same == (0..<600).map { $0 < 300 })
  }
}

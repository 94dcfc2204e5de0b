import CMSParsing
import DERParsing
import TestSupport
import Testing
import TextCoding

/// The common form of a container is a short cut: it reads what the plain path reads, or nothing.
@Suite struct SignedDataCommonFormTests {
  /// What the common form makes of a message. Whatever it is, the plain path has to agree.
  private func common(
    _ bytes: [UInt8], limits: DERLimits = .default, _ label: @autoclosure () -> String = ""
  ) -> SignedData? {
    bytes.withRawSpan { bytes in
      guard let common = SignedData(commonForm: bytes, limits: limits) else { return nil }
      let plain = try? ContentInfo(derEncoded: bytes, limits: limits)
      #expect(plain?.contentType == .signedData, "\(label())")
      #expect(plain?.signedData == common, "\(label())")
      return common
    }
  }

  /// Everything that the store writes, and nothing that Xcode does.
  @Test(arguments: Fixtures.names) func `Receipts of the store have it`(name: String) throws {
    let isXcodes = name.hasPrefix("xcode")
    #expect((common(try Fixtures.receipt(name)) == nil) == isXcodes)
  }

  @Test(arguments: ["ios-sha1-purchases", "ios-sha256-subscriptions"])
  func `A changed byte changes nothing that the plain path would refuse`(name: String) throws {
    var bytes = try Fixtures.receipt(name)
    let message = try #require(common(bytes))
    let certificates = try #require(message.certificates).contentsRange
    // The contents of content and certificates are only stepped over.
    let ranges = [
      0..<message.encapContentInfo.offset + 40,
      certificates.lowerBound - 8..<certificates.lowerBound + 8,
      certificates.upperBound - 4..<message.signerInfos.contentsRange.upperBound,
    ]
    for range in ranges {
      for change in Mutations.everyValue(of: bytes, at: range, otherwise: 4, seed: 14) {
        let byte = change.apply(to: &bytes)
        _ = common(bytes, "\(change)")
        bytes[change.offset] = byte
      }
    }
  }

  @Test func `No prefix has it, and nothing may follow`() throws {
    let bytes = Self.message()
    #expect(common(bytes) != nil)
    for count in bytes.indices { #expect(common(Array(bytes[..<count])) == nil, "\(count) bytes") }
    #expect(common(bytes + [0]) == nil)
    #expect(common(bytes + bytes) == nil)
  }

  @Test func `It keeps to the limits of the plain path`() {
    let bytes = Self.message()
    for depth in -1...12 {
      #expect((common(bytes, limits: DERLimits(maximumDepth: depth)) != nil) == (depth >= 10))
    }
    #expect(common(bytes, limits: DERLimits(maximumInputBytes: bytes.count)) != nil)
    #expect(common(bytes, limits: DERLimits(maximumInputBytes: bytes.count - 1)) == nil)
  }

  @Test(arguments: [0, 1, 126, 127, 128, 129, 255, 256, 257, 65_535, 65_536, 65_537])
  func `Lengths have one to three bytes, and are minimal`(count: Int) {
    let contents = [UInt8](repeating: 0x5A, count: count)
    let message = common(Self.message(contents: DER.octetString(contents)))
    #expect(message?.encapContentInfo.eContent?.contentsRange.count == count)
    for octets in 1...4 {
      let contents = DER.longLength(0x04, lengthOctets: octets, contents)
      // Minimal is `octets` for some.
      if contents.count != DER.octetString([UInt8](repeating: 0, count: count)).count {
        #expect(common(Self.message(contents: contents)) == nil, "\(octets) octets")
      }
    }
  }

  @Test func `A length of four bytes is left to the plain path`() throws {
    let contents = [UInt8](repeating: 0x5A, count: 1 << 24)
    let bytes = Self.message(contents: DER.octetString(contents))
    #expect(common(bytes) == nil)
    #expect(try ContentInfo(derEncoded: bytes).signedData != nil)
  }

  /// A variant of one part, whether it still has the common form, and whether the plain path reads it.
  struct Variant: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let isCommon: Bool
    let isRead: Bool

    init(_ name: String, isCommon: Bool, isRead: Bool = true, _ bytes: [UInt8]) {
      testDescription = name
      self.bytes = bytes
      self.isCommon = isCommon
      self.isRead = isRead
    }
  }

  @Test(arguments: variants) func `Every part may differ`(variant: Variant) {
    #expect((common(variant.bytes) != nil) == variant.isCommon)
    #expect(((try? ContentInfo(derEncoded: variant.bytes)) != nil) == variant.isRead)
  }

  private static let sha1 = DER.sequence(DER.oid("1.3.14.3.2.26"), DER.null)
  private static let bareSHA1 = DER.sequence(DER.oid("1.3.14.3.2.26"))

  private static func part(_ type: [UInt8], _ value: [UInt8]) -> [UInt8] {
    DER.sequence(DER.set(DER.sequence(type, value)))
  }

  private static let commonName = DER.oid("2.5.4.3")

  static let variants =
    [
      Variant("nothing changed", isCommon: true, message()),
      Variant("another type", isCommon: false, message(type: DER.oid("1.2.840.113549.1.7.3"))),
      Variant("version 127", isCommon: true, message(version: DER.integer(127))),
      Variant("version 128", isCommon: false, message(version: DER.integer(128))),
      Variant("version −1", isCommon: false, message(version: DER.integer(-1))),
      Variant("SHA-1", isCommon: true, message(digests: DER.set(sha1))),
      Variant("SHA-1 without parameters", isCommon: false, message(digests: DER.set(bareSHA1))),
      Variant("no digest", isCommon: false, message(digests: DER.set())),
      Variant("two digests", isCommon: false, message(digests: DER.set(sha1, Sample.sha256))),
      Variant(
        "other content", isCommon: false, message(contentType: DER.oid("1.2.840.113549.1.7.5"))),
      Variant("no OCTET STRING", isCommon: false, isRead: false, message(contents: DER.set())),
      Variant(
        "two OCTET STRINGs", isCommon: false, isRead: false,
        message(contents: DER.octetString([]) + DER.octetString([]))),
      Variant("no certificate", isCommon: true, message(certificates: DER.constructed(0))),
      Variant("no certificates", isCommon: false, message(certificates: [])),
      Variant(
        "certificates of any form", isCommon: true,
        message(certificates: DER.constructed(0, DER.integer(1), DER.constructed(1), DER.null))),
      Variant(
        "a high tag number", isCommon: false,
        message(certificates: DER.constructed(0, [0xBF, 0x1F, 0x00]))),
      // The tag number reads like the length of what follows it.
      Variant(
        "the tag number 32", isCommon: false,
        message(
          certificates: DER.constructed(
            0, [0xBF, 32, 31] + [UInt8](repeating: 0x41, count: 31)))),
      Variant(
        "end-of-contents", isCommon: false, isRead: false,
        message(certificates: DER.constructed(0, [0x00, 0x00]))),
      Variant(
        "a certificate too long", isCommon: false, isRead: false,
        message(certificates: DER.constructed(0, [0x30, 0x01]))),
      Variant("crls", isCommon: false, message(crls: DER.constructed(1, DER.null))),
      Variant("no signer", isCommon: false, message(signers: DER.set())),
      Variant("two signers", isCommon: false, message(signers: DER.set(signer(), signer()))),
      Variant(
        "signed attributes", isCommon: false,
        message(
          signers: DER.set(
            signer(attributes: DER.constructed(0, Sample.attribute("1.2.3", DER.set(DER.null))))))),
      Variant("signed with SHA-1", isCommon: true, message(signers: DER.set(signer(digest: sha1)))),
      Variant(
        "another algorithm", isCommon: false,
        message(signers: DER.set(signer(algorithm: Sample.sha256WithRSA)))),
      Variant(
        "an empty name", isCommon: true, message(signers: DER.set(signer(issuer: DER.sequence())))),
      Variant(
        "a value of 118 bytes", isCommon: true,
        issued(part(commonName, DER.utf8(String(repeating: "x", count: 118))))),
      Variant(
        "a value of 119 bytes", isCommon: false,
        issued(part(commonName, DER.utf8(String(repeating: "x", count: 119))))),
      Variant("an empty value", isCommon: true, issued(part(commonName, DER.utf8("")))),
      Variant("a value that isn't text", isCommon: true, issued(part(commonName, DER.null))),
      Variant(
        "a value that is a SEQUENCE", isCommon: false, issued(part(commonName, DER.sequence()))),
      Variant(
        "a value in chunks", isCommon: false, isRead: false,
        issued(part(commonName, DER.element(0x2C)))),
      Variant(
        "a value with a high tag number", isCommon: false,
        issued(part(commonName, [0x1F, 0x1F, 0x00]))),
      // The tag number reads like the length of what follows it.
      Variant(
        "a value with the tag number 32", isCommon: false,
        issued(part(commonName, [0x1F, 32, 31] + [UInt8](repeating: 0x41, count: 31)))),
      Variant(
        "a value with the tag number 32, and a byte after it", isCommon: false, isRead: false,
        issued(part(commonName, [0x1F, 32, 30] + [UInt8](repeating: 0x41, count: 31)))),
      Variant(
        "end-of-contents for a value", isCommon: false, isRead: false,
        issued(part(commonName, [0x00, 0x00]))),
      Variant("no value", isCommon: false, isRead: false, issued(part(commonName, []))),
      Variant(
        "two values", isCommon: false, isRead: false,
        issued(part(commonName, DER.utf8("") + DER.utf8("")))),
      Variant(
        "another type of attribute", isCommon: false, issued(part(DER.oid("1.2.3"), DER.null))),
      Variant("type 2.5.4.127", isCommon: true, issued(part(DER.oid("2.5.4.127"), DER.null))),
      Variant("type 2.5.4.128", isCommon: false, issued(part(DER.oid("2.5.4.128"), DER.null))),
      Variant(
        "half a type", isCommon: false, isRead: false,
        issued(part([0x06, 0x03, 0x55, 0x04, 0x80], DER.null))),
      Variant("an empty part", isCommon: false, isRead: false, issued(DER.sequence(DER.set()))),
      Variant(
        "two attributes in a part", isCommon: false,
        issued(
          DER.sequence(
            DER.set(DER.sequence(commonName, DER.null), DER.sequence(commonName, DER.utf8("")))))),
    ] + serialNumbers

  private static let serialNumbers: [Variant] = [
    ([0x00], true, true), ([0x7F], true, true), ([0x80], true, true), ([0x00, 0x80], true, true),
    ([0xFF, 0x7F], true, true), ([0x7F, 0xFF], true, true), ([], false, false),
    ([0x00, 0x7F], false, false), ([0xFF, 0x80], false, false),
  ].map { (contents: [UInt8], isCommon, isRead) in
    Variant(
      "serial number \(contents)", isCommon: isCommon, isRead: isRead,
      message(signers: DER.set(signer(serialNumber: DER.element(0x02, contents)))))
  }

  /// A message, of which each part can be replaced.
  private static func message(
    type: [UInt8] = Sample.signedDataType, version: [UInt8] = DER.integer(1),
    digests: [UInt8] = DER.set(Sample.sha256), contentType: [UInt8] = Sample.data,
    contents: [UInt8] = DER.octetString([0x31, 0x00]),
    certificates: [UInt8] = DER.constructed(0, Sample.certificate), crls: [UInt8] = [],
    signers: [UInt8] = DER.set(signer())
  ) -> [UInt8] {
    let content = DER.sequence(contentType, DER.constructed(0, contents))
    let signedData = DER.sequence(version, digests, content, certificates, crls, signers)
    return DER.sequence(type, DER.constructed(0, signedData))
  }

  /// A signer, of which each part can be replaced.
  private static func signer(
    issuer: [UInt8] = Sample.issuer, serialNumber: [UInt8] = DER.integer(7),
    digest: [UInt8] = Sample.sha256, attributes: [UInt8] = [], algorithm: [UInt8] = Sample.rsa
  ) -> [UInt8] {
    DER.sequence(
      DER.integer(1), DER.sequence(issuer, serialNumber), digest, attributes, algorithm,
      DER.octetString([1, 2, 3]))
  }

  private static func issued(_ name: [UInt8]) -> [UInt8] {
    message(signers: DER.set(signer(issuer: name)))
  }
}

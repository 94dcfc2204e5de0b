// The README of DERParsing.

import DERParsing
import Foundation
import TestSupport
import Testing

func subject(ofCertificate bytes: [UInt8]) throws(DERError) -> [String] {
  try bytes.withDERReader { (reader) throws(DERError) in
    var certificate = try reader.readConstructed(.sequence)
    var fields = try certificate.readConstructed(.sequence, "tbsCertificate")
    _ = try fields.readElementIfPresent(.contextSpecific(constructed: 0))  // version
    for _ in 1...4 { _ = try fields.readElement() }  // serialNumber … validity
    var subject = try fields.readConstructed(.sequence, "subject")
    var parts: [String] = []
    while !subject.isAtEnd {
      var attributes = try subject.readConstructed(.set)
      while !attributes.isAtEnd {
        var attribute = try attributes.readConstructed(.sequence)
        let type: DERObjectIdentifier = try attribute.read()
        parts.append("\(type)=\(try attribute.readAnyString().text(in: reader.bytes))")
      }
    }
    return parts
  }
}

struct PublicKey: DERDecodable {  // SubjectPublicKeyInfo, RFC 5280 §4.1
  static var identifier: DERIdentifier { .sequence }
  let algorithm: DERObjectIdentifier
  let key: Range<Int>

  init(contents: inout DERReader) throws(DERError) {
    var algorithm = try contents.readConstructed(.sequence, "algorithm")
    self.algorithm = try algorithm.read()
    key = try contents.read("subjectPublicKey", as: DERBitString.self).bytesRange
  }
}

struct ECDSASignature: DERDecodable {  // ECDSA-Sig-Value, RFC 3279 §2.2.3
  static var identifier: DERIdentifier { .sequence }
  let r, s: DERInteger

  init(contents: inout DERReader) throws(DERError) {
    r = try contents.read("r")
    s = try contents.read("s")
    guard !r.isNegative, !s.isNegative else { throw contents.error(.integerOutOfRange) }
  }
}

struct OCSPAnswer: DERDecodable {  // OCSPResponse, RFC 6960 §4.2.1
  static var identifier: DERIdentifier { .sequence }
  let status: Int
  let type: DERObjectIdentifier?
  let basicResponse: Range<Int>?  // the encoding of a BasicOCSPResponse

  init(contents: inout DERReader) throws(DERError) {
    status = try contents.read("responseStatus", tagged: .enumerated)
    guard !contents.isAtEnd else {
      (type, basicResponse) = (nil, nil)
      return
    }
    var explicit = try contents.readConstructed(.contextSpecific(constructed: 0), "responseBytes")
    var bytes = try explicit.readConstructed(.sequence)
    type = try bytes.read("responseType")
    basicResponse = try bytes.read("response", as: DEROctetString.self).contentsRange
    try bytes.finish()
    try explicit.finish()
  }
}

func readElement(_ receive: (Int) throws -> [UInt8]) throws -> [UInt8]? {
  var received: [UInt8] = []
  while case .incomplete(let missing) = try DERFrame(startOf: received) {
    let bytes = try receive(missing)  // this many, or fewer; none at the end
    guard !bytes.isEmpty else { return nil }
    received += bytes
  }
  return received
}

@Suite struct DERSnippets {
  @Test func `A certificate's subject`() throws {
    let parts = try subject(ofCertificate: Fixtures.certificate("root"))
    #expect(!parts.isEmpty && parts.contains { $0.hasPrefix("2.5.4.3=") }, "\(parts)")
  }

  @Test func `A public key, from PEM`() throws {
    // An Ed25519 key, RFC 8410 §10.1.
    let text = Array(
      """
      -----BEGIN PUBLIC KEY-----
      MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
      -----END PUBLIC KEY-----
      """.utf8)
    let block = try PEMBlock(text, label: "PUBLIC KEY")
    let key = try PublicKey(derEncoded: block.bytes)
    print(key.algorithm, block.bytes[key.key].count)
    #expect(key.algorithm == "1.3.101.112" && block.bytes[key.key].count == 32)
  }

  @Test func `A signature`() throws {
    let signature = try ECDSASignature(derEncoded: bytes("3006 020105 020107"))
    #expect(signature.r.contentsRange == 4..<5 && signature.s.contentsRange == 7..<8)
    let lax = ["300702020005 020107", "3006020105020107 00", "30060201FB 020107"]
    for signature in lax {
      #expect(throws: DERError.self) { try ECDSASignature(derEncoded: bytes(signature)) }
    }
  }

  @Test func `An OCSP answer`() throws {
    let tryLater = try OCSPAnswer(derEncoded: bytes("30030A0103"))
    #expect(tryLater.status == 3 && tryLater.type == nil)
    let basic = "06092B0601050507300101 04023000"
    let answer = try OCSPAnswer(derEncoded: bytes("3016 0A0100 A011 300F" + basic))
    #expect(answer.status == 0 && answer.type == "1.3.6.1.5.5.7.48.1.1")
    #expect(answer.basicResponse == 22..<24)
    let behind = bytes("3018 0A0100 A013 300F" + basic + "0500")
    #expect(throws: DERError.self) { try OCSPAnswer(derEncoded: behind) }
  }

  @Test(arguments: [1, 7, 1_000]) func `From a socket`(packet: Int) throws {
    let certificate = try Fixtures.certificate("root")
    var socket = (certificate + [0x30, 0x00])[...]
    let element = try readElement { missing in
      defer { socket = socket.dropFirst(min(missing, packet)) }
      return Array(socket.prefix(min(missing, packet)))
    }
    #expect(element == certificate && socket == [0x30, 0x00])
  }
}

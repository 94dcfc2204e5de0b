import BenchmarkSupport
import CMSParsing
import DERParsing
import Foundation

/// DER that other people parse: the fixtures' and, in the folder that `RECEIPT_CORPUS` names, what the tests of other
/// projects have.
struct DERSamples {
  /// What a file holds.
  enum Kind: String, CaseIterable {
    case certificates, crls, pkcs8, cms
    /// The cases about single rules of X.690, which are a few bytes each.
    case x690
  }

  /// Those of a kind, each one whole element in DER.
  ///
  /// - Throws: `Unavailable` if there is none.
  static func all(_ kind: Kind) throws -> [[UInt8]] {
    var candidates =
      try kind == .x690 ? suiteCases() : files().filter { self.kind(of: $0) == kind }
    if kind == .crls { candidates += try [0, 10, 100, 1_000].map(revocationList) }
    // Once each.
    var seen: Set<[UInt8]> = []
    let samples = candidates.filter { Self.isDER($0) && seen.insert($0).inserted }
    guard !samples.isEmpty else {
      throw Unavailable("there are none here; RECEIPT_CORPUS names a folder that has some")
    }
    return samples
  }

  private static func isDER(_ bytes: [UInt8]) -> Bool {
    (try? bytes.withDERReader { (reader) throws(DERError) in try DERSum(&reader) }) != nil
  }

  /// By what its first members are.
  private static func kind(of bytes: [UInt8]) -> Kind? {
    if (try? Certificate(derEncoded: bytes)) != nil { return .certificates }
    if (try? ContentInfo(derEncoded: bytes)) != nil { return .cms }
    let members = try? bytes.withDERReader { (reader) throws(DERError) in
      var outer = try reader.readConstructed(.sequence)
      var identifiers: [DERIdentifier] = []
      while !outer.isAtEnd { identifiers.append(try outer.readElement().identifier) }
      return identifiers
    }
    switch members?.prefix(3) {
    case [.sequence, .sequence, .bitString] where isList(bytes): return .crls
    case [.integer, .sequence, .octetString]: return .pkcs8
    default: return nil
    }
  }

  /// `TBSCertList`, RFC 5280 §5.1: a time comes third or, behind a version, fourth.
  private static func isList(_ bytes: [UInt8]) -> Bool {
    let time = try? bytes.withDERReader { (reader) throws(DERError) in
      var outer = try reader.readConstructed(.sequence)
      var list = try outer.readConstructed(.sequence)
      _ = try list.readElementIfPresent(.integer)
      for _ in 1...2 { _ = try list.readElement(.sequence) }
      let time = try list.readElement().identifier
      while !outer.isAtEnd { _ = try outer.readElement() }
      return time
    }
    return time == .utcTime || time == .generalizedTime
  }

  /// Everything that may be of some kind.
  private static func files() throws -> [[UInt8]] {
    let authority = "Tests/Fixtures/authority", receipts = "Tests/Fixtures/Receipts"
    let own =
      try Repository.files(authority, endingIn: [".cer", ".pem"])
      + Repository.files(receipts, endingIn: [".p7"])
    var files = try own.flatMap { try contents(of: Repository.root.appending(path: $0)) }
    guard let suites else { return files }
    for folder in ["x509", "cms", "corpora"] {
      let names =
        FileManager.default.enumerator(atPath: suites.appending(path: folder).path())?
        .compactMap { $0 as? String }.sorted() ?? []
      for name in names where !name.hasSuffix(".jsonl") {
        files += try contents(of: suites.appending(path: folder).appending(path: name))
      }
    }
    return files
  }

  private static var suites: URL? {
    ProcessInfo.processInfo.environment["RECEIPT_CORPUS"].map {
      URL(filePath: $0).appending(path: "suites")
    }
  }

  /// What a file holds: DER, blocks of PEM, or lines of hexadecimal digits, the last word of each.
  private static func contents(of file: URL) throws -> [[UInt8]] {
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: file.path(), isDirectory: &isFolder),
      !isFolder.boolValue
    else { return [] }
    let bytes = [UInt8](try Data(contentsOf: file))
    if file.pathExtension == "hex" {
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap {
        hexadecimal($0.split(separator: " ").last ?? "")
      }
    }
    let blocks = (try? PEMBlock.all(in: bytes)) ?? []
    return blocks.isEmpty ? [bytes] : blocks.map(\.bytes)
  }

  /// A list of revoked certificates (RFC 5280 §5.1), made up: its signature is noise.
  private static func revocationList(_ count: Int) throws -> [UInt8] {
    let certificate = try Repository.bytes("Tests/Fixtures/authority/root.cer")
    let issuer = try Certificate(derEncoded: certificate).tbsCertificate.issuer.contentsRange
    let algorithm = DER.sequence(DER.oid("1.2.840.113549.1.1.11"), DER.null)
    let number = DER.sequence(DER.oid("2.5.29.20"), DER.octetString(DER.integer(4_711)))
    let reason = DER.sequence(DER.oid("2.5.29.21"), DER.octetString(DER.element(0x0A, [1])))
    let revoked = (0..<Int64(count)).map { index in
      DER.sequence(
        DER.integer(0x1234_5678_9ABC_0000 + index * 7), DER.utcTime("250420020304Z"),
        DER.sequence(reason))
    }
    let list = DER.sequence(
      DER.integer(1), algorithm, DER.element(0x30, Array(certificate[issuer])),
      DER.utcTime("250420020304Z"), DER.utcTime("250520020304Z"),
      revoked.isEmpty ? [] : DER.element(0x30, of: revoked),
      DER.constructed(0, DER.sequence(number)))
    return DER.sequence(
      list, algorithm, DER.bitString((0..<256).map { UInt8(truncatingIfNeeded: $0 &* 37) }))
  }

  /// Those that are right in DER.
  private static func suiteCases() throws -> [[UInt8]] {
    struct Case: Decodable {
      let hex: String
      let der: String?
    }
    guard let file = suites?.appending(path: "asn1/cases.jsonl"),
      let text = try? String(contentsOf: file, encoding: .utf8)
    else { return [] }
    return try text.split(separator: "\n").compactMap { line in
      let one = try JSONDecoder().decode(Case.self, from: Data(line.utf8))
      return one.der == "ok" ? hexadecimal(one.hex[...]) : nil
    }
  }

  private static func hexadecimal(_ text: Substring) -> [UInt8]? {
    let digits = text.compactMap(\.hexDigitValue)
    guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}

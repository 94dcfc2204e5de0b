import AppStoreReceipt
import CMSParsing
import DERParsing
import Foundation
import TestSupport
import Testing

/// Messages and certificates out of other projects' tests.
@Suite(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipped)))
struct CorpusMessageTests {
  struct Sample: Decodable, Sendable, CustomTestStringConvertible {
    let file: String
    let expect: String
    let note: String?
    var testDescription: String { file }

    func octets() throws -> [UInt8] {
      guard let folder = Corpus.folder else { throw CocoaError(.fileNoSuchFile) }
      return try Fixtures.octets(of: folder.appending(path: "suites").appending(path: file))
    }
  }

  static let samples: [Sample] = {
    guard let folder = Corpus.folder,
      let text = try? String(
        contentsOf: folder.appending(path: "suites/cms/manifest.jsonl"), encoding: .utf8)
    else { return [] }
    return text.split(separator: "\n").compactMap {
      try? JSONDecoder().decode(Sample.self, from: Data($0.utf8))
    }
  }()

  enum Kind { case signed, other, certificate, refused }

  /// What the octets are, read as DER or rewritten as such.
  private func kind(_ octets: [UInt8]) -> Kind {
    let transcoded: [UInt8]
    do throws(DERError) {
      transcoded = try BERTranscoder.transcode(octets).octets
    } catch {
      return .refused
    }
    if (try? Certificate(derEncoded: transcoded)) != nil { return .certificate }
    guard let contentInfo = try? ContentInfo(derEncoded: transcoded) else { return .refused }
    guard let signedData = contentInfo.signedData else { return .other }
    touch(signedData, transcoded)
    return .signed
  }

  private func touch(_ signedData: SignedData, _ octets: [UInt8]) {
    withExactlySized(octets) { span in
      var signers = DERReader(span, contents: signedData.signerInfos)
      while !signers.isAtEnd {
        guard let signer = try? signers.read(as: SignerInfo.self) else {
          Issue.record("a signer that was read is not read again")
          return
        }
        if case .issuerAndSerialNumber(let sid) = signer.sid { _ = try? sid.issuer.text(in: span) }
      }
      var certificates = DERReader(span, contents: signedData.certificates ?? 0..<0)
      while !certificates.isAtEnd {
        guard let element = try? certificates.readElement() else { return }
        var reader = DERReader(span, contents: element.encoding)
        let certificate = try? reader.read(as: Certificate.self)
        _ = try? certificate?.tbsCertificate.subject.text(in: span)
      }
    }
  }

  @Test func `There are samples of each kind`() throws {
    var counts: [Kind: Int] = [:]
    for sample in Self.samples { counts[kind(try sample.octets()), default: 0] += 1 }
    #expect(Self.samples.count > 100)
    #expect(counts[.signed, default: 0] > 40)
    #expect(counts[.other, default: 0] > 10)
    #expect(counts[.certificate, default: 0] > 5)
  }

  /// Why a sample that its project reads is no message here: prose or PEM, a line feed at the end, or a
  /// SignedData without the ContentInfo around it.
  private func isExplained(_ octets: [UInt8]) -> Bool {
    octets.first != 0x30 || octets.last == 0x0A || octets.dropFirst(4).first == 0x02
  }

  @Test(arguments: samples.filter { $0.expect == "parse-ok" })
  func `What its project reads is read`(sample: Sample) throws {
    let octets = try sample.octets()
    #expect(kind(octets) != .refused || isExplained(octets))
  }

  @Test(arguments: samples)
  func `No sample traps as a receipt, whole, cut or spoilt`(sample: Sample) throws {
    var octets = try sample.octets()
    guard octets.count < 100_000 else { return }
    _ = try? AppReceipt(octets)
    for count in stride(from: 0, to: octets.count, by: max(octets.count / 40, 1)) {
      _ = try? AppReceipt(Array(octets[..<count]))
    }
    for change in Mutations.oneValue(of: octets, every: max(octets.count / 40, 1), seed: 5) {
      let octet = change.apply(to: &octets)
      _ = try? AppReceipt(octets)
      _ = kind(octets)
      octets[change.offset] = octet
    }
  }
}

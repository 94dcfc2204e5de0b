import CMSParsing
import DERParsing
import Foundation
import ReceiptParsing
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

    func bytes() throws -> [UInt8] {
      guard let folder = Corpus.folder else { throw CocoaError(.fileNoSuchFile) }
      return try Fixtures.bytes(of: folder.appending(path: "suites").appending(path: file))
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

  /// What the bytes are, read as DER or rewritten as such.
  private func kind(_ bytes: [UInt8]) -> Kind {
    let transcoded: [UInt8]
    do throws(DERError) {
      transcoded = try BERTranscoder.transcode(bytes).bytes
    } catch {
      return .refused
    }
    if (try? Certificate(derEncoded: transcoded)) != nil { return .certificate }
    guard let contentInfo = try? ContentInfo(derEncoded: transcoded) else { return .refused }
    guard let signedData = contentInfo.signedData else { return .other }
    touch(signedData, transcoded)
    return .signed
  }

  private func touch(_ signedData: SignedData, _ bytes: [UInt8]) {
    withExactlySized(bytes) { span in
      var signers = signedData.signerInfos.reader(in: span)
      while !signers.isAtEnd {
        guard let signer = try? signers.read(as: SignerInfo.self) else {
          Issue.record("a signer that was read is not read again")
          return
        }
        if case .issuerAndSerialNumber(let sid) = signer.sid { _ = try? sid.issuer.text(in: span) }
      }
      var certificates = DERReader(span, contents: signedData.certificates?.contentsRange ?? 0..<0)
      while !certificates.isAtEnd {
        guard let element = try? certificates.readElement() else { return }
        var reader = DERReader(span, contents: element.encodingRange)
        let certificate = try? reader.read(as: Certificate.self)
        _ = try? certificate?.tbsCertificate.subject.text(in: span)
      }
    }
  }

  @Test func `There are samples of each kind`() throws {
    var counts: [Kind: Int] = [:]
    for sample in Self.samples { counts[kind(try sample.bytes()), default: 0] += 1 }
    #expect(Self.samples.count > 100)
    #expect(counts[.signed, default: 0] > 40)
    #expect(counts[.other, default: 0] > 10)
    #expect(counts[.certificate, default: 0] > 5)
  }

  /// Why a sample that its project reads is no message here: prose or PEM, a line feed at the end, or a
  /// SignedData without the ContentInfo around it.
  private func isExplained(_ bytes: [UInt8]) -> Bool {
    bytes.first != 0x30 || bytes.last == 0x0A || bytes.dropFirst(4).first == 0x02
  }

  @Test(arguments: samples.filter { $0.expect == "parse-ok" })
  func `What its project reads is read`(sample: Sample) throws {
    let bytes = try sample.bytes()
    #expect(kind(bytes) != .refused || isExplained(bytes))
  }

  @Test(arguments: samples)
  func `No sample traps as a receipt, whole, cut or spoilt`(sample: Sample) throws {
    var bytes = try sample.bytes()
    guard bytes.count < 100_000 else { return }
    _ = try? AppReceipt(bytes)
    for count in stride(from: 0, to: bytes.count, by: max(bytes.count / 40, 1)) {
      _ = try? AppReceipt(Array(bytes[..<count]))
    }
    for change in Mutations.oneValue(of: bytes, every: max(bytes.count / 40, 1), seed: 5) {
      let byte = change.apply(to: &bytes)
      _ = try? AppReceipt(bytes)
      _ = kind(bytes)
      bytes[change.offset] = byte
    }
  }
}

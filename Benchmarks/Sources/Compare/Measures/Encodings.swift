import CMSParsing
import DERParsing
import Foundation
import SwiftASN1
import X509

/// The comparisons of DER that is no receipt. One operation is one file. Files on which not all agree are left out, since
/// times for different work mean nothing; a note says how many, and who finds something else than we do.
struct Encodings {
  let openSSL: OpenSSL?

  /// Every element of every file.
  func elements(_ kind: DERSamples.Kind) throws -> Comparison {
    typealias Walk = ([UInt8]) -> DERSum?
    let ours: Walk = { file in
      try? file.withDERReader { (reader) throws(DERError) in try DERSum(&reader) }
    }
    var walks: [(name: String, find: Walk)] = [
      ("ours", ours), ("c-walker", { DERSum(plain: $0) }),
      ("swift-asn1", { (try? DER.parse($0)).map { DERSum($0) } }),
    ]
    if let openSSL { walks.append(("openssl", openSSL.walk)) }
    let (files, note) = try Self.agreed(DERSamples.all(kind), walks)
    return Comparison(
      measure: .der, input: kind.rawValue, bytes: Self.mean(files), note: note,
      subjects: walks.map { name, walk in
        Subject(
          name, operations: files.count,
          answer: { "\(files.compactMap(walk).reduce(DERSum(), +))" },
          work: { files.reduce(0) { $0 &+ (walk($1)?.checksum ?? 0) } })
      })
  }

  private typealias CertificateReader = (
    name: String, find: ([UInt8]) -> CertificateFields?, read: ([UInt8]) -> Bool
  )

  private var certificateReaders: [CertificateReader] {
    var readers: [CertificateReader] = [
      (
        "ours",
        { file in
          (try? CMSParsing.Certificate(derEncoded: file)).flatMap {
            try? CertificateFields($0, in: file)
          }
        },
        { (try? CMSParsing.Certificate(derEncoded: $0)) != nil }
      ),
      (
        "swift-certificates",
        { (try? X509.Certificate(derEncoded: $0)).map { CertificateFields($0) } },
        { (try? X509.Certificate(derEncoded: $0)) != nil }
      ),
    ]
    if let openSSL { readers.append(("openssl", openSSL.certificate, openSSL.readsCertificate)) }
    return readers
  }

  private func agreedCertificates() throws -> (files: [[UInt8]], note: String) {
    try Self.agreed(DERSamples.all(.certificates), certificateReaders.map { ($0.name, $0.find) })
  }

  /// Certificates as values.
  func certificates() throws -> Comparison {
    let (files, note) = try agreedCertificates()
    return Comparison(
      measure: .certificate, input: "", bytes: Self.mean(files), note: note,
      subjects: certificateReaders.map { name, find, read in
        Subject(
          name, operations: files.count, answer: { "\(files.compactMap(find).count) read" },
          work: { files.reduce(0) { $0 &+ (read($1) ? 1 : 0) } })
      })
  }

  /// Writes the certificates into one file, for programs in other languages.
  func writeCertificates(to folder: String) throws {
    let file = URL(filePath: folder).appending(path: "certificates.der")
    try Data(agreedCertificates().files.joined()).write(to: file)
  }

  /// The files in which all find what the first one does.
  private static func agreed<Found: Equatable>(
    _ files: [[UInt8]], _ subjects: [(name: String, find: ([UInt8]) -> Found?)]
  ) throws -> (files: [[UInt8]], note: String) {
    var agreed: [[UInt8]] = []
    var others: [String: Int] = [:]
    for file in files {
      let found = subjects[0].find(file)
      let differing = subjects.dropFirst().filter { $0.find(file) != found }.map(\.name)
      for name in differing { others[name, default: 0] += 1 }
      if found == nil { others[subjects[0].name, default: 0] += 1 }
      if found != nil, differing.isEmpty { agreed.append(file) }
    }
    guard !agreed.isEmpty else { throw Unavailable("in none of them all find the same") }
    let names = others.sorted { $0.key < $1.key }.map { "\($0.key) in \($0.value)" }
    let difference =
      names.isEmpty
      ? ""
      : " left out, of which something else or nothing find: \(names.joined(separator: ", "))"
    return (agreed, "\(agreed.count) files, \(files.count - agreed.count) more\(difference)")
  }

  private static func mean(_ files: [[UInt8]]) -> Int {
    files.reduce(0) { $0 + $1.count } / files.count
  }
}

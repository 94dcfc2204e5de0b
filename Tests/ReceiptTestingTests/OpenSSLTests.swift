import AppStoreReceipt
import Foundation
import ReceiptTesting
import Testing

/// A second opinion.
@Suite(.enabled(if: OpenSSL.path != nil, "skipped: there is no openssl"))
struct OpenSSLTests {
  @Test(arguments: [ReceiptForm.Encoding.der, .ber], [ReceiptDigestAlgorithm.sha1, .sha256])
  func `OpenSSL verifies what is built`(
    encoding: ReceiptForm.Encoding, digestAlgorithm: ReceiptDigestAlgorithm
  ) throws {
    var builder = Sample.builder
    builder.encoding = encoding
    let authority = TestAuthority(digestAlgorithm: digestAlgorithm)
    let bytes = builder.bytes(signedBy: authority)
    #expect(try OpenSSL.verifies(bytes, authority))
    #expect(try !OpenSSL.verifies(bytes, TestAuthority(name: "Another")))
  }

  @Test(arguments: [
    ReceiptFault.purchaseForged, .signatureChanged, .noCertificates, .signerForged,
    .intermediateMissing, .otherRoot, .truncated,
  ])
  func `OpenSSL refuses what any verifier has to refuse`(fault: ReceiptFault) throws {
    var builder = Sample.builder
    builder.faults = [fault]
    let bytes = builder.bytes(signedBy: TestAuthority())
    #expect(try !OpenSSL.verifies(bytes, TestAuthority()))
  }
}

enum OpenSSL {
  static let path: String? = [
    "/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl",
  ]
  .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Whether `openssl cms -verify` accepts a receipt with an authority's root. SHA-1 needs the lowest security level.
  static func verifies(_ bytes: [UInt8], _ authority: TestAuthority) throws -> Bool {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (receipt, root) = (folder.appending(path: "receipt"), folder.appending(path: "root.pem"))
    try Data(bytes).write(to: receipt)
    let base64 = Data(authority.rootCertificate).base64EncodedString(
      options: .lineLength64Characters)
    try Data("-----BEGIN CERTIFICATE-----\n\(base64)\n-----END CERTIFICATE-----\n".utf8)
      .write(to: root)

    let process = Process()
    process.executableURL = URL(filePath: path ?? "")
    process.arguments = [
      "cms", "-verify", "-inform", "DER", "-in", receipt.path(), "-CAfile", root.path(), "-purpose",
      "any", "-auth_level", "0", "-out", folder.appending(path: "content").path(),
    ]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}

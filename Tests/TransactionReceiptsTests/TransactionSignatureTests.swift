import Foundation
import TestSupport
import Testing
import TransactionReceipts

/// The layout of signatures.
@Suite struct TransactionSignatureTests {
  private func read(_ bytes: [UInt8]) throws(TransactionReceiptError) -> TransactionSignature {
    let text =
      "{purchase-info='e30';signature='\(Data(bytes).base64EncodedString())';}"
    return try TransactionReceipt(Array(text.utf8)).signature()
  }

  private func layout(_ version: UInt8, _ count: Int, certificate: [UInt8]) -> [UInt8] {
    [version] + (0..<count).map { UInt8(truncatingIfNeeded: $0) }
      + [0, 0, UInt8(certificate.count >> 8), UInt8(certificate.count & 0xFF)] + certificate
  }

  @Test(arguments: [(2 as UInt8, 128), (3, 256)])
  func `Version, signature, certificate, and nothing else`(version: UInt8, count: Int) throws {
    let certificate = (0..<300).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let bytes = layout(version, count, certificate: certificate)
    let signature = try read(bytes)
    #expect(signature.version == version && signature.bytes == bytes)
    #expect(signature.signature.elementsEqual(bytes[1...count]))
    #expect(signature.certificate.elementsEqual(certificate))
    #expect(signature.certificate.startIndex == count + 5)
    #expect(try read(layout(version, count, certificate: [])).certificate.isEmpty)

    for end in 1..<bytes.count {
      let error = #expect(throws: TransactionReceiptError.self) { try read(Array(bytes[..<end])) }
      #expect(error?.code == .truncated && error?.part == .signature && error?.offset == end)
    }
    let error = #expect(throws: TransactionReceiptError.self) { try read(bytes + [0]) }
    #expect(error?.code == .trailingBytes && error?.offset == bytes.count)
    #expect(error?.description == "signature: unexpected trailing bytes at byte \(bytes.count)")
  }

  @Test(arguments: [0x80 as UInt8, 0xFF, 0x01])
  func `A certificate longer than what is left is truncated`(first: UInt8) {
    var bytes = layout(2, 128, certificate: [1, 2, 3])
    bytes[129] = first
    let error = #expect(throws: TransactionReceiptError.self) { try read(bytes) }
    #expect(error?.code == .truncated && error?.offset == bytes.count)
  }

  @Test(arguments: [0 as UInt8, 1, 4, 0x30, 0xFF])
  func `Other versions are refused`(version: UInt8) {
    let error = #expect(throws: TransactionReceiptError.self) {
      try read(layout(version, 256, certificate: [1]))
    }
    #expect(error?.code == .unsupportedSignatureVersion && error?.offset == 0)
  }

  @Test func `A signature that is missing, empty or no Base64 does not lose the receipt`() throws {
    let cases: [(String, TransactionReceiptError.Code)] = [
      ("", .signatureMissing), ("signature='';", .signatureMissing),
      ("signature=\"\n\";", .truncated), ("signature='Ag.';", .base64InvalidCharacter),
    ]
    for (text, code) in cases {
      let receipt = try TransactionReceipt(Array("{purchase-info='e30';\(text)}".utf8))
      let error = #expect(throws: TransactionReceiptError.self) { try receipt.signature() }
      #expect(error?.code == code)
    }
  }
}

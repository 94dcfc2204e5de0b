// What a user writes, without @testable: that it compiles is most of the test.

import AppStoreReceipt
import CMSParsing
import Foundation
import Testing

/// The example of `DERDecodable`: a SEQUENCE of one's own.
private struct Point: DERDecodable {
  static var identifier: DERIdentifier { .sequence }
  let x: Int
  let y: Int
  let name: DERCharacterString?

  init(contents: inout DERReader) throws(DERError) {
    x = try contents.read()
    y = try contents.read()
    name = try contents.readStringIfPresent(.utf8, tagged: .contextSpecific(primitive: 0))
  }
}

@Suite struct PublicAPITests {
  /// The examples of this checkout, from the place of this file in it.
  private static let examples = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Examples/Receipts")

  @Test func `A SEQUENCE of one's own`() throws {
    let point = try Point(derEncoded: [0x30, 0x06, 0x02, 0x01, 0x05, 0x02, 0x01, 0x07])
    #expect(point.x == 5 && point.y == 7 && point.name == nil)
  }

  @Test func `Read a receipt and list what was bought`() throws {
    let receipt = try AppReceipt(contentsOf: Self.examples.appending(path: "ios.p7"))
    #expect(receipt.bundleIdentifier == "com.example.app")
    #expect(receipt.environment == .production)
    #expect(receipt.creationDate.map { $0.date < Date.now } == true)

    var lines: [String] = []
    for purchase in receipt.inAppReceipts where !purchase.isCancelled {
      let product = purchase.productIdentifier ?? "?"
      switch purchase.expiration {
      case .absent: lines.append("\(product), for good")
      case .value(let date): lines.append("\(product), until \(date.utcText)")
      case .unreadable: lines.append("\(product), not active")
      }
    }
    #expect(lines.count == receipt.inAppReceipts.count)
    #expect(lines.allSatisfy { $0.contains(", until 2025-") })
    #expect(
      receipt.inAppReceipts.max { $0.expiresDate ?? .distantPast < $1.expiresDate ?? .distantPast }
        != nil)
  }

  @Test func `Base64 text, Data and a file give the same receipt`() throws {
    let file = Self.examples.appending(path: "macos.p7")
    let data = try Data(contentsOf: file)
    let receipts = try [
      AppReceipt(data), AppReceipt(base64: data.base64EncodedString()),
      AppReceipt([UInt8](data)), AppReceipt(contentsOf: file),
    ]
    #expect(Set(receipts).count == 1)
    #expect(receipts.map(\.form.isBase64) == [false, true, false, false])
  }

  @Test func `A receipt of Xcode's is read like any other`() throws {
    let text = try String(contentsOf: Self.examples.appending(path: "xcode.b64"), encoding: .utf8)
    let receipt = try AppReceipt(base64: text)
    #expect(receipt.environment == .xcode && receipt.form.encoding == .ber)
  }

  @Test func `Certificates, and who signed`() throws {
    let receipt = try AppReceipt(contentsOf: Self.examples.appending(path: "ios.p7"))
    let subjects = try receipt.certificateEncodings().map { encoding in
      let bytes = Array(encoding)
      let fields = try Certificate(derEncoded: bytes).tbsCertificate
      let isValid = receipt.creationDate.map { date in
        fields.validity.notBefore.secondsSince1970 <= date.millisecondsSince1970 / 1000
      }
      #expect(isValid == true)
      return fields.subject.contentsRange.count
    }
    #expect(subjects.count == 3 && subjects.allSatisfy { $0 > 20 })

    let signer = try receipt.containerBytes.withDERReader { (reader) throws(DERError) in
      var signers = receipt.signedData.signerInfos.reader(in: reader.bytes)
      let signer: SignerInfo = try signers.read()
      _ = reader.readRemaining()
      return signer
    }
    #expect(signer.digestAlgorithm.algorithm == .sha256)
    #expect(signer.signedAttrs == nil)
    guard case .issuerAndSerialNumber(let identifier) = signer.sid else {
      Issue.record("not an issuer and serial number")
      return
    }
    #expect(!identifier.serialNumber.isNegative)
  }

  @available(macOS 26, iOS 26, watchOS 26, tvOS 26, visionOS 26, *)
  @Test func `Pull attributes one at a time, without heap memory`() throws {
    let bytes = [UInt8](try Data(contentsOf: Self.examples.appending(path: "ios.p7")))
    // `bytes` is safe for integers; the compiler asks for the word all the same.
    let container = try unsafe ReceiptContainer(bytes.span.bytes)
    var attributes = container.attributes
    var (types, products): ([Int32], Int) = ([], 0)
    while let attribute = try attributes.next() {
      types.append(attribute.type.rawValue)
      guard attribute.type == .inAppReceipt else { continue }
      var inApp = try attribute.inAppAttributes()
      while let inner = try inApp.next() {
        if inner.type == .productIdentifier { products += 1 }
      }
    }
    #expect(types.contains(2) && types.contains(12))
    #expect(products == types.count { $0 == 17 } && products > 0)
  }

  @Test func `An error says what is wrong, where, and in which field`() throws {
    let bytes = [UInt8](try Data(contentsOf: Self.examples.appending(path: "ios.p7")))
    do {
      _ = try AppReceipt(bytes.dropLast(100))
      Issue.record("a truncated receipt was read")
    } catch {
      // Typed throws: no cast.
      switch error.code {
      case .truncated: #expect(error.offset == bytes.count - 100)
      default: Issue.record(error)
      }
      #expect(error.description == "the receipt is truncated at byte \(bytes.count - 100)")
    }
    let error = #expect(throws: ReceiptError.self) { try AppReceipt(base64: "eyJhbGciOi.e30.") }
    #expect(error?.code == .jsonWebSignature && error?.field == nil && error?.der == nil)
  }

  @Test func `Limits can be lowered`() throws {
    let limits = ReceiptLimits(
      der: DERLimits(maximumInputBytes: 1000, maximumDepth: 16), maximumAttributes: 100)
    let error = #expect(throws: ReceiptError.self) {
      try AppReceipt(contentsOf: Self.examples.appending(path: "ios.p7"), limits: limits)
    }
    #expect(error?.code == .tooLarge)
  }

  @Test func `Attributes that nobody has named stay reachable`() throws {
    let receipt = try AppReceipt(contentsOf: Self.examples.appending(path: "macos.p7"))
    let type = ReceiptAttributeType(rawValue: 7)
    #expect(receipt.bytes(type).value?.isEmpty == false)
    #expect(receipt.attributes.contains { $0.type == 7 && $0.version == 1 })
    #expect(receipt.problems.isEmpty)
  }
}

extension ReceiptDate {
  /// What a user may need for sorting.
  fileprivate static var distantPast: ReceiptDate {
    guard let date = ReceiptDate("0000-01-01T00:00:00Z") else { preconditionFailure("a date") }
    return date
  }
}

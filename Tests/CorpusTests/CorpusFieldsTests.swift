import CMSParsing
import DERParsing
import Foundation
import ReceiptParsing
import TestSupport
import Testing
import TextCoding

/// Every real receipt says what an independent decoder reads in it.
@Suite(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipped)))
struct CorpusFieldsTests {
  @Test func `There are receipts`() {
    #expect(CorpusReceipt.all.count >= 40)
  }

  /// Compares a list of named values; the expected ones are JSON, in which what is missing is null or empty.
  private func compare(_ pairs: [(String, JSONValue?, JSONValue?)]) {
    for (name, found, expected) in pairs {
      let expected = expected == .null || expected == .string("") ? nil : expected
      #expect(found == expected, "\(name)")
    }
  }

  /// Seconds since 1970 as milliseconds.
  private func instant(_ epoch: JSONValue?) -> JSONValue? {
    switch epoch {
    case .integer(let seconds): .integer(seconds * 1000)
    case .fraction(let seconds): .integer(Int64((seconds * 1000).rounded()))
    default: nil
    }
  }

  /// An attribute that the decoder has no name for.
  private func other(_ json: JSONValue, _ type: Int64, _ key: String) -> JSONValue? {
    json["otherAttributes"]?.elements.first { $0["type"] == .integer(type) }?[key]
  }

  @Test(arguments: CorpusReceipt.all)
  func `Fields of the receipt`(file: CorpusReceipt) throws {
    let (receipt, json) = (try AppReceipt(file.bytes()), try file.expected())
    compare([
      ("environment", JSONValue(receipt.environment?.rawValue), json["environment"]),
      ("bundleIdentifier", JSONValue(receipt.bundleIdentifier), json["bundleIdentifier"]),
      (
        "bundleIdentifierBytes", JSONValue(receipt.bundleIdentifierBytes?.hexadecimal),
        json["bundleIdentifierRawHex"]
      ),
      ("appVersion", JSONValue(receipt.appVersion), json["appVersion"]),
      ("opaqueValue", JSONValue(receipt.opaqueValue?.hexadecimal), json["opaqueValueHex"]),
      ("sha1Hash", JSONValue(receipt.sha1Hash?.hexadecimal), json["sha1HashHex"]),
      ("originalAppVersion", JSONValue(receipt.originalAppVersion), json["originalAppVersion"]),
      (
        "creationDate", JSONValue(receipt.creationDate?.millisecondsSince1970),
        instant(json["creationDateEpoch"])
      ),
      ("creationDate.text", JSONValue(receipt.creationDate?.text), json["creationDate"]),
      (
        "originalPurchaseDate", JSONValue(receipt.originalPurchaseDate?.millisecondsSince1970),
        instant(json["originalPurchaseDateEpoch"])
      ),
      (
        "expirationDate", JSONValue(receipt.expirationDate?.millisecondsSince1970),
        instant(json["expirationDateEpoch"])
      ),
      ("adam id", JSONValue(receipt.appItemIdentifier), other(json, 1, "integer")),
      ("age rating", JSONValue(receipt.ageRating), other(json, 10, "text")),
      ("download id", JSONValue(receipt.downloadIdentifier), other(json, 15, "integer")),
      ("version id", JSONValue(receipt.versionExternalIdentifier), other(json, 16, "integer")),
      ("refreshed", JSONValue(receipt.refreshedReceiptDate?.text), other(json, 8, "text")),
      ("software", JSONValue(receipt.issuingSoftware), other(json, 9, "integer")),
      ("developer", JSONValue(receipt.developerIdentifier), other(json, 11, "integer")),
      ("system", JSONValue(receipt.systemVersion), other(json, 13, "integer")),
      (
        "unknown14", JSONValue(receipt.integer(ReceiptAttributeType(rawValue: 14)).value),
        other(json, 14, "integer")
      ),
      (
        "unknown20", JSONValue(receipt.string(ReceiptAttributeType(rawValue: 20)).value),
        other(json, 20, "text")
      ),
      ("platform", JSONValue(receipt.platform), other(json, 25, "integer")),
      (
        "unknown6", JSONValue(receipt.bytes(ReceiptAttributeType(rawValue: 6)).value?.hexadecimal),
        other(json, 6, "valueHex")
      ),
      (
        "unknown7", JSONValue(receipt.bytes(ReceiptAttributeType(rawValue: 7)).value?.hexadecimal),
        other(json, 7, "valueHex")
      ),
    ])
    #expect(receipt.problems.isEmpty)
    #expect(receipt.form.encoding == (file.isBER ? .ber : .der))
  }

  @Test(arguments: CorpusReceipt.all)
  func `Fields of the purchases`(file: CorpusReceipt) throws {
    let (receipt, json) = (try AppReceipt(file.bytes()), try file.expected())
    let purchases = json["inApp"]?.elements ?? []
    #expect(receipt.inAppReceipts.count == purchases.count)
    for (purchase, json) in zip(receipt.inAppReceipts, purchases) {
      compare([
        ("quantity", JSONValue(purchase.quantity), json["quantity"]),
        ("productIdentifier", JSONValue(purchase.productIdentifier), json["productIdentifier"]),
        ("transaction", JSONValue(purchase.transactionIdentifier), json["transactionIdentifier"]),
        (
          "original transaction", JSONValue(purchase.originalTransactionIdentifier),
          json["originalTransactionIdentifier"]
        ),
        (
          "purchaseDate", JSONValue(purchase.purchaseDate?.millisecondsSince1970),
          instant(json["purchaseDateEpoch"])
        ),
        (
          "originalPurchaseDate",
          JSONValue(purchase.originalPurchaseDate?.millisecondsSince1970),
          instant(json["originalPurchaseDateEpoch"])
        ),
        (
          "expiresDate", JSONValue(purchase.expiresDate?.millisecondsSince1970),
          instant(json["expiresDateEpoch"])
        ),
        (
          "cancellationDate", JSONValue(purchase.cancellationDate?.millisecondsSince1970),
          instant(json["cancellationDateEpoch"])
        ),
        (
          "web order", JSONValue(purchase.webOrderLineItemIdentifier), json["webOrderLineItemId"]
        ),
        ("productType", JSONValue(purchase.productType?.rawValue), json["productType"]),
        ("isTrialPeriod", JSONValue(purchase.isTrialPeriod), json["isTrialPeriod"]),
        (
          "isInIntroOfferPeriod", JSONValue(purchase.isInIntroOfferPeriod),
          json["isInIntroOfferPeriod"]
        ),
        (
          "offer", JSONValue(purchase.promotionalOfferIdentifier),
          json["promotionalOfferIdentifier"]
        ),
        ("reason", JSONValue(purchase.cancellationReason), other(json, 1720, "integer")),
        ("item", JSONValue(purchase.productItemIdentifier), other(json, 1710, "integer")),
        ("ownership", JSONValue(purchase.possibleOwnershipType), other(json, 1722, "integer")),
      ])
      #expect(purchase.isCancelled == (instant(json["cancellationDateEpoch"]) != nil))
    }
  }

  @Test(arguments: CorpusReceipt.all)
  func `Certificates and signer`(file: CorpusReceipt) throws {
    let (receipt, json) = (try AppReceipt(file.bytes()), try file.expected())
    #expect(JSONValue(Int64(receipt.signedData.version)) == json["container"]?["signedDataVersion"])
    #expect(JSONValue(Int64(receipt.contentBytes.count)) == json["container"]?["payloadBytes"])
    let encodings = try receipt.certificateEncodings()
    let certificates = json["certificates"]?.elements ?? []
    #expect(encodings.count == certificates.count)
    for (encoding, json) in zip(encodings, certificates) {
      let (certificate, names, serial) = try withExactlySized(Array(encoding)) {
        (bytes) throws(DERError) in
        let value = try Certificate(derEncoded: bytes)
        let fields = value.tbsCertificate
        return (
          value, [try fields.subject.text(in: bytes), try fields.issuer.text(in: bytes)],
          bytes.extracting(fields.serialNumber.contentsRange).hexadecimal
        )
      }
      let fields = certificate.tbsCertificate
      compare([
        ("subject", JSONValue(names[0]), json["subject"]),
        ("issuer", JSONValue(names[1]), json["issuer"]),
        ("serial", JSONValue(serial), json["serialHex"]),
        ("notBefore", JSONValue(fields.validity.notBefore.description), json["notBefore"]),
        ("notAfter", JSONValue(fields.validity.notAfter.description), json["notAfter"]),
        ("version", JSONValue(Int64(fields.version) + 1), json["version"]),
        ("algorithm", JSONValue(fields.signature.algorithm.name), json["signatureAlgorithm"]),
      ])
      #expect(certificate.signatureAlgorithmsAgree)
    }
  }
}

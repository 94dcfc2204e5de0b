import AppStoreReceipt
import Foundation
import SwiftASN1

/// What this package and swift-asn1 say about one input.
struct Verdict: Encodable {
  /// The code of what the strict reader throws about one element and everything inside; `nil` if nothing.
  let der: String?
  /// The same of the transcoder.
  let ber: String?
  let swiftASN1DER: Bool
  let swiftASN1BER: Bool
  /// The code of what `AppReceipt` throws.
  let receipt: String?
  /// Type, version and value of every attribute, those of purchases after the purchase.
  let attributes: [String]?
  /// The receipt's creation date in seconds since 1970.
  let creationDate: Int64?
  /// The code of what the verifier throws; `nil` if nothing, or if there is no receipt.
  let signature: String?

  init(_ bytes: [UInt8], _ verifier: AppleSignatureVerifier) {
    der = Self.strictCode(bytes)
    ber = Self.transcodingCode(bytes)
    swiftASN1DER = (try? DER.parse(bytes)) != nil
    swiftASN1BER = (try? BER.parse(bytes)) != nil
    do throws(ReceiptError) {
      let receipt = try AppReceipt(bytes)
      var rows: [String] = []
      var purchases = receipt.inAppReceipts[...]
      for attribute in receipt.attributes {
        rows.append(Self.row(attribute))
        guard attribute.type == 17, let purchase = purchases.popFirst() else { continue }
        rows += purchase.attributes.map(Self.row)
      }
      (self.receipt, attributes) = (nil, rows)
      creationDate = receipt.creationDate.map { date in
        Int64((Double(date.millisecondsSince1970) / 1000).rounded(.down))
      }
      signature = Self.signatureCode(receipt, verifier)
    } catch {
      let code = error.code.rawValue
      receipt = error.der.map { "\(code).\($0.code.rawValue)" } ?? code
      (attributes, creationDate, signature) = (nil, nil, nil)
    }
  }

  private static func row(_ attribute: OwnedAttribute) -> String {
    let value = attribute.value.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return "\(attribute.type) \(attribute.version) \(value)"
  }

  private static func strictCode(_ bytes: [UInt8]) -> String? {
    do throws(DERError) {
      try bytes.withDERReader { (reader) throws(DERError) in
        let element = try reader.readElement()
        guard element.identifier.isConstructed else { return }
        var contents = try reader.contents(of: element)
        try read(&contents)
      }
      return nil
    } catch {
      return error.code.rawValue
    }
  }

  private static func read(_ reader: inout DERReader) throws(DERError) {
    while !reader.isAtEnd {
      let element = try reader.readElement()
      guard element.identifier.isConstructed else { continue }
      var contents = try reader.contents(of: element)
      try read(&contents)
    }
  }

  private static func transcodingCode(_ bytes: [UInt8]) -> String? {
    do throws(DERError) {
      _ = try BERTranscoder.transcode(bytes)
      return nil
    } catch {
      return error.code.rawValue
    }
  }

  private static func signatureCode(
    _ receipt: AppReceipt, _ verifier: AppleSignatureVerifier
  ) -> String? {
    do throws(ReceiptSignatureError) {
      try receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
        try verifier.verify(material)
      }
      return nil
    } catch {
      return error.code.rawValue
    }
  }
}

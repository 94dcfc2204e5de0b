import AppStoreReceipt
import CWalkers
import Foundation

/// The comparisons that read receipts.
struct Parsing {
  let asn1c: ASN1C?
  let openSSL: OpenSSL?

  /// Borrowed: nobody copies anything, but swift-asn1, which makes a tree.
  func walk(_ sample: ReceiptSample) -> Comparison {
    let bytes = sample.bytes
    let walkers: [(String, CWalker)] = [("c-walker", .plain), ("c-walker-fused", .fused)]
    return Comparison(
      measure: .walk, input: sample.name, bytes: bytes.count,
      isGiven: sample.origin == .given,
      subjects: [
        Subject("ours", answer: { try OurReader.walk(bytes).description }) {
          try OurReader.walk(bytes).checksum
        }
      ]
        + walkers.map { name, walker in
          Subject(name, answer: { try walker.content(bytes) }) { walker.sum(bytes).value_bytes }
        } + [
          Subject("swift-asn1", answer: { try ASN1Tree.walk(bytes).description }) {
            try ASN1Tree.walk(bytes).checksum
          }
        ])
  }

  /// Kept: the C walkers write down every attribute, OpenSSL reads the container alone, asn1c the payload alone.
  func owned(_ sample: ReceiptSample) throws -> Comparison {
    let bytes = sample.bytes
    let receipt = try AppReceipt(bytes)
    let content = OurReader.content(receipt).description
    var subjects = [
      Subject("ours", answer: { content }) {
        UInt64(try AppReceipt(bytes).inAppReceipts.count)
      }
    ]
    if !sample.isBER {
      let recorder = CRecorder(capacity: sample.bytes.count / 8)
      let walkers: [(String, CWalker)] = [("c-walker", .plain), ("c-walker-fused", .fused)]
      subjects += walkers.map { name, walker in
        Subject(name, answer: { try recorder.content(bytes, with: walker).description }) {
          UInt64(recorder.record(bytes, with: walker))
        }
      }
    }
    subjects.append(
      Subject(
        "swift-asn1",
        answer: { try DecodedReceipt(bytes, isBER: sample.isBER).content.description },
        work: { UInt64(try DecodedReceipt(bytes, isBER: sample.isBER).purchases.count) }))
    if let asn1c {
      let payload = Array(receipt.contentBytes)
      subjects.append(
        Subject("asn1c", answer: { asn1c.content(payload) }) { asn1c.decode(payload).valueBytes })
    }
    if let openSSL {
      let isSame = openSSL.reencodedCount(bytes) == receipt.containerBytes.count
      subjects.append(
        Subject("openssl", answer: { isSame ? content : "another message" }) {
          openSSL.read(bytes) ? 1 : 0
        })
    }
    return Comparison(
      measure: .owned, input: sample.name, bytes: bytes.count, isBER: sample.isBER,
      isGiven: sample.origin == .given, subjects: subjects)
  }

  /// Kept, and all of it read.
  func materialise(_ sample: ReceiptSample) -> Comparison {
    let bytes = sample.bytes
    return Comparison(
      measure: .materialise, input: sample.name, bytes: bytes.count, isBER: sample.isBER,
      isGiven: sample.origin == .given,
      subjects: [
        Subject("ours", answer: { OurReader.values(try AppReceipt(bytes)).description }) {
          OurReader.values(try AppReceipt(bytes)).checksum
        },
        Subject(
          "swift-asn1",
          answer: { try DecodedReceipt(bytes, isBER: sample.isBER).values.description },
          work: { try DecodedReceipt(bytes, isBER: sample.isBER).values.checksum }),
      ])
  }

  #if !PUBLIC_ONLY
    /// The one transaction that a server asks Apple about, from the receipt as an app sends it.
    func identifier(_ sample: ReceiptSample) -> Comparison {
      let bytes = sample.bytes
      let text = Array(Data(bytes).base64EncodedString().utf8)
      let lookup = { try AppReceipt(text).unverifiedPurchaseHistory().serverAPILookup.identifier }
      return Comparison(
        measure: .identifier, input: sample.name, bytes: text.count,
        isGiven: sample.origin == .given,
        subjects: [
          Subject("ours", answer: { try lookup() ?? "none" }) { try Self.number(lookup()) },
          Subject("walk", answer: { try lookup() ?? "none" }) {
            try OurReader.walk(bytes).checksum
          },
        ])
    }

    /// The recipe of the cookbook, for the product that is first in the receipt.
    func latest(_ sample: ReceiptSample) throws -> Comparison {
      let bytes = sample.bytes
      let product = try AppReceipt(bytes).inAppReceipts.first?.productIdentifier ?? "none"
      let streamed = { () throws(ReceiptError) in try latestExpiry(of: product, in: bytes) }
      let owned = { () throws(ReceiptError) in
        try AppReceipt(bytes).inAppReceipts
          .filter { $0.productIdentifier == product && !$0.isCancelled }
          .compactMap(\.expiresDate).max()
      }
      let answer = { "\(try streamed()?.utcText ?? "none")" }
      return Comparison(
        measure: .latest, input: sample.name, bytes: bytes.count,
        isGiven: sample.origin == .given,
        subjects: [
          Subject("ours", answer: answer) { Self.number(try streamed()) },
          Subject("owned", answer: { "\(try owned()?.utcText ?? "none")" }) {
            Self.number(try owned())
          },
          Subject("walk", answer: answer) { try OurReader.walk(bytes).checksum },
          Subject("c-walker", answer: answer) { CWalker.plain.sum(bytes).value_bytes },
        ])
    }

    private static func number(_ date: ReceiptDate?) -> UInt64 {
      UInt64(truncatingIfNeeded: date?.millisecondsSince1970 ?? 0)
    }

    private static func number(_ identifier: String?) -> UInt64 {
      UInt64(identifier?.utf8.count ?? 0)
    }
  #endif
}

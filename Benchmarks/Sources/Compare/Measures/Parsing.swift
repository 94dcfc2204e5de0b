import AppStoreReceipt
import CWalkers

/// The comparisons that read receipts.
struct Parsing {
  let asn1c: ASN1C?
  let openSSL: OpenSSL?

  /// Borrowed: nobody copies anything, but swift-asn1, which makes a tree.
  func walk(_ sample: ReceiptSample) -> Comparison? {
    // Borrowing is for DER.
    guard !sample.isBER else { return nil }
    let octets = sample.octets
    let walkers: [(String, CWalker)] = [("c-walker", .plain), ("c-walker-fused", .fused)]
    return Comparison(
      measure: .walk, input: sample.name, octets: octets.count,
      subjects: [
        Subject("ours", answer: { try OurReader.walk(octets).description }) {
          try OurReader.walk(octets).checksum
        }
      ]
        + walkers.map { name, walker in
          Subject(name, answer: { walker.content(octets) }) { walker.sum(octets).value_octets }
        } + [
          Subject("swift-asn1", answer: { try ASN1Tree.walk(octets).description }) {
            try ASN1Tree.walk(octets).checksum
          }
        ])
  }

  /// Kept: the C walkers write down every attribute, OpenSSL reads the container alone, asn1c the payload alone.
  func owned(_ sample: ReceiptSample) throws -> Comparison {
    let octets = sample.octets
    let receipt = try AppReceipt(octets)
    let content = OurReader.content(receipt).description
    var subjects = [
      Subject("ours", answer: { content }) {
        UInt64(try AppReceipt(octets).inAppReceipts.count)
      }
    ]
    if !sample.isBER {
      let recorder = CRecorder(capacity: sample.octets.count / 8)
      let walkers: [(String, CWalker)] = [("c-walker", .plain), ("c-walker-fused", .fused)]
      subjects += walkers.map { name, walker in
        Subject(name, answer: { recorder.content(octets, with: walker).description }) {
          UInt64(recorder.record(octets, with: walker))
        }
      }
    }
    subjects.append(
      Subject(
        "swift-asn1",
        answer: { try DecodedReceipt(octets, isBER: sample.isBER).content.description },
        work: { UInt64(try DecodedReceipt(octets, isBER: sample.isBER).purchases.count) }))
    if let asn1c {
      let payload = Array(receipt.contentOctets)
      subjects.append(
        Subject("asn1c", answer: { asn1c.content(payload) }) { asn1c.decode(payload).valueOctets })
    }
    if let openSSL {
      let isSame = openSSL.reencodedCount(octets) == receipt.containerOctets.count
      subjects.append(
        Subject("openssl", answer: { isSame ? content : "another message" }) {
          openSSL.read(octets) ? 1 : 0
        })
    }
    return Comparison(
      measure: .owned, input: sample.name, octets: octets.count,
      isBER: sample.isBER, subjects: subjects)
  }

  /// Kept, and all of it read.
  func materialise(_ sample: ReceiptSample) -> Comparison {
    let octets = sample.octets
    return Comparison(
      measure: .materialise, input: sample.name, octets: octets.count, isBER: sample.isBER,
      subjects: [
        Subject("ours", answer: { OurReader.values(try AppReceipt(octets)).description }) {
          OurReader.values(try AppReceipt(octets)).checksum
        },
        Subject(
          "swift-asn1",
          answer: { try DecodedReceipt(octets, isBER: sample.isBER).values.description },
          work: { try DecodedReceipt(octets, isBER: sample.isBER).values.checksum }),
      ])
  }
}

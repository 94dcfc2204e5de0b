import DERParsing
package import FuzzSupport
import ReceiptParsing

/// The input is a container. Owned and streaming agree; what was BER is strict DER afterwards, and reads the
/// same; Base64 of it, other places in memory and other entry points give the same answer.
package enum ReceiptProperty: FuzzProperty {
  package static let name = "receipt"

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let bytes = input.copy
    let first = Answer(bytes)
    let streamed = StreamedAttributes(input)
    switch first {
    case .receipt(let receipt):
      check(receipt, bytes, streamed)
    case .refused(let error):
      require(0...max(bytes.count, 1) ~= error.offset, "offset of \(error)")
      let isOwnRule = error.code == .duplicateAttribute || error.code == .appAttestReceipt
      let isText = bytes.prefix(16).dropFirst().allSatisfy { 0x20...0x7E ~= $0 }
      require(streamed.error != nil || isOwnRule || isText, "streamed, not owned: \(error)")
    }
    places.forEach(bytes) { bytes, place in
      require(Answer(bytes) == first, "the same answer in \(place)")
    }
    if bytes.first == 0x30, !bytes.prefix(16).dropFirst().allSatisfy({ 0x20...0x7E ~= $0 }) {
      let base64 = Answer(Array(NaiveBase64.encode(bytes).utf8))
      require(base64 == first, "Base64: \(base64)")
    }
  }

  private static func check(
    _ receipt: AppReceipt, _ given: [UInt8], _ streamed: StreamedAttributes
  ) {
    let container = receipt.containerBytes
    let bytes = receipt.form.isBase64 ? NaiveBase64.decode(given) : given
    guard let bytes else { fatalError("VIOLATED: no Base64 \(given.hexadecimal)") }
    if receipt.form.encoding == .der {
      require(container == bytes, "DER stays as it is")
    } else {
      require(NaiveTranscoding(bytes)?.bytes == container, "BER becomes DER")
      guard case .receipt(let again) = Answer(container) else {
        fatalError("VIOLATED: what was BER is refused as DER")
      }
      require(again == receipt && again.form.encoding == .der, "idempotent")
    }
    let strict = container.withBytes { StreamedAttributes($0) }
    require(strict.error == nil, "\(String(describing: strict.error))")
    if !receipt.form.isBase64 && receipt.form.encoding == .der {
      require(streamed == strict, "streamed from where it lies")
    }
    let payload = payload(of: receipt)
    guard let naive = NaiveAttribute.list(container, payload.range, levels: payload.levels) else {
      fatalError("VIOLATED: \(given.hexadecimal) has no attributes")
    }
    require(strict.attributes == naive, "\(strict.attributes), not \(naive)")
    OwnedFields.check(receipt, naive)
  }

  /// Where the contents of the payload's SET lie in the content, and how many levels are left in them.
  private static func payload(of receipt: AppReceipt) -> (range: Range<Int>, levels: Int) {
    let container = receipt.containerBytes
    var (range, levels) = (receipt.contentBytes.indices, 32 - 6)
    for tag: UInt8 in [0x04, 0x31] {
      guard let header = NaiveHeader(der: container, at: range.lowerBound, end: range.upperBound)
      else { fatalError("VIOLATED: content is no element") }
      if tag == 0x04 && header.tag != 0x04 { continue }  // most do not wrap twice
      require(header.tag == tag, "a SET")
      require(header.end == range.upperBound, "the whole content")
      range = header.contents..<range.upperBound
      levels -= 1
    }
    return (range, levels)
  }
}

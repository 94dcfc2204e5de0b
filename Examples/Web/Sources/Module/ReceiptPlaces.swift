import DERParsing
import ReceiptInspection
import ReceiptJSON
import ReceiptParsing

/// Where in the file is what the answer says, as offsets in it.
///
/// | member | |
/// |---|---|
/// | `values` | by the names of members of `receipt`: where the value of that attribute begins, after identifier and length |
/// | `certificates` | where each of the receipt's `certificates` begins |
/// | `signer` | where the first signer begins; missing without one |
/// | `signerCertificate` | which of the `certificates` the signer names, counted from 0; missing if it is none of them |
struct ReceiptPlaces {
  let receipt: AppReceipt
  let message: MessageSummary

  init(_ receipt: AppReceipt, _ message: MessageSummary) {
    (self.receipt, self.message) = (receipt, message)
  }

  func write(to text: inout JSONWriter) {
    text.object("values") { text in
      var written: [Int] = []
      for attribute in receipt.attributes where !written.contains(attribute.type) {
        guard let known = Int32(exactly: attribute.type).flatMap({ AttributeTable.receipt[$0] }),
          let name = known.name, known.kind != .purchase
        else { continue }
        written.append(attribute.type)
        text.member(name, offset(of: attribute, known.kind))
      }
    }
    text.key("certificates")
    text.array(message.certificates) { $0.integer(Int64($1.offset)) }
    text.member("signer", message.signer?.offset)
    text.member("signerCertificate", message.signer?.certificate)
  }

  /// Of a string, a date or a number the contents of the element that the OCTET STRING holds.
  private func offset(of attribute: OwnedAttribute, _ kind: AttributeValueKind) -> Int {
    var offset = attribute.value.startIndex
    if kind != .bytes, kind != .hash {
      receipt.withContainerBytes { bytes in
        var reader = DERReader(bytes, contents: attribute.value.indices)
        if let element = try? reader.readElement() { offset = element.contentsRange.lowerBound }
      }
    }
    return receipt.inputOffset(ofContainerByte: offset)
  }
}

import CMSParsing
import DERParsing
package import FuzzSupport
import ReceiptParsing

/// What `ContentInfo` accepts has every part where a naive reader finds it, and each part is DER on its own.
/// A receipt's container, which has a short cut for the common form, says the same.
package enum ContainerProperty: FuzzProperty {
  package static let name = "container"

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let bytes = input.copy
    let first = Answer(input)
    if let contentInfo = first.value {
      require(Parts(contentInfo, bytes) != nil, "parts of \(bytes.hexadecimal)")
      if let signedData = contentInfo.signedData { check(signedData, input) }
    } else if let error = first.error {
      require(0...bytes.count ~= error.offset, "offset of \(error)")
      require(!error.description.isEmpty && error.field.name != "", "\(error) has a name")
    }
    do throws(ReceiptError) {
      let message = try ReceiptContainer(input).signedData
      require(message == first.value?.signedData, "the message of \(bytes.hexadecimal)")
    } catch {
      // Most messages are no receipts; ReceiptProperty looks at the errors.
    }
    places.forEach(bytes) { bytes, place in
      require(Answer(bytes) == first, "the same answer in \(place)")
    }
  }

  /// Every SET that was stepped over can be read.
  private static func check(_ signedData: SignedData, _ input: RawSpan) {
    do throws(DERError) {
      try signedData.digestAlgorithms.forEach(in: input) { (_) throws(DERError) in }
      try signedData.signerInfos.forEach(in: input) { (signer) throws(DERError) in
        check(signer: signer, input)
      }
      for set in [signedData.certificates?.contents, signedData.crls?.contents] {
        var elements = DERReader(input, contents: set ?? 0..<0)
        while !elements.isAtEnd { _ = try elements.readElement() }
      }
    } catch {
      require(false, "read once, not twice: \(error)")
    }
  }

  private static func check(signer: SignerInfo, _ input: RawSpan) {
    do throws(DERError) {
      if let attributes = signer.signedAttrs {
        var reader = attributes.reader(in: input)
        require(!reader.isAtEnd, "SIZE (1..MAX)")
        while !reader.isAtEnd { _ = try reader.read(as: CMSAttribute.self) }
      }
      if case .issuerAndSerialNumber(let name) = signer.sid {
        _ = try name.issuer.text(in: input)
        require(!name.serialNumber.bytes.isEmpty, "serial number")
      }
    } catch {
      require(false, "read once, not twice: \(error)")
    }
  }

  /// What `ContentInfo` says.
  private struct Answer: Equatable {
    private(set) var value: ContentInfo?
    private(set) var error: DERError?

    init(_ bytes: RawSpan) {
      do throws(DERError) {
        value = try ContentInfo(derEncoded: bytes)
      } catch {
        self.error = error
      }
    }
  }
}

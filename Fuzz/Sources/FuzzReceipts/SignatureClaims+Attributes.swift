import CMSParsing
import DERParsing
import FuzzSupport
import ReceiptParsing
import ReceiptValidation

// Whether signed attributes are as RFC 5652 §11 says.

extension SignatureClaims {
  /// RFC 5652 §11: contentType is the third attribute of PKCS #9, messageDigest the fourth.
  func hasFault(_ code: ReceiptSignatureError.Code, _ signer: SignerInfo) -> Bool {
    guard let range = signer.signedAttrs?.contentsRange else { return false }
    let numbers = (types.elements(range) ?? []).compactMap { attribute -> UInt8? in
      let name = types.parts(attribute, 0x30).map { types.contents($0[0]) } ?? []
      let isKnown = name.dropLast() == [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 9]
      return isKnown ? name.last : nil
    }
    let counts = [3, 4].map { number in numbers.count { $0 == number } }
    let attributes = Array(types.bytes[range])
    switch code {
    case .signedAttributeMissing: return counts.contains(0)
    case .signedAttributeRepeated: return counts.contains { $0 > 1 }
    case .contentTypeDiffers:
      return counts[0] == 1 && SignatureProof.contentTypes(in: attributes) != [SignatureProof.data]
    default: return counts[1] == 1 && digest(of: signer).map { !isDigest($0, attributes) } == true
    }
  }

  private func isDigest(_ hash: NaiveHash, _ attributes: [UInt8]) -> Bool {
    SignatureProof.messageDigests(in: attributes)
      == [SignatureProof.digest(hash, of: Array(receipt.contentBytes))]
  }

  /// Whether the attributes are contentType, messageDigest and perhaps others of PKCS #9, each of the usual form, and these
  /// two with one value of the usual size.
  func areUsual(_ signer: SignerInfo) -> Bool {
    guard let range = signer.signedAttrs?.contentsRange, let elements = types.elements(range),
      let hash = digest(of: signer)
    else { return false }
    let areNamed = elements.allSatisfy { attribute in
      guard let fields = types.parts(attribute, 0x30), fields.count == 2, fields[1].tag == 0x31
      else { return false }
      let name = types.bytes[fields[0].encoding]
      return name.count == 11
        && name.starts(with: [0x06, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 9])
        && name.last.map { $0 < 0x80 } == true
    }
    let attributes = Array(types.bytes[range])
    let digests = SignatureProof.messageDigests(in: attributes)
    return areNamed && SignatureProof.contentTypes(in: attributes) == [SignatureProof.data]
      && digests.count == 1
      && digests[0].starts(with: [0x04, UInt8(hash.digest([]).count)])
  }
}

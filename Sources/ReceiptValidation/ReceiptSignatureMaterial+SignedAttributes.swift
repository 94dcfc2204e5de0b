import CMSParsing
import DERParsing

// RFC 5652 §5.3, §5.4 and §11: the rules for signed attributes, if any.

extension ReceiptSignatureMaterial {
  /// Checks that there are exactly one contentType and one messageDigest, each with one value of its type, and that
  /// they match the content.
  func checkSignedAttributes() throws(ReceiptSignatureError) {
    guard let signedAttrs = signerInfo.signedAttrs else { return }
    let contentType = try value(of: .contentType, as: DERObjectIdentifier.self, in: signedAttrs)
    guard contentType == signedData.encapContentInfo.eContentType else {
      throw ReceiptSignatureError(.contentTypeDiffers, at: signedAttrs.offset)
    }
    let messageDigest = try value(of: .messageDigest, as: DEROctetString.self, in: signedAttrs)
    let expected = container.extracting(messageDigest.bytes)
    guard digestAlgorithm.isDigest(expected, of: content) else {
      throw ReceiptSignatureError(.messageDigestDiffers, at: signedAttrs.offset)
    }
  }

  /// The one value of the one attribute of a type.
  private func value<Value: DERDecodable>(
    of type: DERObjectIdentifier, as: Value.Type, in signedAttrs: DERElements<CMSAttribute>
  ) throws(ReceiptSignatureError) -> Value {
    guard let attribute = try attribute(type, in: signedAttrs) else {
      throw ReceiptSignatureError(.signedAttributeMissing, at: signedAttrs.offset)
    }
    do {
      var values = attribute.attrValues.reader(in: container)
      let value: Value = try values.read()
      try values.finish()
      return value
    } catch {
      throw ReceiptSignatureError(.signedAttributeInvalid, at: error.offset)
    }
  }

  /// The one attribute of a type.
  private func attribute(
    _ type: DERObjectIdentifier, in signedAttrs: DERElements<CMSAttribute>
  ) throws(ReceiptSignatureError) -> CMSAttribute? {
    var found: CMSAttribute?
    var attributes = signedAttrs.reader(in: container)
    while !attributes.isAtEnd {
      let attribute: CMSAttribute
      do {
        attribute = try attributes.read()
      } catch {
        throw ReceiptSignatureError(.signedAttributeInvalid, at: error.offset)
      }
      guard attribute.attrType == type else { continue }
      guard found == nil else {
        throw ReceiptSignatureError(.signedAttributeRepeated, at: signedAttrs.offset)
      }
      found = attribute
    }
    return found
  }
}

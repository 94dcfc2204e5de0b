import CMSParsing
import DERParsing
public import ReceiptParsing
import TextCoding

// The checks that need no key.

extension AppReceipt {
  /// Checks the message and passes everything that a verifier needs to `body`.
  ///
  /// For a verifier that answers later (asynchronously), take copies here, let it decide about exactly these
  /// bytes, and give its answer through a ``ReceiptSignatureVerifier`` that compares them again.
  ///
  /// - Throws: ``ReceiptSignatureError``, from the checks that ``ReceiptSignatureMaterial`` lists or from
  ///   `body`.
  /// - Complexity: O(n), because of the digest, if there are signed attributes; otherwise O(n) in the receipt's own
  ///   attributes, among which creation date and environment are looked for.
  public func withSignatureMaterial<Result>(
    _ body: (borrowing ReceiptSignatureMaterial) throws(ReceiptSignatureError) -> Result
  ) throws(ReceiptSignatureError) -> Result {
    do {
      return try withContainerBytes { (bytes) throws(ReceiptSignatureError) in
        let signer = try signer(bytes)
        let digestAlgorithm = try digestAlgorithm(of: signer, bytes)
        guard let creationDate else { throw ReceiptSignatureError(.creationDateUnreadable) }
        let attributes = signer.signedAttrs.map { Self.setOf($0, bytes) } ?? []
        return try attributes.withRawSpan { (attributes) throws(ReceiptSignatureError) in
          let material = ReceiptSignatureMaterial(
            container: bytes, content: contentBytes.indices,
            signedAttributes: signer.signedAttrs == nil ? nil : attributes,
            signedData: signedData, signerInfo: signer, digestAlgorithm: digestAlgorithm,
            creationDate: creationDate, environment: environment)
          try material.checkSignedAttributes()
          return try body(material)
        }
      }
    } catch {
      throw error.mapped { inputOffset(ofContainerByte: $0) }
    }
  }

  /// The one signer.
  private func signer(_ bytes: RawSpan) throws(ReceiptSignatureError) -> SignerInfo {
    guard signedData.version == 1 else { throw ReceiptSignatureError(.unsupportedMessageVersion) }
    var signers = signedData.signerInfos.reader(in: bytes)
    guard !signers.isAtEnd else { throw ReceiptSignatureError(.noSigner) }
    // Read again: keeping it would cost every receipt more than reading it costs one that is verified. It could be read
    // before, so this doesn't fail.
    let signer = try ReceiptSignatureError.wrapping(.other, signers.read(as: SignerInfo.self))
    guard signers.isAtEnd else {
      throw ReceiptSignatureError(.severalSigners, at: signers.offset)
    }
    guard signer.version == 1 else { throw ReceiptSignatureError(.unsupportedSignerVersion) }
    guard case .issuerAndSerialNumber = signer.sid else {
      throw ReceiptSignatureError(.unsupportedSignerIdentifier)
    }
    return signer
  }

  /// The digest algorithm, with which everything else must agree.
  private func digestAlgorithm(
    of signer: SignerInfo, _ bytes: RawSpan
  ) throws(ReceiptSignatureError) -> ReceiptDigestAlgorithm {
    let (digest, signature) = (signer.digestAlgorithm, signer.signatureAlgorithm)
    guard let algorithm = ReceiptDigestAlgorithm(digest.algorithm), digest.hasNoParameters else {
      throw ReceiptSignatureError(.unsupportedDigestAlgorithm, at: digest.encodingRange.lowerBound)
    }
    guard algorithm.agrees(with: signature.algorithm), signature.hasNoParameters else {
      throw ReceiptSignatureError(
        .unsupportedSignatureAlgorithm, at: signature.encodingRange.lowerBound)
    }
    let listed: AlgorithmIdentifier
    do {
      listed = try signedData.digestAlgorithms.reader(in: bytes).readLast()
    } catch {
      throw ReceiptSignatureError(.digestAlgorithmsDisagree, at: error.offset)
    }
    guard listed.algorithm == digest.algorithm, listed.hasNoParameters else {
      throw ReceiptSignatureError(.digestAlgorithmsDisagree, at: listed.encodingRange.lowerBound)
    }
    return algorithm
  }

  /// The signed attributes as they are digested: the identifier octet of a SET in place of `[0]`.
  private static func setOf(_ signedAttrs: DERElements<CMSAttribute>, _ bytes: RawSpan) -> [UInt8] {
    var encoding = bytes.extracting(signedAttrs.encodingRange).array
    encoding[0] = 0x31
    return encoding
  }
}

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
    let expected = container.extracting(messageDigest.contentsRange)
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
      return try attribute.attrValues.reader(in: container).readLast()
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

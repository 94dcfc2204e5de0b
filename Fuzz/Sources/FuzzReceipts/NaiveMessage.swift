import CMSParsing
import DERParsing
import FuzzSupport

/// A `ContentInfo` by RFC 5652 §3 and §5, field by field.
struct NaiveMessage {
  private let types: NaiveTypes
  private let contentType: NaiveHeader
  private let signedData: SignedFields?

  /// Those of `SignedData`.
  fileprivate struct SignedFields {
    let version: NaiveHeader
    let digestAlgorithms: NaiveHeader
    let content: NaiveHeader
    let contentType: NaiveHeader
    let eContent: NaiveHeader?
    let certificates: NaiveHeader?
    let crls: NaiveHeader?
    let signers: NaiveHeader
  }

  /// `nil` if something is wrong with it.
  init?(_ bytes: [UInt8]) {
    guard NaiveSchema.contentInfo.fault(in: bytes) == nil else { return nil }
    let types = NaiveTypes(bytes: bytes)
    guard let members = types.elements(0..<bytes.count).flatMap({ types.parts($0[0], 0x30) }) else {
      return nil
    }
    (self.types, contentType) = (types, members[0])
    let isSigned = types.contents(members[0]) == [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 2]
    signedData =
      isSigned ? types.parts(members[1], 0xA0).flatMap { types.signedFields($0[0]) } : nil
  }

  /// Whether it is a message with signers, of which there may be none.
  var isSigned: Bool { signedData != nil }

  /// Where the bytes that are signed lie.
  var content: Range<Int>? { signedData?.eContent?.inside }

  /// Where the contents of a payload's SET lie, and how many levels are left in them; `nil` if this is no receipt.
  var payload: (range: Range<Int>, levels: Int)? {
    guard let signedData, types.contents(signedData.contentType) == Self.data,
      let eContent = signedData.eContent,
      var set = types.elements(eContent.inside), set.count == 1
    else { return nil }
    // Some wrap twice.
    let isWrapped = set[0].tag == 0x04
    if isWrapped { set = types.elements(set[0].inside) ?? [] }
    return set.count == 1 && set[0].tag == 0x31 ? (set[0].inside, isWrapped ? 24 : 25) : nil
  }

  /// Why a signed message has no content that could be a receipt, by the name of the error's code, and where that is: of
  /// the content's type and the content together.
  var contentFault: (code: String, offset: Int)? {
    guard let signedData else { return nil }
    let offset = signedData.content.offset
    guard types.contents(signedData.contentType) == Self.data else {
      return ("contentTypeNotData", offset)
    }
    return signedData.eContent == nil ? ("detachedContent", offset) : nil
  }

  /// Where its certificates lie.
  var certificates: [Range<Int>] {
    let list = signedData?.certificates.flatMap { types.elements($0.inside) }
    return (list ?? []).map(\.encoding)
  }

  /// What the digest algorithm of each signer is.
  var digestIdentifiers: [ArraySlice<UInt8>] {
    signers.compactMap { identifier(types.signerFields($0)?.digestAlgorithm) }
  }

  /// What the signature algorithm of each signer is.
  var signatureIdentifiers: [ArraySlice<UInt8>] {
    signers.compactMap { identifier(types.signerFields($0)?.signatureAlgorithm) }
  }

  private var signers: [NaiveHeader] {
    signedData.flatMap { types.parts($0.signers, 0x31) } ?? []
  }

  private func identifier(_ algorithm: NaiveHeader?) -> ArraySlice<UInt8>? {
    algorithm.flatMap { types.parts($0, 0x30)?.first }.map { types.contents($0) }
  }

  fileprivate static let data: ArraySlice<UInt8> = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 1]

  /// Every field is what it is here.
  func check(_ contentInfo: ContentInfo, _ input: RawSpan) {
    require(types.agrees(contentInfo.contentType, contentType), "content type")
    require((contentInfo.signedData == nil) == (signedData == nil), "signed data")
    guard let found = contentInfo.signedData, let signedData else { return }
    require(found.version == types.number(signedData.version), "version")
    require(types.agrees(found.digestAlgorithms, signedData.digestAlgorithms), "algorithms")
    require(
      found.encapContentInfo.offset == signedData.content.offset
        && types.agrees(found.encapContentInfo.eContentType, signedData.contentType)
        && types.agrees(found.encapContentInfo.eContent, signedData.eContent), "content")
    require(types.agrees(found.certificates, signedData.certificates), "certificates")
    require(types.agrees(found.crls, signedData.crls), "revocations")
    require(types.agrees(found.signerInfos, signedData.signers), "signers")
    types.forEach(found.digestAlgorithms, in: input) { algorithm, element in
      require(types.agrees(algorithm, element), "algorithm \(algorithm)")
    }
    types.forEach(found.signerInfos, in: input) { check($0, $1, input) }
  }

  private func check(_ signer: SignerInfo, _ element: NaiveHeader, _ input: RawSpan) {
    guard let fields = types.signerFields(element) else {
      fatalError("VIOLATED: no signer \(types.bytes.hexadecimal)")
    }
    require(signer.version == types.number(fields.version), "version of a signer")
    switch signer.sid {
    case .issuerAndSerialNumber(let name):
      guard let own = types.parts(fields.identifier, 0x30) else {
        fatalError("VIOLATED: not that identifier \(signer.sid)")
      }
      require(types.agrees(name.issuer, own[0], in: input), "issuer")
      require(
        name.serialNumber.contentsRange == own[1].inside
          && name.serialNumber.isNegative == (types.bytes[own[1].contents] > 127), "serial number")
    case .subjectKeyIdentifier(let range):
      require(
        fields.identifier.tag == 0x80 && range == fields.identifier.inside, "key identifier")
    }
    require(types.agrees(signer.digestAlgorithm, fields.digestAlgorithm), "digest algorithm")
    require(types.agrees(signer.signatureAlgorithm, fields.signatureAlgorithm), "algorithm")
    require(signer.signature == fields.signature.inside, "signature")
    require(types.agrees(signer.signedAttrs, fields.signedAttributes), "signed attributes")
    require(types.agrees(signer.unsignedAttrs, fields.unsignedAttributes), "unsigned attributes")
    for attributes in [signer.signedAttrs, signer.unsignedAttrs].compactMap({ $0 }) {
      types.forEach(attributes, in: input) { attribute, element in
        let own = types.parts(element, 0x30) ?? []
        require(
          types.agrees(attribute.attrType, own[0]) && types.agrees(attribute.attrValues, own[1]),
          "attribute \(attribute)")
      }
    }
  }
}

extension NaiveTypes {
  /// Those of a signer.
  fileprivate struct SignerFields {
    let version: NaiveHeader
    let identifier: NaiveHeader
    let digestAlgorithm: NaiveHeader
    let signedAttributes: NaiveHeader?
    let signatureAlgorithm: NaiveHeader
    let signature: NaiveHeader
    let unsignedAttributes: NaiveHeader?
  }

  fileprivate func signedFields(_ element: NaiveHeader) -> NaiveMessage.SignedFields? {
    guard var fields = parts(element, 0x30) else { return nil }
    let (version, algorithms, content) = (fields[0], fields[1], fields[2])
    guard let own = parts(content, 0x30) else { return nil }
    fields.removeFirst(3)
    let signers = fields.removeLast()
    return NaiveMessage.SignedFields(
      version: version, digestAlgorithms: algorithms, content: content, contentType: own[0],
      eContent: own.count == 2 ? parts(own[1], 0xA0)?[0] : nil,
      certificates: fields.first { $0.tag == 0xA0 }, crls: fields.first { $0.tag == 0xA1 },
      signers: signers)
  }

  fileprivate func signerFields(_ element: NaiveHeader) -> SignerFields? {
    guard var fields = parts(element, 0x30) else { return nil }
    let (version, identifier, digest) = (fields[0], fields[1], fields[2])
    fields.removeFirst(3)
    let signed = fields.first?.tag == 0xA0 ? fields.removeFirst() : nil
    return SignerFields(
      version: version, identifier: identifier, digestAlgorithm: digest, signedAttributes: signed,
      signatureAlgorithm: fields[0], signature: fields[1],
      unsignedAttributes: fields.dropFirst(2).first)
  }

  fileprivate func number(_ element: NaiveHeader) -> Int32 {
    let sign: Int32 = bytes[element.contents] < 128 ? 0 : -1
    return contents(element).reduce(sign) { $0 << 8 | Int32($1) }
  }

  /// Each value of a list with its element.
  fileprivate func forEach<Value: DERDecodable>(
    _ list: DERElements<Value>, in input: RawSpan, _ body: (Value, NaiveHeader) -> Void
  ) {
    var members = (elements(list.contentsRange) ?? [])[...]
    do throws(DERError) {
      try list.forEach(in: input) { (value) throws(DERError) in
        guard let member = members.popFirst() else { fatalError("VIOLATED: one too many") }
        body(value, member)
      }
    } catch {
      require(false, "read once, not twice: \(error)")
    }
    require(members.isEmpty, "every one")
  }
}

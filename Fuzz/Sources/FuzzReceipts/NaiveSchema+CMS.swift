import FuzzSupport

/// The types of RFC 5652 and RFC 5280.
extension NaiveSchema {
  static let contentInfo = NaiveSchema.dependent(Member("ContentInfo.contentType", identifier)) {
    $0 == [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 2]
      ? [Member("ContentInfo.content", .explicit(0xA0, signedData))]
      : [Member("ContentInfo.content", .explicit(0xA0, .any(nil)), .ifAny)]
  }

  private static let signedData = NaiveSchema.sequence([
    Member("SignedData.version", version),
    Member("SignedData.digestAlgorithms", .list(0x31, of: algorithm)),
    Member("SignedData.encapContentInfo", encapsulatedContent),
    Member("SignedData.certificates", .list(0xA0, of: .any(nil)), .ifTagged(0xA0)),
    Member("SignedData.crls", .list(0xA1, of: .any(nil)), .ifTagged(0xA1)),
    Member("SignedData.signerInfos", .list(0x31, of: signer)),
  ])

  private static let encapsulatedContent = NaiveSchema.dependent(
    Member("EncapsulatedContentInfo.eContentType", identifier)
  ) {
    let isData = $0 == [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 1]
    let content = NaiveSchema.explicit(0xA0, .any(isData ? 0x04 : nil))
    return [Member("EncapsulatedContentInfo.eContent", content, .ifAny)]
  }

  private static let signer = NaiveSchema.sequence([
    Member("SignerInfo.version", version),
    Member(
      "SignerInfo.sid",
      .choice(
        0x80, .value(0x80) { _ in nil }, .sequence([Member(nil, name), Member(nil, integer)]))),
    Member("SignerInfo.digestAlgorithm", algorithm),
    Member(
      "SignerInfo.signedAttrs",
      .also(.list(0xA0, of: attribute, isSorted: true, empty: .refused)) { bytes, element in
        wrongForm(bytes, element.inside, levels: 32 - 6)
      }, .ifTagged(0xA0)),
    Member("SignerInfo.signatureAlgorithm", algorithm),
    Member("SignerInfo.signature", .value(0x04) { _ in nil }),
    Member(
      "SignerInfo.unsignedAttrs", .list(0xA1, of: attribute, empty: .refused),
      .ifTagged(0xA1)),
  ])

  private static let attribute = NaiveSchema.sequence([
    Member(nil, identifier), Member(nil, .list(0x31, of: .any(nil))),
  ])

  static let certificate = NaiveSchema.sequence([
    Member(
      "Certificate.tbsCertificate",
      .sequence([
        Member(
          "TBSCertificate.version",
          .also(.explicit(0xA0, version)) { bytes, element in
            // A, length; 2, 1, number
            let isKnown = element.inside.count == 3 && bytes[element.end - 1] <= 2
            return isKnown ? nil : NaiveFault(.integerOutOfRange, at: element.offset)
          }, .ifTagged(0xA0)),
        Member("TBSCertificate.serialNumber", integer),
        Member("TBSCertificate.signature", algorithm),
        Member("TBSCertificate.issuer", name),
        Member("TBSCertificate.validity", .sequence([Member(nil, time), Member(nil, time)])),
        Member("TBSCertificate.subject", name),
        Member(
          "TBSCertificate.subjectPublicKeyInfo",
          .sequence([Member(nil, algorithm), Member(nil, bits(0x03))])),
        Member(
          "TBSCertificate.issuerUniqueID or subjectUniqueID", bits(0x81), .ifTagged(0x81)),
        Member(
          "TBSCertificate.issuerUniqueID or subjectUniqueID", bits(0x82), .ifTagged(0x82)),
        Member(
          "TBSCertificate.extensions",
          .explicit(0xA3, .list(0x30, of: extensionOfCertificate, empty: .contentsMissing)),
          .ifTagged(0xA3)),
      ])),
    Member("Certificate.signatureAlgorithm", algorithm),
    Member("Certificate.signatureValue", bits(0x03)),
  ])

  private static let extensionOfCertificate = NaiveSchema.sequence([
    Member(nil, identifier),
    Member(nil, boolean, .ifTagged(0x01)),
    Member(nil, .any(0x04)),
  ])

  /// The values of those that decide about roles: BasicConstraints, KeyUsage and CertificatePolicies.
  static let extensions: [[UInt8]: NaiveSchema] = [
    [0x55, 0x1D, 0x13]: .sequence([
      Member(nil, boolean, .ifTagged(0x01)),
      Member(
        nil,
        .also(integer) { bytes, element in
          let isNegative = bytes[element.contents] >= 0x80
          return isNegative ? NaiveFault(.integerOutOfRange, at: element.offset) : nil
        }, .ifTagged(0x02)),
    ]),
    [0x55, 0x1D, 0x0F]: .value(0x03) { NaiveValue.fault(ofNamedBitList: $0) },
    [0x55, 0x1D, 0x20]: .list(
      0x30, of: .sequence([Member(nil, identifier), Member(nil, .any(0x30), .ifAny)]),
      empty: .contentsMissing),
  ]

  private static let time = NaiveSchema.choice(
    0x17, .value(0x17) { NaiveValue.time($0, yearDigits: 2) == nil ? .invalidTime : nil },
    .value(0x18) {
      NaiveValue.time($0, yearDigits: 4)?.fraction.isEmpty == true ? nil : .invalidTime
    })

  private static let name = NaiveSchema.list(
    0x30,
    of: .list(
      0x31,
      of: .sequence([
        Member(nil, identifier),
        Member(
          nil,
          .also(.any(nil)) { _, element in
            hasForm(element) ? nil : otherForm(of: element)
          }),
      ]), isSorted: true, empty: .refused))

  private static let algorithm = NaiveSchema.sequence([
    Member(nil, identifier),
    Member(
      nil,
      .also(.any(nil)) { _, element in
        element.tag == 0x05 && !element.inside.isEmpty
          ? NaiveFault(.invalidNull, at: element.offset) : nil
      }, .ifAny),
  ])

  private static let version = NaiveSchema.value(0x02) {
    NaiveValue.fault(ofInteger: $0, bits: 32, isSigned: true)
  }
  private static let integer = NaiveSchema.value(0x02) { NaiveValue.fault(ofInteger: $0) }
  private static let boolean = NaiveSchema.value(0x01) { NaiveValue.fault(ofBoolean: $0) }
  private static let identifier = NaiveSchema.value(0x06) {
    NaiveValue.fault(ofObjectIdentifier: $0)
  }

  private static func bits(_ tag: UInt8) -> NaiveSchema {
    .value(tag) { NaiveValue.fault(ofBitString: $0) }
  }

  /// Whether the type may be constructed if the element is: strings in chunks are none of DER.
  private static func hasForm(_ element: NaiveHeader) -> Bool {
    !element.isConstructed || !element.isUniversal || [8, 11, 16, 17, 29].contains(element.number)
  }

  /// There had to be the primitive one.
  private static func otherForm(of element: NaiveHeader) -> NaiveFault {
    let expected = NaiveFault.Tag(form: element.form & ~0x20, number: element.number)
    return NaiveFault(
      .unexpectedIdentifier, at: element.offset, expected: expected, actual: element.identifier)
  }

  /// The first element inside that is in chunks, or is not DER.
  private static func wrongForm(
    _ bytes: [UInt8], _ range: Range<Int>, levels: Int
  ) -> NaiveFault? {
    do throws(NaiveFault) {
      var offset = range.lowerBound
      while offset < range.upperBound {
        let header = try NaiveHeader(
          bytes, at: offset, end: range.upperBound, isDER: true, isInside: true)
        offset = header.end
        guard header.isConstructed else { continue }
        guard hasForm(header) else { throw otherForm(of: header) }
        guard levels > 0 else { throw NaiveFault(.nestedTooDeeply, at: header.offset) }
        if let fault = wrongForm(bytes, header.inside, levels: levels - 1) { throw fault }
      }
      return nil
    } catch {
      return error
    }
  }
}

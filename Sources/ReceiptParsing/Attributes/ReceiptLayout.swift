import CMSParsing
import DERParsing

/// The places of a receipt's parts in its container: ranges only, nothing copied.
struct ReceiptLayout: Sendable {
  let signedData: SignedData
  /// The bytes that are signed: the contents of the OCTET STRING.
  let content: Range<Int>
  /// The contents of the payload's SET: attributes.
  let payload: Range<Int>
  /// How many levels may be opened inside the payload.
  let depth: Int

  /// Reads a container that is strict DER, from its first byte to its last.
  init(_ bytes: RawSpan, limits: DERLimits) throws(ReceiptError) {
    let signedData =
      if let common = SignedData(commonForm: bytes, limits: limits) { common } else {
        try Self.plain(bytes, limits)
      }
    let encapContentInfo = signedData.encapContentInfo
    guard encapContentInfo.eContentType == .data else {
      throw ReceiptError(.contentTypeNotData, at: encapContentInfo.offset)
    }
    guard let eContent = encapContentInfo.eContent else {
      throw ReceiptError(.detachedContent, at: encapContentInfo.offset)
    }
    self.signedData = signedData
    content = eContent.contentsRange
    (payload, depth) = try ReceiptError.wrapping(
      Self.payload(bytes, eContent.contentsRange, limits))
  }

  /// Reads a message in any form.
  @inline(never)
  private static func plain(
    _ bytes: RawSpan, _ limits: DERLimits
  ) throws(ReceiptError) -> SignedData {
    let contentInfo = try ReceiptError.wrapping(ContentInfo(derEncoded: bytes, limits: limits))
    guard let signedData = contentInfo.signedData else { throw ReceiptError(.notSignedData, at: 0) }
    return signedData
  }

  /// Finds the SET in the content. One more OCTET STRING around it is tolerated: some writers wrap twice.
  private static func payload(
    _ bytes: RawSpan, _ content: Range<Int>, _ limits: DERLimits
  ) throws(DERError) -> (contents: Range<Int>, depth: Int) {
    // Six levels are open around the bytes of the content: ContentInfo, `[0]`, SignedData, EncapsulatedContentInfo,
    // `[0]` and OCTET STRING.
    var reader = DERReader(bytes, contents: content, depth: limits.depthBound - 6)
    reader.field = .payload
    if try reader.peekIdentifier() == .octetString {
      let inner = try reader.readElement(.octetString)
      try reader.finish()
      reader = try reader.contents(of: inner)
    }
    let set = try reader.readConstructed(.set)
    try reader.finish()
    return (set.remaining, set.remainingDepth)
  }
}

extension ReceiptLayout {
  /// Calls `body` with where each certificate of the message lies.
  func forEachCertificate(
    in bytes: RawSpan, _ body: (Range<Int>) throws(ReceiptError) -> Void
  ) throws(ReceiptError) {
    var certificates = signedData.certificateReader(in: bytes)
    certificates.field = .certificate
    while !certificates.isAtEnd {
      try body(ReceiptError.wrapping(certificates.readElement().encodingRange))
    }
  }
}

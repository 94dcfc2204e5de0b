import CMSParsing
import DERParsing
import TextCoding

extension AppReceipt {
  /// Reads what the front door let in: a container in DER, or in BER, which is rewritten as DER first.
  ///
  /// - Throws: as the initializer for collections.
  package init(_ input: ReceiptInput, limits: ReceiptLimits) throws(ReceiptError) {
    // The size of the input was checked. Rewritten as DER, it may be slightly longer.
    var limits = limits
    limits.der.maximumInputBytes = .max
    do {
      let index: ReceiptIndex
      (layout, index) = try Self.read(input.bytes, limits)
      let form = ReceiptForm(encoding: .der, isBase64: input.isBase64)
      storage = ReceiptStorage(input.bytes, index, form, nil)
      return
    } catch {
      guard Self.mayBeBER(error) else {
        throw input.bytes.withRawSpan { ForeignInput.explain(error, $0) }
      }
    }
    let transcoding = try ReceiptError.wrapping(
      BERTranscoder.transcode(input.bytes, limits: limits.der))
    do {
      let (layout, index) = try Self.read(transcoding.bytes, limits)
      try Self.checkCertificates(layout, transcoding)
      let form = ReceiptForm(encoding: .ber, isBase64: input.isBase64)
      self.layout = layout
      storage = ReceiptStorage(transcoding.bytes, index, form, transcoding)
    } catch {
      let error = transcoding.bytes.withRawSpan { ForeignInput.explain(error, $0) }
      throw error.mapped { transcoding.inputOffset(of: $0) }
    }
  }

  private static func read(
    _ bytes: [UInt8], _ limits: ReceiptLimits
  ) throws(ReceiptError) -> (ReceiptLayout, ReceiptIndex) {
    try bytes.withRawSpan { (bytes) throws(ReceiptError) in
      let layout = try ReceiptLayout(bytes, limits: limits.der)
      let index = try ReceiptIndex(bytes, layout, limits: limits)
      if index.isAppAttest(in: bytes) { throw ReceiptError(.appAttestReceipt, at: 0) }
      return (layout, index)
    }
  }

  /// Whether the strict reader found something that BER allows. Only that tells: such things may be anywhere, and looking
  /// for them first would cost every receipt of the App Store a pass.
  private static func mayBeBER(_ error: ReceiptError) -> Bool {
    switch error.der?.code {
    case .indefiniteLength, .nonMinimalLength: true
    case .unexpectedIdentifier:
      error.der?.actual.map { $0.isConstructedString || $0 == .bitString.togglingConstructed }
        ?? false
    // Chunks make an encoding longer, so that DER's order is not that of BER.
    case .unsortedSet: true
    default: false
    }
  }

  /// A certificate is signed as encoded, so nothing in it may have been rewritten.
  private static func checkCertificates(
    _ layout: ReceiptLayout, _ transcoding: BERTranscoding
  ) throws(ReceiptError) {
    try transcoding.bytes.withRawSpan { (bytes) throws(ReceiptError) in
      try layout.forEachCertificate(in: bytes) { (encoding) throws(ReceiptError) in
        guard transcoding.isUnchanged(encoding) else {
          throw ReceiptError(.certificateNotDER, at: encoding.lowerBound)
        }
      }
    }
  }
}

extension ReceiptIndex {
  /// Whether these are the attributes of an App Attest receipt: attribute 6 says so in plain letters, where
  /// an App Store receipt has bytes that look random, and attribute 2 has no identifier octet.
  fileprivate func isAppAttest(in bytes: RawSpan) -> Bool {
    var saysSo = false
    for entry in entries[own] {
      let value = bytes.extracting(entry.value)
      switch entry.type {
      case 2:
        if value.byteCount > 0, value.byte(at: 0) == DERIdentifier.utf8String.singleByte {
          return false
        }
      case 6:
        // There may be very many of these, so only those as short as the words are decoded.
        let text = value.byteCount <= 7 ? value.decodedUTF8 : nil
        saysSo = text == "ATTEST" || text == "RECEIPT"
      default: continue
      }
    }
    return saysSo
  }
}

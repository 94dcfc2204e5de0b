import CMSParsing
import DERParsing
import TextCoding

/// Shared by the values of a receipt: its bytes, once, and the place of everything in them.
final class ReceiptStorage: Sendable {
  /// The container as DER: the bytes that were given, or rewritten.
  let bytes: [UInt8]
  /// The places of the message's parts; `nil` for a purchase alone, which has none.
  private let message: ReceiptLayout?
  let index: ReceiptIndex
  let form: ReceiptForm
  /// Maps the bytes of a rewritten container to the input.
  private let transcoding: BERTranscoding?

  /// Reads a container in DER, or rewrites it as DER first.
  init(_ input: ReceiptInput, limits: ReceiptLimits) throws(ReceiptError) {
    // The size of the input was checked. Rewritten as DER, it may be slightly longer.
    var limits = limits
    limits.der.maximumInputBytes = .max
    do {
      (message, index) = try Self.read(input.bytes, limits)
      bytes = input.bytes
      transcoding = nil
      form = ReceiptForm(encoding: .der, isBase64: input.isBase64)
      return
    } catch {
      guard Self.mayBeBER(error) else {
        throw input.bytes.withRawSpan { ForeignInput.explain(error, $0) }
      }
    }
    let transcoding: BERTranscoding
    do {
      transcoding = try BERTranscoder.transcode(input.bytes, limits: limits.der)
    } catch {
      throw ReceiptError(error)
    }
    do {
      let (layout, index) = try Self.read(transcoding.bytes, limits)
      try Self.checkCertificates(layout, transcoding)
      (message, self.index) = (layout, index)
    } catch {
      let error = transcoding.bytes.withRawSpan { ForeignInput.explain(error, $0) }
      throw error.mapped { transcoding.inputOffset(of: $0) }
    }
    bytes = transcoding.bytes
    self.transcoding = transcoding
    form = ReceiptForm(encoding: .ber, isBase64: input.isBase64)
  }

  /// Reads one purchase alone: `bytes` are its SET.
  init(purchase bytes: [UInt8]) throws(ReceiptError) {
    index = try bytes.withRawSpan { (bytes) throws(ReceiptError) in
      try ReceiptIndex(purchase: bytes, limits: .default)
    }
    self.bytes = bytes
    message = nil
    transcoding = nil
    form = ReceiptForm(encoding: .der, isBase64: false)
  }

  /// The places of the message's parts. Only `AppReceipt` asks, and its storage was read from a message.
  var layout: ReceiptLayout {
    guard let message else { preconditionFailure("a purchase alone has no message") }
    return message
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
    var certificates = CertificateReader(transcoding.bytes, layout)
    while let certificate = try certificates.next() {
      guard transcoding.isUnchanged(certificate.indices) else {
        throw ReceiptError(.certificateNotDER, at: certificate.startIndex)
      }
    }
  }

  /// The offset in the input of a byte of ``bytes``.
  func inputOffset(of offset: Int) -> Int {
    transcoding?.inputOffset(of: offset) ?? offset
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

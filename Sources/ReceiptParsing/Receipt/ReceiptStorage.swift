import CMSParsing
import DERParsing
import TextCoding

/// Shared by the values of a receipt: its bytes, once, and the place of everything in them.
final class ReceiptStorage: Sendable {
  /// The container as DER: the bytes that were given, or rewritten.
  let bytes: [UInt8]
  let layout: ReceiptLayout
  let index: ReceiptIndex
  let form: ReceiptForm
  /// Maps the bytes of a rewritten container to the input.
  private let transcoding: BERTranscoding?

  /// Reads a container in DER, or rewrites it as DER first.
  init(_ input: ReceiptInput, limits: ReceiptLimits) throws(ReceiptError) {
    do {
      (layout, index) = try Self.read(input.bytes, limits)
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
    // The result may be slightly longer than the input, whose size was checked.
    var limits = limits
    limits.der.inputBytes = max(limits.der.inputBytes, transcoding.bytes.count)
    do {
      (layout, index) = try Self.read(transcoding.bytes, limits)
      try Self.checkCertificates(layout, transcoding)
    } catch {
      let error = transcoding.bytes.withRawSpan { ForeignInput.explain(error, $0) }
      throw error.mapped { transcoding.inputOffset(of: $0) }
    }
    bytes = transcoding.bytes
    self.transcoding = transcoding
    form = ReceiptForm(encoding: .ber, isBase64: input.isBase64)
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

  /// Whether the strict reader found something that BER allows.
  private static func mayBeBER(_ error: ReceiptError) -> Bool {
    switch error.der?.code {
    case .indefiniteLength, .nonMinimalLength: true
    case .unexpectedIdentifier:
      error.der?.actual.map { $0.isConstructedString || $0 == .bitString.withOtherForm } ?? false
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
      try layout.forEachCertificate(in: bytes) { (certificate) throws(ReceiptError) in
        guard transcoding.isUnchanged(certificate.encoding) else {
          throw ReceiptError(.certificateNotDER, at: certificate.offset)
        }
      }
    }
  }

  /// The offset in the input of a byte of ``bytes``.
  func inputOffset(of offset: Int) -> Int {
    transcoding?.inputOffset(of: offset) ?? offset
  }
}

extension ReceiptLayout {
  /// Calls `body` with the range of each certificate, in message order. They are not collected: a hostile message may
  /// have one for every two bytes.
  func forEachCertificate(
    in bytes: RawSpan, _ body: (DERElement) throws(ReceiptError) -> Void
  ) throws(ReceiptError) {
    guard let certificates = signedData.certificates else { return }
    var reader = certificates.reader(in: bytes)
    reader.field = .certificate
    while !reader.isAtEnd {
      let element: DERElement
      do {
        element = try reader.readElement()
      } catch {
        throw ReceiptError(error)
      }
      try body(element)
    }
  }
}

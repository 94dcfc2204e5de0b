import DERParsing
import TextCoding

/// Shared by the values of a receipt: its bytes, once, and the place of each attribute in them.
final class ReceiptStorage: Sendable {
  /// The container as DER: the bytes that were given, or rewritten.
  let bytes: [UInt8]
  let index: ReceiptIndex
  let form: ReceiptForm
  /// Maps the bytes of a rewritten container to the input.
  private let transcoding: BERTranscoding?

  init(
    _ bytes: [UInt8], _ index: ReceiptIndex, _ form: ReceiptForm, _ transcoding: BERTranscoding?
  ) {
    self.bytes = bytes
    self.index = index
    self.form = form
    self.transcoding = transcoding
  }

  /// Reads one purchase alone: `bytes` are its SET.
  convenience init(purchase bytes: [UInt8]) throws(ReceiptError) {
    let index = try bytes.withRawSpan { (bytes) throws(ReceiptError) in
      try ReceiptIndex(purchase: bytes, limits: .default)
    }
    self.init(bytes, index, ReceiptForm(encoding: .der, isBase64: false), nil)
  }

  /// The offset in the input of a byte of ``bytes``.
  func inputOffset(of offset: Int) -> Int {
    transcoding?.inputOffset(of: offset) ?? offset
  }
}

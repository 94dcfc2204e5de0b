import AppStoreReceipt
import BenchmarkSupport

extension GateCase {
  /// The worst that each limit lets through.
  static func hostile() -> [GateCase] {
    let empty = Array(repeating: attribute(6, []), count: 100_000)
    let mostAttributes = container(DER.element(0x31, of: empty))
    let longest = container(
      DER.set(
        attribute(2, DER.utf8("com.example.app")),
        attribute(6, Array(repeating: 0x5A, count: 8 << 20))))
    let deepest = (0..<31).reduce(DER.null) { inner, _ in DER.indefinite(0x30, inner) }
    let deepestNot = (0..<100_000).reduce(into: [UInt8]()) { bytes, _ in bytes += [0x30, 0x80] }
    let chunks = Array(repeating: [0x04, 0x01, 0x5A] as [UInt8], count: 8000)
    let mostRewrites = DER.indefinite(0x24, Array(chunks.joined()))
    let mostChunks = DER.indefinite(
      0x24, Array(repeating: [0x04, 0x00], count: 500_000).flatMap { $0 })
    return [
      .succeeding("AppReceipt(_: Collection)/100,000 attributes") {
        try AppReceipt(mostAttributes).attributes.count
      },
      .failing("AppReceipt(_: Collection)/one attribute too many") {
        Refusal.receipt(mostAttributes, limits: ReceiptLimits(maximumAttributes: 99_999))
      },
      .succeeding("AppReceipt(_: Collection)/a value of 8 MiB") {
        try AppReceipt(longest).attributes.count
      },
      .failing("AppReceipt(_: Collection)/one byte too many") {
        let limits = DERLimits(maximumInputBytes: longest.count - 1)
        return Refusal.receipt(longest, limits: ReceiptLimits(der: limits))
      },
      .succeeding("BERTranscoder.transcode/deepest") {
        try BERTranscoder.transcode(deepest).bytes.count
      },
      .failing("BERTranscoder.transcode/100,000 levels") { Refusal.transcoding(deepestNot) },
      .succeeding("BERTranscoder.transcode/8,000 chunks") {
        try BERTranscoder.transcode(mostRewrites).bytes.count
      },
      .failing("BERTranscoder.transcode/500,000 chunks") { Refusal.transcoding(mostChunks) },
    ]
  }

  private static func attribute(_ type: Int64, _ value: [UInt8]) -> [UInt8] {
    DER.sequence(DER.integer(type), DER.integer(1), DER.octetString(value))
  }

  /// A message around a payload, with a signer that has signed nothing.
  private static func container(_ payload: [UInt8]) -> [UInt8] {
    let sha256 = DER.sequence(DER.oid("2.16.840.1.101.3.4.2.1"), DER.null)
    let signer = DER.sequence(
      DER.integer(1), DER.sequence(DER.sequence(), DER.integer(1)), sha256,
      DER.sequence(DER.oid("1.2.840.113549.1.1.1"), DER.null), DER.octetString([0x5A]))
    let content = DER.sequence(
      DER.oid("1.2.840.113549.1.7.1"), DER.constructed(0, DER.octetString(payload)))
    let signedData = DER.sequence(DER.integer(1), DER.set(sha256), content, DER.set(signer))
    return DER.sequence(DER.oid("1.2.840.113549.1.7.2"), DER.constructed(0, signedData))
  }
}

import CMSParsing
import DERParsing

/// Gives the certificates of a message one after the other, in its order, as they are encoded: see
/// ``AppReceipt/certificateReader``.
///
/// ```swift
/// var certificates = receipt.certificateReader
/// while let encoding = try certificates.next() { print(encoding.count) }
/// ```
public struct CertificateReader: Sendable {
  private let storage: ReceiptStorage
  private var remaining: Range<Int>

  init(_ storage: ReceiptStorage) {
    self.storage = storage
    remaining = storage.layout.signedData.certificates?.contents ?? 0..<0
  }

  /// The next certificate; `nil` after the last.
  ///
  /// - Throws: ``ReceiptError``.
  /// - Complexity: O(1).
  public mutating func next() throws(ReceiptError) -> ArraySlice<UInt8>? {
    guard !remaining.isEmpty else { return nil }
    let encoding = try storage.bytes.withRawSpan { (bytes) throws(ReceiptError) in
      var reader = DERReader(bytes, contents: remaining)
      reader.field = .certificate
      do throws(DERError) {
        return try reader.readElement().encoding
      } catch {
        throw ReceiptError(error)
      }
    }
    remaining = encoding.upperBound..<remaining.upperBound
    return storage.bytes[encoding]
  }
}

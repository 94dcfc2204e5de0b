public import CMSParsing
import DERParsing
import TextCoding

/// An App Store receipt: what its bytes say. Nothing in it is verified.
///
/// It keeps one copy of the container and a flat index. The structure is checked on creation; strings, numbers and
/// dates are read on demand.
public struct AppReceipt: Sendable {
  let storage: ReceiptStorage

  /// Reads a receipt from DER, BER or Base64; the form is detected.
  ///
  /// - Parameters:
  ///   - bytes: the container, or Base64 text in either alphabet.
  ///   - limits: the bounds of reading.
  ///   - spacesArePlusSigns: whether spaces inside Base64 are read as the plus signs that a form lost.
  /// - Throws: ``ReceiptError``, which names the byte and the field, or what the input is instead.
  /// - Complexity: O(n). At most four allocations for DER, whatever the number of purchases; one of them is the copy,
  ///   which an array makes unnecessary.
  public init(
    _ bytes: some Collection<UInt8>, limits: ReceiptLimits = .default,
    spacesArePlusSigns: Bool = false
  ) throws(ReceiptError) {
    let input = try ReceiptInput(
      Array(bytes), maximumBytes: limits.der.inputBound, spacesArePlusSigns: spacesArePlusSigns)
    try self.init(input, limits: limits)
  }

  /// Reads a receipt from what the front door let in.
  ///
  /// - Throws: as the initializer for collections.
  package init(_ input: ReceiptInput, limits: ReceiptLimits) throws(ReceiptError) {
    storage = try ReceiptStorage(input, limits: limits)
  }

  /// Reads a receipt from borrowed bytes, in the same forms.
  ///
  /// - Throws: as the initializer for collections.
  public init(
    _ bytes: RawSpan, limits: ReceiptLimits = .default, spacesArePlusSigns: Bool = false
  ) throws(ReceiptError) {
    try self.init(bytes.array, limits: limits, spacesArePlusSigns: spacesArePlusSigns)
  }

  /// Reads a receipt from Base64 text.
  ///
  /// - Throws: as the initializer for collections.
  public init(
    base64 text: String, limits: ReceiptLimits = .default, spacesArePlusSigns: Bool = false
  ) throws(ReceiptError) {
    try self.init(Array(text.utf8), limits: limits, spacesArePlusSigns: spacesArePlusSigns)
  }

  /// Reads a receipt from Base64 as Apple's verifyReceipt does: see ``Base64Policy/verifyReceipt``. Bytes after the
  /// container are not part of the receipt.
  ///
  /// - Throws: as the initializer for collections.
  package init(verifyReceiptData text: String) throws(ReceiptError) {
    let limits = ReceiptLimits.default
    var input = try ReceiptInput(
      Array(text.utf8), maximumBytes: limits.der.inputBound, policy: .verifyReceipt)
    input.removeTrailingBytes()
    try self.init(input, limits: limits)
  }

  /// In which form the receipt was given.
  public var form: ReceiptForm { storage.form }

  /// The container as DER: the bytes that were given, or rewritten from BER.
  public var containerBytes: [UInt8] { storage.bytes }

  /// Calls `body` with the bytes of the container, for readers of the ranges in ``signedData``.
  public func withContainerBytes<Result, Failure>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.bytes.withRawSpan(body)
  }

  /// The message around the payload; its ranges count the bytes of ``containerBytes``.
  public var signedData: SignedData { storage.layout.signedData }

  /// The bytes that are signed: the payload as it was sent.
  public var contentBytes: ArraySlice<UInt8> { storage.bytes[storage.layout.content] }

  /// The encoded certificates of the message, in order. They are not parsed; `Certificate` in `CMSParsing` does that.
  ///
  /// The array takes 32 bytes for each certificate, and a hostile message may have one for every two bytes: 16 times
  /// the memory of the message. ``certificateReader`` takes none.
  ///
  /// - Throws: ``ReceiptError``.
  /// - Complexity: O(n).
  public func certificateEncodings() throws(ReceiptError) -> [ArraySlice<UInt8>] {
    var count = 0
    var certificates = certificateReader
    while try certificates.next() != nil { count += 1 }
    var encodings: [ArraySlice<UInt8>] = []
    encodings.reserveCapacity(count)  // an array that grows is there twice for a while
    certificates = certificateReader
    while let encoding = try certificates.next() { encodings.append(encoding) }
    return encodings
  }

  /// The same, one after another, without allocating for each.
  public var certificateReader: CertificateReader {
    CertificateReader(storage.bytes, storage.layout)
  }

  /// The offset in the input, after Base64 decoding, of a byte of ``containerBytes``: different only if the input was
  /// BER.
  public func inputOffset(ofContainerByte offset: Int) -> Int {
    storage.inputOffset(of: offset)
  }
}

extension AppReceipt: Hashable {
  /// Two receipts are equal if their containers are, byte by byte, as DER.
  public static func == (first: AppReceipt, second: AppReceipt) -> Bool {
    first.storage.bytes == second.storage.bytes
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(storage.bytes)
  }
}

extension AppReceipt: CustomStringConvertible {
  /// A summary in a line: app, version, environment, date, number of purchases.
  public var description: String {
    var text = (bundleIdentifier ?? "").quotedUnlessName()
    if let appVersion { text += " " + appVersion.quotedUnlessName() }
    if let environment { text += ", " + environment.rawValue.quotedUnlessName() }
    if let creationDate { text += ", created " + creationDate.utcText }
    let count = inAppReceipts.count
    return text + ", " + String(count) + (count == 1 ? " purchase" : " purchases")
  }
}

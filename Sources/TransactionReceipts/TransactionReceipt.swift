public import ReceiptParsing
import TextCoding

/// A transaction receipt in the style of iOS 6, `SKPaymentTransaction.transactionReceipt`: what its bytes say. Nothing in
/// it is verified.
///
/// It is a property list with a signed part, ``purchaseInfo``, and a few unsigned keys.
public struct TransactionReceipt: Sendable {
  /// The property list, after Base64 decoding if it was Base64.
  public let bytes: [UInt8]

  /// Whether it came as Base64 text.
  public let isBase64: Bool

  /// All keys and values of the list, in order, `signature` and `purchase-info` as Base64. Only the contents of
  /// `purchase-info` are signed.
  public let entries: [PropertyListEntry]

  /// The purchase: the signed part.
  public let purchaseInfo: PurchaseInfo

  /// Reads a receipt, plain or in Base64; the form is detected.
  ///
  /// Fragments are read too: only `purchase-info` is required, with any keys or none.
  ///
  /// - Parameters:
  ///   - bytes: the property list, or Base64 text in either alphabet.
  ///   - limits: the bounds of reading.
  ///   - spacesArePlusSigns: whether spaces inside a receipt in Base64 are read as the plus signs that a form lost; in the
  ///     values of a plain property list they are not.
  /// - Throws: ``TransactionReceiptError``, which names the byte and the key, or what the input is instead.
  /// - Complexity: O(n).
  public init(
    _ bytes: some Collection<UInt8>, limits: TransactionReceiptLimits = .default,
    spacesArePlusSigns: Bool = false
  ) throws(TransactionReceiptError) {
    try self.init(Array(bytes), limits, .tolerant, spacesArePlusSigns: spacesArePlusSigns)
  }

  /// Reads a receipt from Base64 as Apple's verifyReceipt does: see `Base64Policy.verifyReceipt`.
  ///
  /// - Throws: as the initializer for collections.
  package init(verifyReceiptData text: String) throws(TransactionReceiptError) {
    try self.init(Array(text.utf8), .default, .verifyReceipt, spacesArePlusSigns: false)
  }

  private init(
    _ given: [UInt8], _ limits: TransactionReceiptLimits, _ policy: Base64Policy,
    spacesArePlusSigns: Bool
  ) throws(TransactionReceiptError) {
    let input: ReceiptInput
    do {
      input = try ReceiptInput(
        given, as: .propertyList, maximumBytes: max(limits.maximumBytes, 0), policy: policy,
        spacesArePlusSigns: spacesArePlusSigns)
    } catch {
      throw TransactionReceiptError(TransactionReceiptError.Code(error.code), at: error.offset)
    }
    guard input.kind == .propertyList else {
      throw TransactionReceiptError(
        input.kind == .container ? .appReceipt : .notATransactionReceipt)
    }
    bytes = input.bytes
    isBase64 = input.isBase64
    entries = try PropertyListReader.entries(of: bytes, in: .receipt, limits: limits)
    guard let entry = entries.first(.purchaseInfo) else {
      throw TransactionReceiptError(.purchaseInfoMissing)
    }
    purchaseInfo = try PurchaseInfo(Self.decode(entry), limits: limits)
  }

  /// Reads a receipt from Base64 text.
  ///
  /// - Throws: as the initializer for collections.
  public init(
    base64 text: String, limits: TransactionReceiptLimits = .default,
    spacesArePlusSigns: Bool = false
  ) throws(TransactionReceiptError) {
    try self.init(Array(text.utf8), limits: limits, spacesArePlusSigns: spacesArePlusSigns)
  }

  /// What the receipt says about the environment: `Sandbox`, or `nil`, since the App Store leaves it out.
  ///
  /// This is **not signed**: anyone can remove it. See ``provenEnvironment``.
  public var environment: String? { entries.first(.environment)?.value }

  /// The signature with its certificate, taken apart but not verified.
  ///
  /// - Throws: ``TransactionReceiptError`` if it is missing, not Base64, or of an unknown version or wrong length.
  public func signature() throws(TransactionReceiptError) -> TransactionSignature {
    guard let entry = entries.first(.signature), !entry.value.isEmpty else {
      throw TransactionReceiptError(.signatureMissing)
    }
    return try TransactionSignature(Self.decode(entry))
  }

  /// The bytes of a value in Base64.
  private static func decode(_ entry: PropertyListEntry) throws(TransactionReceiptError) -> [UInt8]
  {
    do throws(Base64Error) {
      return try Array(entry.value.utf8).withRawSpan { (text) throws(Base64Error) in
        try Base64Decoding(text).bytes
      }
    } catch {
      // After an escape, characters of the value and bytes of the list no longer correspond.
      let isInStep = entry.value.utf8.count == entry.valueCharacters.count
      throw TransactionReceiptError(
        TransactionReceiptError.Code(ReceiptError(error).code),
        at: entry.valueCharacters.lowerBound + (isInStep ? error.offset : 0), key: entry.key)
    }
  }
}

extension TransactionReceipt: Hashable {
  /// Two receipts are equal if their property lists are, byte by byte.
  public static func == (first: TransactionReceipt, second: TransactionReceipt) -> Bool {
    first.bytes == second.bytes
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(bytes)
  }
}

extension TransactionReceipt {
  /// Where the receipt comes from, as far as its signed part proves it.
  ///
  /// The key `environment` is not signed, and the sandbox signs with the App Store's certificates: deleting a line
  /// makes a free purchase look paid for. But `app-item-id` is signed, and the sandbox has none. So a receipt is from
  /// ``/ReceiptParsing/ReceiptEnvironment/production`` only if it has one and doesn't claim otherwise; everything else
  /// counts as ``/ReceiptParsing/ReceiptEnvironment/productionSandbox``, including old App Store receipts without
  /// `app-item-id`.
  public var provenEnvironment: ReceiptEnvironment {
    guard environment == nil, let identifier = purchaseInfo.appItemIdentifier, identifier > 0 else {
      return .productionSandbox
    }
    return .production
  }
}

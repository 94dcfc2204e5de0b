import DERParsing
import ReceiptParsing

/// A transaction receipt in the style of iOS 6, `SKPaymentTransaction.transactionReceipt`: what its bytes say. Nothing in
/// it is verified.
///
/// It is a property list with a signed part, ``purchaseInfo``, and a few keys that nobody has signed.
public struct TransactionReceipt: Sendable {
  /// The property list: the bytes that were given, after Base64 decoding if they were Base64.
  public let bytes: [UInt8]

  /// Whether it came as Base64 text.
  public let isBase64: Bool

  /// All keys and values of the list in its order, `signature` and `purchase-info` as Base64. Only what `purchase-info`
  /// holds is signed.
  public let entries: [PropertyListEntry]

  /// The purchase: the part that is signed.
  public let purchaseInfo: PurchaseInfo

  /// Reads a receipt as it is or in Base64: the kind of input is found out.
  ///
  /// Fragments are read too: all that has to be there is `purchase-info`, with any keys or none.
  ///
  /// - Parameters:
  ///   - bytes: the property list, or Base64 text in either alphabet.
  ///   - limits: the bounds of reading.
  ///   - repairsSpaces: whether spaces inside Base64 are read as the plus signs that a form lost.
  /// - Throws: ``TransactionReceiptError``, which names the byte and the key, or what the input is instead.
  /// - Complexity: O(n).
  public init(
    _ bytes: some Collection<UInt8>, limits: TransactionReceiptLimits = .default,
    repairsSpaces: Bool = false
  ) throws(TransactionReceiptError) {
    let input = try TransactionInput(
      Array(bytes), limits: limits, repairsSpaces: repairsSpaces)
    self.bytes = input.bytes
    isBase64 = input.isBase64
    entries = try PropertyListReader.entries(of: input.bytes, in: .receipt, limits: limits)
    guard let entry = entries.first(where: { $0.has(.purchaseInfo) }) else {
      throw TransactionReceiptError(.purchaseInfoMissing)
    }
    purchaseInfo = try PurchaseInfo(Self.decode(entry), limits: limits)
  }

  /// Reads a receipt from borrowed bytes, in the same forms.
  ///
  /// - Throws: as the initialiser for collections.
  public init(
    _ bytes: RawSpan, limits: TransactionReceiptLimits = .default, repairsSpaces: Bool = false
  ) throws(TransactionReceiptError) {
    try self.init(bytes.array, limits: limits, repairsSpaces: repairsSpaces)
  }

  /// Reads a receipt from Base64 text.
  ///
  /// - Throws: as the initialiser for collections.
  public init(
    base64 text: String, limits: TransactionReceiptLimits = .default, repairsSpaces: Bool = false
  ) throws(TransactionReceiptError) {
    try self.init(Array(text.utf8), limits: limits, repairsSpaces: repairsSpaces)
  }

  /// What the receipt says about the environment: `Sandbox`, or `nil` as the App Store leaves it out.
  ///
  /// This is **not signed**: anybody can take it away. See ``judgedEnvironment``.
  public var environment: String? { unsigned(.environment) }

  /// The number of the servers that made the receipt. Not signed.
  public var pod: Int64? { unsigned(.pod).flatMap { PurchaseInfo.number($0) } }

  /// 0 in every receipt known. Not signed.
  public var signingStatus: Int64? { unsigned(.signingStatus).flatMap { PurchaseInfo.number($0) } }

  /// The signature with its certificate, taken apart but not verified.
  ///
  /// - Throws: ``TransactionReceiptError`` when it is missing, no Base64, of another version or of another length.
  public func signature() throws(TransactionReceiptError) -> TransactionSignature {
    guard let entry = entries.first(where: { $0.has(.signature) }), !entry.value.isEmpty else {
      throw TransactionReceiptError(.signatureMissing)
    }
    return try TransactionSignature(Self.decode(entry))
  }

  /// A value of the list outside of `purchase-info`.
  private func unsigned(_ key: TransactionKey) -> String? {
    entries.first { $0.has(key) }?.value
  }

  /// What a value holds in Base64.
  private static func decode(_ entry: PropertyListEntry) throws(TransactionReceiptError) -> [UInt8]
  {
    do throws(ReceiptError) {
      return try Array(entry.value.utf8).withRawSpan { (text) throws(ReceiptError) in
        try Base64Decoding(text, repairsSpaces: false).bytes
      }
    } catch {
      // Behind an escape, characters of the value and bytes of the list are no longer in step.
      let isInStep = entry.value.utf8.count == entry.valueCharacters.count
      throw TransactionReceiptError(
        TransactionReceiptError.Code(error.code),
        at: entry.valueCharacters.lowerBound + (isInStep ? error.offset : 0), key: entry.key)
    }
  }
}

extension TransactionReceipt: Hashable {
  /// Two receipts are equal when their property lists are, byte by byte.
  public static func == (first: TransactionReceipt, second: TransactionReceipt) -> Bool {
    first.bytes == second.bytes
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(bytes)
  }
}

/// Where a transaction receipt comes from.
public enum TransactionEnvironment: String, Hashable, Sendable {
  /// The App Store.
  case production = "Production"
  /// The sandbox, or nobody knows.
  case sandbox = "Sandbox"
}

extension TransactionReceipt {
  /// Where the receipt comes from, as far as its signed part proves it.
  ///
  /// The key `environment` is not signed, and the sandbox signs with the same certificates as the App Store: a
  /// receipt of a purchase that cost nothing turns into one that has no `environment` by deleting a line. But the
  /// sandbox has no `app-item-id`, and that is signed. So a receipt is from ``TransactionEnvironment/production``
  /// only if it has one and does not say itself that it is something else; everything else counts as
  /// ``TransactionEnvironment/sandbox``, old receipts of the App Store without an `app-item-id` too.
  public var judgedEnvironment: TransactionEnvironment {
    guard environment == nil, let identifier = purchaseInfo.appItemIdentifier, identifier > 0 else {
      return .sandbox
    }
    return .production
  }
}

/// The bounds of reading an iOS-6-style transaction receipt. Each is a value and is tested at n and n + 1.
public struct TransactionReceiptLimits: Hashable, Sendable, BitwiseCopyable {
  /// How many bytes a receipt may have, not counting Base64 around it: 65,536 by default; those known have less than
  /// 4,000.
  public var bytes: Int

  /// How many keys each of its two lists may have: 256 by default; those known have 23.
  public var keys: Int

  /// Makes limits; what is not given has its default.
  public init(bytes: Int = 65_536, keys: Int = 256) {
    self.bytes = bytes
    self.keys = keys
  }

  /// The defaults.
  public static var `default`: TransactionReceiptLimits { TransactionReceiptLimits() }
}

import CMSParsing
public import DERParsing
package import TextCoding

/// Finds out what was given instead of the bytes of a container.
package struct ReceiptInput {
  /// The bytes of something that may be a container.
  package let bytes: [UInt8]
  package let isBase64: Bool

  /// Takes `bytes` as they are if they begin as DER or BER does, and decodes them if they are Base64 text.
  ///
  /// - Parameter policy: which Base64 it may be. With `.verifyReceipt` nothing else is taken, and what follows the
  ///   container is left out.
  /// - Throws: ``ReceiptError`` naming what the input is instead.
  package init(
    _ given: [UInt8], limits: ReceiptLimits, policy: Base64Policy = .tolerant, repairsSpaces: Bool
  ) throws(ReceiptError) {
    // Base64 makes four characters of three bytes, and may have line breaks.
    let maximum = limits.der.maximumInputBytes
    guard given.count - maximum <= maximum else {  // twice the maximum might overflow
      throw ReceiptError(.tooLarge, at: 0)
    }
    isBase64 = policy == .verifyReceipt || !Self.beginsAsContainer(given)
    var bytes = given
    if isBase64 {
      bytes = try given.withRawSpan { (text) throws(ReceiptError) in
        try Self.decode(text, policy, repairsSpaces: repairsSpaces)
      }
    }
    guard bytes.count <= maximum else {
      throw ReceiptError(.tooLarge, at: 0)
    }
    if policy == .verifyReceipt { bytes.removeLast(Self.trailingCount(bytes, limits)) }
    self.bytes = bytes
  }

  /// How many bytes follow the container. An indefinite or longer length than needed, which only Xcode writes, doesn't
  /// tell: 0, so that they are refused.
  private static func trailingCount(_ bytes: [UInt8], _ limits: ReceiptLimits) -> Int {
    do throws(DERError) {
      return try bytes.withRawSpan { (bytes) throws(DERError) in
        var reader = try DERReader(bytes, limits: limits.der)
        return bytes.byteCount - (try reader.readElement().encoding.upperBound)
      }
    } catch {
      return 0
    }
  }

  /// The identifier octet that every container begins with.
  private static var sequenceByte: UInt8 { 0x30 }

  private static func decode(
    _ text: RawSpan, _ policy: Base64Policy, repairsSpaces: Bool
  ) throws(ReceiptError) -> [UInt8] {
    let content = Base64Decoding.trimmed(text)
    guard !content.isEmpty else { throw ReceiptError(.empty, at: 0) }
    guard beginsAsBase64(text.extracting(content)) else {
      throw ReceiptError(ForeignInput.code(of: text.extracting(content)) ?? .notAReceipt, at: 0)
    }
    let bytes: [UInt8]
    do throws(Base64Error) {
      bytes = try Base64Decoding(text, policy: policy, repairsSpaces: repairsSpaces).bytes
    } catch {
      throw ReceiptError(error)
    }
    guard bytes.first == sequenceByte else {
      let code = bytes.withRawSpan { ForeignInput.code(of: $0) }
      throw ReceiptError(code == .transactionReceipt ? .transactionReceipt : .notAReceipt, at: 0)
    }
    return bytes
  }

  /// Whether the first byte is a container's, and what follows is not text that begins with the digit 0.
  package static func beginsAsContainer(_ bytes: [UInt8]) -> Bool {
    bytes.first == sequenceByte && !bytes.prefix(16).dropFirst().allSatisfy { 0x20...0x7E ~= $0 }
      || bytes == [sequenceByte]
  }

  /// Whether this may be the Base64 of a container, or of a property list in braces: the first six bits of the byte 30
  /// are an M and the next two leave A–P, those of 7B are an e and leave w–z, digits, + and /. What begins like a JWS
  /// is neither.
  static func beginsAsBase64(_ text: RawSpan) -> Bool {
    var next = 1
    while next < text.byteCount,
      Base64Alphabet.values[Int(text.byte(at: next))] == Base64Alphabet.lineBreak
    { next += 1 }
    guard next < text.byteCount else { return false }
    let second = text.byte(at: next)
    switch text.byte(at: 0) {
    case UInt8(ascii: "M"): return UInt8(ascii: "A")...UInt8(ascii: "P") ~= second
    case UInt8(ascii: "e"):
      let isJWS =
        second == UInt8(ascii: "y") && text.byteCount > 2 && text.byte(at: 2) == UInt8(ascii: "J")
      return 48...63 ~= Base64Alphabet.values[Int(second)] && !isJWS
    default: return false
    }
  }
}

/// The form in which a receipt was given.
public struct ReceiptForm: Hashable, Sendable {
  /// How the container is encoded.
  public enum Encoding: Hashable, Sendable {
    /// DER, as the App Store writes it.
    case der
    /// BER, as Xcode writes it. It was rewritten as DER.
    case ber
  }

  /// How the container is encoded.
  public let encoding: Encoding

  /// Whether it came as Base64 text.
  public let isBase64: Bool
}

/// The bounds of reading a receipt. Each is a value, has a reason, and is tested at n and n + 1.
public struct ReceiptLimits: Hashable, Sendable, BitwiseCopyable {
  /// The bounds of the encoding: bytes, depth, rewritten elements.
  public var der: DERLimits

  /// How many attributes a receipt may have, including those of its purchases. The default, 1,048,576, allows about
  /// 55,000 purchases; the largest known receipt has 3,600 attributes.
  public var attributes: Int

  /// Creates limits, with defaults for those not given.
  public init(der: DERLimits = .default, attributes: Int = 1 << 20) {
    self.der = der
    self.attributes = attributes
  }

  /// The defaults.
  public static var `default`: ReceiptLimits { ReceiptLimits() }
}

import DERParsing
package import TextCoding

/// The front door: decides what was given, decodes its text and checks its size, each once.
package struct ReceiptInput {
  /// What is read.
  package enum Kind {
    /// A container in DER or BER.
    case container
    /// The property list of a transaction receipt.
    case propertyList
  }

  /// The bytes of something that may be what is read.
  package private(set) var bytes: [UInt8]
  package let isBase64: Bool
  /// What the bytes begin as: a container may be given where a property list is read.
  package let kind: Kind?

  /// Takes `bytes` as they are if they begin as what is read, and decodes them if they are Base64 text.
  ///
  /// - Parameters:
  ///   - wanted: what is read.
  ///   - maximum: how many bytes it may have, without Base64.
  ///   - policy: which Base64 it may be. With `.verifyReceipt` nothing else is taken.
  ///   - spacesArePlusSigns: whether spaces inside Base64 are plus signs that a form lost.
  /// - Throws: ``ReceiptError`` naming what the input is instead.
  package init(
    _ given: [UInt8], as wanted: Kind = .container, maximumBytes maximum: Int,
    policy: Base64Policy = .tolerant, spacesArePlusSigns: Bool = false
  ) throws(ReceiptError) {
    // Base64 makes four characters of three bytes, and may have line breaks.
    guard given.count - maximum <= maximum else {  // twice the maximum might overflow
      throw ReceiptError(.tooLarge, at: 0)
    }
    let givenKind = Kind(given)
    let isOther = givenKind == .container && wanted == .propertyList
    isBase64 = !isOther && (policy == .verifyReceipt || givenKind != wanted)
    bytes =
      isBase64
      ? try given.withRawSpan { (text) throws(ReceiptError) in
        try wanted.decode(text, policy, spacesArePlusSigns: spacesArePlusSigns)
      } : given
    kind = isBase64 ? Kind(bytes) : givenKind
    // How large something else is doesn't matter.
    guard bytes.count <= maximum || kind == .container && wanted == .propertyList else {
      throw ReceiptError(.tooLarge, at: 0)
    }
  }

  /// Leaves out what follows a container. An indefinite or longer length than needed, which only Xcode writes, doesn't
  /// tell where it ends; nothing may follow those.
  mutating func removeTrailingBytes() {
    do throws(DERError) {
      guard case .complete(let count) = try DERFrame(startOf: bytes) else { return }
      bytes.removeLast(bytes.count - count)
    } catch {}
  }
}

extension ReceiptInput.Kind {
  /// The identifier octet that every container begins with.
  private static var sequenceByte: UInt8 { 0x30 }

  /// What the bytes begin as. Text that begins with the digit 0 isn't a container.
  fileprivate init?(_ bytes: [UInt8]) {
    if bytes.first == Self.sequenceByte {
      let isText = bytes.prefix(16).dropFirst().allSatisfy {
        0x20...0x7E ~= $0 || 0x09...0x0D ~= $0  // white space, too
      }
      guard bytes.count == 1 || !isText else { return nil }
      self = .container
      return
    }
    guard bytes.withRawSpan({ ForeignInput.beginsAsPropertyList($0) }) else { return nil }
    self = .propertyList
  }

  fileprivate func decode(
    _ text: RawSpan, _ policy: Base64Policy, spacesArePlusSigns: Bool
  ) throws(ReceiptError) -> [UInt8] {
    let content = text.extracting(Base64Decoding.trimmed(text))
    guard content.byteCount > 0 else { throw ReceiptError(.empty, at: 0) }
    // Base64 of a list may begin as a JWS, which has dots.
    let mayBeList =
      ForeignInput.beginsAsBase64OfList(content) && content.allBytes { $0 != UInt8(ascii: ".") }
    let code = foreignCode(content)
    if let code, !mayBeList { throw ReceiptError(code, at: 0) }
    let decoded = Result { () throws(Base64Error) in
      try Base64Decoding(text, policy: policy, spacesArePlusSigns: spacesArePlusSigns).bytes
    }
    if mayBeList, case .success(let bytes) = decoded,
      bytes.withRawSpan({ ForeignInput.code(of: $0) }) == .transactionReceipt
    {
      guard self == .propertyList else { throw ReceiptError(.transactionReceipt, at: 0) }
      return bytes
    }
    if let code { throw ReceiptError(code, at: 0) }
    switch decoded {
    case .success(let bytes):
      guard self == .propertyList || bytes.first == Self.sequenceByte else {
        throw ReceiptError(.notAReceipt, at: 0)
      }
      return bytes
    case .failure(let error):
      // Broken Base64 counts as a list's only if it begins with an e, as that of a brace does.
      let isBroken = self == .container || content.byte(at: 0) == UInt8(ascii: "e")
      throw isBroken ? ReceiptError(error) : ReceiptError(.notAReceipt, at: 0)
    }
  }

  /// What text is that can't be Base64 of this.
  private func foreignCode(_ text: RawSpan) -> ReceiptError.Code? {
    switch self {
    case .container:
      return ForeignInput.beginsAsBase64(text)
        ? nil : ForeignInput.code(of: text) ?? .notAReceipt
    case .propertyList:
      // Whatever else it seems to be, it may be Base64.
      let codes: [ReceiptError.Code] = [.jsonWebSignature, .pem, .jsonString, .jsonObject]
      return ForeignInput.code(of: text).flatMap { codes.contains($0) ? $0 : nil }
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

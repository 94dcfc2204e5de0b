import FuzzSupport

/// The form that the App Store's receipts have: one digest algorithm, SHA-1 or SHA-256; data; certificates; one signer,
/// without attributes, who signs with RSA and has a name of attributes of X.520 alone.
struct NaiveCommonForm {
  private let types: NaiveTypes

  /// Whether the bytes, which are a message, have it.
  static func isForm(of bytes: [UInt8]) -> Bool {
    NaiveCommonForm(types: NaiveTypes(bytes: bytes)).isForm(0..<bytes.count)
  }

  private static let signedData: ArraySlice<UInt8> = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 2]
  private static let data: ArraySlice<UInt8> = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 1]
  private static let sha1: ArraySlice<UInt8> = [0x2B, 0x0E, 3, 2, 0x1A]
  private static let sha256: ArraySlice<UInt8> = [0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 1]
  private static let rsa: ArraySlice<UInt8> = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 1]

  /// The elements inside one of this tag, if they have these tags.
  private func parts(_ element: NaiveHeader, _ tag: UInt8, _ tags: [UInt8]) -> [NaiveHeader]? {
    types.parts(element, tag).flatMap { parts in parts.map(\.tag) == tags ? parts : nil }
  }

  private func isForm(_ range: Range<Int>) -> Bool {
    guard let whole = types.elements(range), whole.count == 1,
      let info = parts(whole[0], 0x30, [0x06, 0xA0]), types.contents(info[0]) == Self.signedData,
      let explicit = parts(info[1], 0xA0, [0x30]),
      let message = parts(explicit[0], 0x30, [0x02, 0x31, 0x30, 0xA0, 0x31]),
      isVersion(message[0]), let digests = parts(message[1], 0x31, [0x30]), isDigest(digests[0]),
      let content = parts(message[2], 0x30, [0x06, 0xA0]),
      types.contents(content[0]) == Self.data, parts(content[1], 0xA0, [0x04]) != nil,
      let certificates = types.parts(message[3], 0xA0),
      certificates.allSatisfy({ $0.number < 31 }),
      let signers = parts(message[4], 0x31, [0x30])
    else { return false }
    return isSigner(signers[0])
  }

  private func isSigner(_ element: NaiveHeader) -> Bool {
    guard let fields = parts(element, 0x30, [0x02, 0x30, 0x30, 0x30, 0x04]),
      isVersion(fields[0]), let identifier = parts(fields[1], 0x30, [0x30, 0x02]),
      types.isInteger(identifier[1]), let names = types.parts(identifier[0], 0x30)
    else { return false }
    return names.allSatisfy { isNamePart($0) } && isDigest(fields[2])
      && isAlgorithm(fields[3], Self.rsa)
  }

  /// One byte, and not negative.
  private func isVersion(_ element: NaiveHeader) -> Bool {
    let contents = types.contents(element)
    return contents.count == 1 && contents.allSatisfy { $0 < 128 }
  }

  private func isDigest(_ element: NaiveHeader) -> Bool {
    isAlgorithm(element, Self.sha1) || isAlgorithm(element, Self.sha256)
  }

  private func isAlgorithm(_ element: NaiveHeader, _ identifier: ArraySlice<UInt8>) -> Bool {
    guard let fields = parts(element, 0x30, [0x06, 0x05]) else { return false }
    return types.contents(fields[0]) == identifier && fields[1].inside.isEmpty
  }

  /// One attribute, of less than 128 bytes with everything around it.
  private func isNamePart(_ element: NaiveHeader) -> Bool {
    guard element.inside.count < 128, let members = parts(element, 0x31, [0x30]),
      let fields = types.parts(members[0], 0x30), fields.count == 2
    else { return false }
    let type = types.contents(fields[0])
    return fields[0].tag == 0x06 && type.count == 3 && type.starts(with: [0x55, 0x04])
      && type.allSatisfy { $0 < 128 } && fields[1].number < 31 && !fields[1].isConstructed
  }
}

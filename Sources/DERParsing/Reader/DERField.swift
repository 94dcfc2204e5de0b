/// The name of the field being read, so that an error can say more than an offset.
///
/// A schema names its fields by literals, `"SignedData.signerInfos"`, at the place where it reads them. A field is one
/// word, the literal's address, so naming a field costs no more than storing a constant.
///
/// ```swift
/// version = try contents.read("SignedData.version")
/// ```
public struct DERField: Sendable, BitwiseCopyable {
  @usableFromInline let bytes: LiteralBytes

  @inlinable
  init(bytes: LiteralBytes) {
    self.bytes = bytes
  }

  /// No field was named.
  @inlinable public static var unnamed: DERField { "" }

  /// The name; `nil` for ``unnamed``.
  public var name: String? {
    self == .unnamed ? nil : String(decoding: Array(bytes), as: UTF8.self)
  }
}

extension DERField: ExpressibleByStringLiteral {
  /// A field of that name.
  @inlinable
  public init(stringLiteral name: StaticString) {
    self.init(bytes: LiteralBytes(name))
  }
}

extension DERField: Hashable {
  /// Whether both have the same name.
  public static func == (first: DERField, second: DERField) -> Bool {
    first.bytes.address == second.bytes.address || first.bytes.elementsEqual(second.bytes)
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) {
    for byte in bytes { hasher.combine(byte) }
  }
}

/// The identifier octets of an element: class, primitive or constructed, and tag number
/// (X.690 §8.1.2).
///
/// The constructed bit is part of the identifier on purpose: DER allows exactly one form for each
/// type, so a constructed INTEGER is simply a wrong identifier.
public struct DERIdentifier: Hashable, Sendable, BitwiseCopyable {
  /// The four tag classes (X.690 §8.1.2.2, table 1).
  public enum TagClass: UInt8, Sendable, BitwiseCopyable {
    /// Types defined by X.680.
    case universal = 0
    /// Types of one application.
    case application = 1
    /// Types whose meaning depends on the enclosing type: `[n]` in a schema.
    case contextSpecific = 2
    /// Types of one enterprise.
    case `private` = 3
  }

  /// The class in bits 31–30, the constructed bit in bit 29, the tag number in bits 28–0.
  @usableFromInline let packed: UInt32

  /// The largest tag number that is read: 2²⁹ − 1. X.690 sets no bound.
  public static var maximumTagNumber: UInt32 { 0x1FFF_FFFF }

  @inlinable
  init(packed: UInt32) {
    self.packed = packed
  }

  /// Creates an identifier; `nil` when `tagNumber` is above ``maximumTagNumber``.
  @inlinable
  public init?(_ tagClass: TagClass, constructed: Bool, tagNumber: UInt32) {
    guard tagNumber <= Self.maximumTagNumber else { return nil }
    packed = UInt32(tagClass.rawValue) << 30 | (constructed ? 1 << 29 : 0) | tagNumber
  }

  /// An identifier of one byte, as it is encoded. Not for `xxx11111`, which announces a
  /// high tag number.
  @inlinable
  init(lowTagByte byte: UInt8) {
    packed = UInt32(byte & 0xE0) << 24 | UInt32(byte & 0x1F)
  }

  /// The class.
  @inlinable
  public var tagClass: TagClass {
    switch packed >> 30 {
    case 0: .universal
    case 1: .application
    case 2: .contextSpecific
    default: .private
    }
  }

  /// Whether the contents are elements themselves.
  @inlinable
  public var isConstructed: Bool { packed & 1 << 29 != 0 }

  /// The number within the class.
  @inlinable
  public var tagNumber: UInt32 { packed & Self.maximumTagNumber }

  /// The identifier as one byte; `nil` for tag numbers from 31 on, which need more.
  @inlinable
  public var singleByte: UInt8? {
    tagNumber < 31 ? UInt8(truncatingIfNeeded: packed >> 24 | packed & 0x1F) : nil
  }

  /// The same tag with the other form.
  @inlinable
  package var togglingConstructed: DERIdentifier { DERIdentifier(packed: packed ^ 1 << 29) }

  /// Whether DER has the constructed form of this type: of the universal types EXTERNAL, EMBEDDED PDV, SEQUENCE, SET
  /// and CHARACTER STRING alone (X.690 §8, §10.2). Of other types only their definition tells.
  package var mayBeConstructed: Bool {
    guard tagClass == .universal else { return true }
    switch tagNumber {
    case 8, 11, 16, 17, 29: return true
    default: return false
    }
  }

  /// Whether this is a string type in constructed form, which BER cuts into chunks: all universal ones but BIT STRING.
  package var isConstructedString: Bool {
    guard isConstructed, tagClass == .universal else { return false }
    switch tagNumber {
    case 4, 12, 18...22, 25...28, 30: return true
    default: return false
    }
  }
}

extension DERIdentifier {
  @inlinable
  static func universal(primitive number: UInt32) -> DERIdentifier { DERIdentifier(packed: number) }

  @inlinable
  static func universal(constructed number: UInt32) -> DERIdentifier {
    DERIdentifier(packed: 1 << 29 | number)
  }

  /// `[number] IMPLICIT` of a primitive type. Numbers above ``maximumTagNumber`` are cut to it.
  @inlinable
  public static func contextSpecific(primitive number: UInt32) -> DERIdentifier {
    DERIdentifier(packed: 2 << 30 | min(number, maximumTagNumber))
  }

  /// `[number] EXPLICIT`, or `[number] IMPLICIT` of a constructed type. Numbers above
  /// ``maximumTagNumber`` are cut to it.
  @inlinable
  public static func contextSpecific(constructed number: UInt32) -> DERIdentifier {
    DERIdentifier(packed: 2 << 30 | 1 << 29 | min(number, maximumTagNumber))
  }

  // The universal types, X.680 §8.4 table 1, in the form that DER prescribes. ``DERStringType`` has all of strings.

  /// BOOLEAN.
  @inlinable public static var boolean: DERIdentifier { .universal(primitive: 1) }
  /// INTEGER.
  @inlinable public static var integer: DERIdentifier { .universal(primitive: 2) }
  /// BIT STRING.
  @inlinable public static var bitString: DERIdentifier { .universal(primitive: 3) }
  /// OCTET STRING.
  @inlinable public static var octetString: DERIdentifier { .universal(primitive: 4) }
  /// NULL.
  @inlinable public static var null: DERIdentifier { .universal(primitive: 5) }
  /// OBJECT IDENTIFIER.
  @inlinable public static var objectIdentifier: DERIdentifier { .universal(primitive: 6) }
  /// ENUMERATED.
  @inlinable public static var enumerated: DERIdentifier { .universal(primitive: 10) }
  /// UTF8String.
  @inlinable public static var utf8String: DERIdentifier { .universal(primitive: 12) }
  /// SEQUENCE and SEQUENCE OF.
  @inlinable public static var sequence: DERIdentifier { .universal(constructed: 16) }
  /// SET and SET OF.
  @inlinable public static var set: DERIdentifier { .universal(constructed: 17) }
  /// PrintableString.
  @inlinable public static var printableString: DERIdentifier { .universal(primitive: 19) }
  /// IA5String.
  @inlinable public static var ia5String: DERIdentifier { .universal(primitive: 22) }
  /// UTCTime.
  @inlinable public static var utcTime: DERIdentifier { .universal(primitive: 23) }
  /// GeneralizedTime.
  @inlinable public static var generalizedTime: DERIdentifier { .universal(primitive: 24) }
}

extension DERIdentifier: CustomStringConvertible {
  /// The name of the type for universal tags ("SEQUENCE"), `[n]` and the like for the others; the form
  /// is added where it is not the usual one.
  public var description: String {
    switch tagClass {
    case .universal:
      guard let name = universalName else { return form("[UNIVERSAL \(tagNumber)]") }
      let isUsuallyConstructed = tagNumber == 16 || tagNumber == 17
      if isConstructed == isUsuallyConstructed { return name }
      return (isConstructed ? "constructed " : "primitive ") + name
    case .application: return form("[APPLICATION \(tagNumber)]")
    case .contextSpecific: return form("[\(tagNumber)]")
    case .private: return form("[PRIVATE \(tagNumber)]")
    }
  }

  private func form(_ tag: String) -> String {
    isConstructed ? tag + " constructed" : tag + " primitive"
  }

  private var universalName: String? {
    switch tagNumber {
    case 0: "end-of-contents"
    case 1: "BOOLEAN"
    case 2: "INTEGER"
    case 3: "BIT STRING"
    case 4: "OCTET STRING"
    case 5: "NULL"
    case 6: "OBJECT IDENTIFIER"
    case 7: "ObjectDescriptor"
    case 8: "EXTERNAL"
    case 9: "REAL"
    case 10: "ENUMERATED"
    case 11: "EMBEDDED PDV"
    case 12: "UTF8String"
    case 13: "RELATIVE-OID"
    case 16: "SEQUENCE"
    case 17: "SET"
    case 18: "NumericString"
    case 19: "PrintableString"
    case 20: "TeletexString"
    case 21: "VideotexString"
    case 22: "IA5String"
    case 23: "UTCTime"
    case 24: "GeneralizedTime"
    case 25: "GraphicString"
    case 26: "VisibleString"
    case 27: "GeneralString"
    case 28: "UniversalString"
    case 30: "BMPString"
    default: nil
    }
  }
}

import DERParsing
import FuzzSupport

/// The largest tag number, and the most bytes that a caller can allow.
enum NumberBounds {
  /// Asked once: the answers depend on no input.
  static let areKept: Void = {
    checkIdentifiers()
    checkContextSpecific()
    checkInputs()
  }()

  /// 29 bits, the lower ones of 32.
  private static let most: UInt32 = 536_870_911

  /// A larger number makes no identifier. The name says class, number and form.
  private static func checkIdentifiers() {
    let kinds: [(tagClass: DERIdentifier.TagClass, name: String)] = [
      (.universal, "UNIVERSAL "), (.application, "APPLICATION "), (.contextSpecific, ""),
      (.private, "PRIVATE "),
    ]
    for kind in kinds {
      for (isConstructed, form) in [(false, "primitive"), (true, "constructed")] {
        for number: UInt32 in [31, most, most + 1, .max] {
          let identifier = DERIdentifier(
            kind.tagClass, constructed: isConstructed, tagNumber: number)
          let text = number > most ? nil : "[\(kind.name)\(number)] \(form)"
          require(identifier?.description == text, "\(kind), number \(number)")
        }
      }
    }
  }

  /// It is cut to the largest one there.
  private static func checkContextSpecific() {
    for number: UInt32 in [0, 30, 31, most, most + 1, .max] {
      let pair: [DERIdentifier] = [
        .contextSpecific(primitive: number), .contextSpecific(constructed: number),
      ]
      for (identifier, isConstructed) in zip(pair, [false, true]) {
        require(
          identifier.tagClass == .contextSpecific && identifier.isConstructed == isConstructed
            && identifier.tagNumber == min(number, most), "\(identifier), number \(number)")
      }
    }
  }

  /// 2³⁰ bytes are the most, however many are allowed, and none the least.
  private static func checkInputs() {
    for (last, missing) in [(0xFA, 1_073_741_818), (0xFB, nil)] as [(UInt8, Int?)] {
      // The header takes six of them.
      let limits = DERLimits(maximumInputBytes: .max)
      let frame = try? DERFrame(startOf: [0x04, 0x84, 0x3F, 0xFF, 0xFF, last], limits: limits)
      let expected = missing.map { DERFrame.incomplete(missingByteCount: $0) }
      require(frame == expected, "an element of about 2³⁰ bytes")
    }
    for limit in [0, -1, .min] {
      let limits = DERLimits(maximumInputBytes: limit)
      for count in 0...1 {
        let bytes = [UInt8](repeating: 0, count: count)
        let isEmpty = try? bytes.withDERReader(limits: limits) { (reader) throws(DERError) in
          reader.isAtEnd
        }
        require(isEmpty == (count == 0 ? true : nil), "\(count) bytes within \(limit)")
      }
    }
  }
}

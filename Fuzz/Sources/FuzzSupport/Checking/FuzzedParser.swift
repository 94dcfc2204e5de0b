/// A parser of anybody's, to be fuzzed with ``ParserProperty``.
public protocol FuzzedParser {
  /// What it reads.
  associatedtype Value: Equatable

  /// What it accepts.
  static var encoding: FuzzedEncoding { get }

  /// Reads the whole input. What it throws is not compared.
  static func parse(_ bytes: RawSpan) throws -> Value

  /// Writes what was read; `nil` if it writes nothing.
  static func serialize(_ value: Value) throws -> [UInt8]?
}

extension FuzzedParser {
  /// Nothing, unless a parser says otherwise.
  public static func serialize(_ value: Value) throws -> [UInt8]? { nil }
}

/// What a parser accepts.
public enum FuzzedEncoding: Sendable {
  /// Elements of DER with contents at most so many levels deep: no other bytes are accepted, and what is written of them
  /// is the same again.
  case der(levels: Int)
  /// Elements of BER: what is written of them reads the same.
  case ber
  /// Text or anything else that has no elements: what is written of it reads the same.
  case other
}

/// What has to hold for any parser: the same answer wherever the bytes are, nothing accepted that its encoding doesn't
/// allow, and what it writes is what it has read.
public enum ParserProperty<Parser: FuzzedParser>: FuzzProperty {
  /// The name of the parser's type.
  public static var name: String { "\(Parser.self)" }

  /// Whether the encoding is of elements.
  public static var isTree: Bool {
    if case .other = Parser.encoding { false } else { true }
  }

  /// Ends the process if something does not hold.
  public static func check(_ input: RawSpan, _ places: borrowing Places) {
    let bytes = input.copy
    let first = try? Parser.parse(input)
    if let first { check(first, bytes) }
    places.forEach(bytes) { bytes, place in
      require((try? Parser.parse(bytes)) == first, "another answer in \(place)")
    }
  }

  private static func check(_ value: Parser.Value, _ bytes: [UInt8]) {
    if case .der(let levels) = Parser.encoding {
      // Tag numbers of more than 63 bits are beyond the naive reader.
      let count = NaiveTree.elementCount(bytes, levels: levels, tagBits: 63)
      require(count != nil, "accepted, and not DER: \(bytes.hexadecimal)")
    }
    let written: [UInt8]?
    do {
      written = try Parser.serialize(value)
    } catch {
      written = nil
      require(false, "read, and not written: \(error)")
    }
    guard let written else { return }
    switch Parser.encoding {
    case .der: require(written == bytes, "written as \(written.hexadecimal)")
    case .ber, .other:
      let again = written.withBytes { try? Parser.parse($0) }
      require(again == value, "reads otherwise when written: \(written.hexadecimal)")
    }
  }
}

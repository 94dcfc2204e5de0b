import DERParsing
import TestSupport
import Testing

@Suite struct DERIntegerTests {
  struct Parts: Equatable, Sendable {
    let bytes: Range<Int>
    let isNegative: Bool
  }

  static let vectors: [Vector<Parts>] = [
    .init("§8.3.1 0", "020100", Parts(bytes: 2..<3, isNegative: false)),
    .init("§8.3.2 127", "02017F", Parts(bytes: 2..<3, isNegative: false)),
    .init("§8.3.2 128", "02020080", Parts(bytes: 2..<4, isNegative: false)),
    .init("§8.3.3 −1", "0201FF", Parts(bytes: 2..<3, isNegative: true)),
    .init("§8.3.3 −128", "020180", Parts(bytes: 2..<3, isNegative: true)),
    .init("§8.3.3 −129", "0202FF7F", Parts(bytes: 2..<4, isNegative: true)),
    .init("§8.3.1 20 bytes", filled("0214", 20), Parts(bytes: 2..<22, isNegative: false)),
    .init(
      "§8.3.1 513 bytes", bytes("02820201 00 FF") + filled("", 511),
      Parts(bytes: 4..<517, isNegative: false)),
    .init("§8.3.1 empty", "0200", fails: .emptyInteger),
    .init("§8.3.2 a 0 in two bytes", "02020000", fails: .nonMinimalInteger),
    .init("§8.3.2 a 127 in two bytes", "0202007F", fails: .nonMinimalInteger),
    .init("§8.3.2 b −1 in two bytes", "0202FFFF", fails: .nonMinimalInteger),
    .init("§8.3.2 b −128 in two bytes", "0202FF80", fails: .nonMinimalInteger),
    .init("§8.3.2 a in three bytes", "0203000080", fails: .nonMinimalInteger),
    .init(
      "§8.3.1 constructed", "2203020105", fails: .unexpectedIdentifier, expected: .integer,
      actual: .integer.togglingConstructed),
  ]

  @Test(arguments: vectors)
  func `An INTEGER of any length is minimal two's complement`(vector: Vector<Parts>) {
    vector.check { (reader) throws(DERError) in
      let integer: DERInteger = try reader.read()
      return Parts(bytes: integer.contentsRange, isNegative: integer.isNegative)
    }
  }

  @Test func `Exactly the first nine bits decide, for all first two bytes`() {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        let nineBits = UInt16(first) << 1 | UInt16(second) >> 7
        let result = outcome(of: [0x02, 0x02, first, second]) { (reader) throws(DERError) in
          try reader.read(as: DERInteger.self).isNegative
        }
        let expected: Result<Bool, DERError> =
          nineBits == 0 || nineBits == 0x1FF
          ? .failure(DERError(.nonMinimalInteger, at: 0)) : .success(first & 0x80 != 0)
        guard result == expected else {
          Issue.record("\([first, second].hexadecimal) gives \(result)")
          continue
        }
      }
    }
  }
}

/// X.690 §8.3: every edge value, read as every type. What the type itself says about the decimal digits
/// is what has to come out.
@Suite struct FixedWidthIntegerTests {
  static let edges: [(decimal: String, hexadecimal: String)] = [
    ("0", "020100"),
    ("1", "020101"),
    ("-1", "0201FF"),
    ("127", "02017F"),
    ("-127", "020181"),
    ("128", "02020080"),
    ("-128", "020180"),
    ("129", "02020081"),
    ("-129", "0202FF7F"),
    ("255", "020200FF"),
    ("-255", "0202FF01"),
    ("256", "02020100"),
    ("-256", "0202FF00"),
    ("257", "02020101"),
    ("-257", "0202FEFF"),
    ("32767", "02027FFF"),
    ("-32767", "02028001"),
    ("32768", "0203008000"),
    ("-32768", "02028000"),
    ("32769", "0203008001"),
    ("-32769", "0203FF7FFF"),
    ("65535", "020300FFFF"),
    ("-65535", "0203FF0001"),
    ("65536", "0203010000"),
    ("-65536", "0203FF0000"),
    ("65537", "0203010001"),
    ("-65537", "0203FEFFFF"),
    ("2147483647", "02047FFFFFFF"),
    ("-2147483647", "020480000001"),
    ("2147483648", "02050080000000"),
    ("-2147483648", "020480000000"),
    ("2147483649", "02050080000001"),
    ("-2147483649", "0205FF7FFFFFFF"),
    ("4294967295", "020500FFFFFFFF"),
    ("-4294967295", "0205FF00000001"),
    ("4294967296", "02050100000000"),
    ("-4294967296", "0205FF00000000"),
    ("4294967297", "02050100000001"),
    ("-4294967297", "0205FEFFFFFFFF"),
    ("9223372036854775807", "02087FFFFFFFFFFFFFFF"),
    ("-9223372036854775807", "02088000000000000001"),
    ("9223372036854775808", "0209008000000000000000"),
    ("-9223372036854775808", "02088000000000000000"),
    ("9223372036854775809", "0209008000000000000001"),
    ("-9223372036854775809", "0209FF7FFFFFFFFFFFFFFF"),
    ("18446744073709551615", "020900FFFFFFFFFFFFFFFF"),
    ("-18446744073709551615", "0209FF0000000000000001"),
    ("18446744073709551616", "0209010000000000000000"),
    ("-18446744073709551616", "0209FF0000000000000000"),
    ("18446744073709551617", "0209010000000000000001"),
    ("-18446744073709551617", "0209FEFFFFFFFFFFFFFFFF"),
    ("170141183460469231731687303715884105727", "02107FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"),
    ("-170141183460469231731687303715884105727", "021080000000000000000000000000000001"),
    ("170141183460469231731687303715884105728", "02110080000000000000000000000000000000"),
    ("-170141183460469231731687303715884105728", "021080000000000000000000000000000000"),
    ("170141183460469231731687303715884105729", "02110080000000000000000000000000000001"),
    ("-170141183460469231731687303715884105729", "0211FF7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"),
    ("340282366920938463463374607431768211455", "021100FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"),
    ("-340282366920938463463374607431768211455", "0211FF00000000000000000000000000000001"),
    ("340282366920938463463374607431768211456", "02110100000000000000000000000000000000"),
    ("-340282366920938463463374607431768211456", "0211FF00000000000000000000000000000000"),
    ("340282366920938463463374607431768211457", "02110100000000000000000000000000000001"),
    ("-340282366920938463463374607431768211457", "0211FEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"),
  ]

  @Test(arguments: edges)
  func `A value that fits comes out, any other is out of range`(
    decimal: String, hexadecimal: String
  ) {
    let input = bytes(hexadecimal)
    replay(input, decimal, as: Int8.self)
    replay(input, decimal, as: Int16.self)
    replay(input, decimal, as: Int32.self)
    replay(input, decimal, as: Int64.self)
    replay(input, decimal, as: Int.self)
    replay(input, decimal, as: UInt8.self)
    replay(input, decimal, as: UInt16.self)
    replay(input, decimal, as: UInt32.self)
    replay(input, decimal, as: UInt64.self)
    replay(input, decimal, as: UInt.self)
  }

  @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
  @Test(arguments: edges)
  func `The same holds for 128 bits`(decimal: String, hexadecimal: String) {
    replay(bytes(hexadecimal), decimal, as: Int128.self)
    replay(bytes(hexadecimal), decimal, as: UInt128.self)
  }

  /// The same contents as ENUMERATED, under an IMPLICIT tag, and two levels down.
  private func replay<Value: FixedWidthInteger & DERDecodable & Sendable>(
    _ input: [UInt8], _ decimal: String, as type: Value.Type
  ) {
    let contents = Array(input.dropFirst(2))
    let name = "\(Value.self) §8.3 of \(decimal)"
    vector(name, input, decimal).check { (reader) throws(DERError) in
      try reader.read(as: Value.self)
    }
    vector("\(name), §8.4", element(0x0A, contents), decimal).check { (reader) throws(DERError) in
      try reader.read(as: Value.self, tagged: .enumerated)
    }
    vector("\(name), §8.14", element(0x9E, contents), decimal).check { (reader) throws(DERError) in
      try reader.read(as: Value.self, tagged: .contextSpecific(primitive: 30))
    }
  }

  private func vector<Value: FixedWidthInteger & Sendable>(
    _ name: String, _ input: [UInt8], _ decimal: String
  ) -> Vector<Value> {
    guard let value = Value(decimal) else { return .init(name, input, fails: .integerOutOfRange) }
    return .init(name, input, value)
  }

  static let refused: [Vector<Int>] = [
    .init("§8.3.1 empty", "0200", fails: .emptyInteger),
    .init("§8.3.2 0 in two bytes", "02020000", fails: .nonMinimalInteger),
    .init("§8.3.2 127 in two bytes", "0202007F", fails: .nonMinimalInteger),
    .init("§8.3.2 −1 in two bytes", "0202FFFF", fails: .nonMinimalInteger),
    .init("§8.3.2 −128 in two bytes", "0202FF80", fails: .nonMinimalInteger),
    .init("§8.3.2 0 in nine bytes", "0209000000000000000000", fails: .nonMinimalInteger),
    .init("§8.3.2 before the range", "020A00000000000000000000", fails: .nonMinimalInteger),
    .init("§8.3.3 2⁷¹ − 1", "02097FFFFFFFFFFFFFFFFF", fails: .integerOutOfRange),
    .init("§8.3.3 1 MiB of it", filled("0283100000", 1 << 20), fails: .integerOutOfRange),
    .init(
      "§8.4 ENUMERATED is no INTEGER", "0A0100", fails: .unexpectedIdentifier, expected: .integer,
      actual: .enumerated),
  ]

  @Test(arguments: refused)
  func `What is no INTEGER is none in any type`(vector: Vector<Int>) {
    vector.check { (reader) throws(DERError) in try reader.read() }
    let unsigned = outcome(of: vector.input) { (reader) throws(DERError) in
      try reader.read(as: UInt.self)
    }
    #expect(unsigned == vector.expected.map { UInt($0) })
  }

  @Test func `An ENUMERATED is not read where an INTEGER is tagged`() {
    let result = outcome(of: bytes("020105")) { (reader) throws(DERError) in
      try reader.read(as: Int.self, tagged: .enumerated)
    }
    let expected = DERError(
      .unexpectedIdentifier, at: 0, expected: .enumerated, actual: .integer)
    #expect(result == .failure(expected))
  }
}

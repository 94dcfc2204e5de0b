import DERParsing
import TestSupport
import Testing

/// An input, and the value or the error that reading it has to give.
struct Vector<Value: Equatable & Sendable>: Sendable, CustomTestStringConvertible {
  let name: String
  let input: [UInt8]
  let expected: Result<Value, DERError>

  /// An input that is accepted.
  init(_ name: String, _ input: [UInt8], _ value: Value) {
    self.name = name
    self.input = input
    expected = .success(value)
  }

  /// An input that is refused.
  init(
    _ name: String, _ input: [UInt8], fails code: DERError.Code, at offset: Int = 0,
    expected identifier: DERIdentifier? = nil, actual: DERIdentifier? = nil
  ) {
    self.name = name
    self.input = input
    expected = .failure(DERError(code, at: offset, expected: identifier, actual: actual))
  }

  /// An input in hexadecimal digits that is accepted.
  init(_ name: String, _ hexadecimal: String, _ value: Value) {
    self.init(name, bytes(hexadecimal), value)
  }

  /// An input in hexadecimal digits that is refused.
  init(
    _ name: String, _ hexadecimal: String, fails code: DERError.Code, at offset: Int = 0,
    expected identifier: DERIdentifier? = nil, actual: DERIdentifier? = nil
  ) {
    self.init(
      name, bytes(hexadecimal), fails: code, at: offset, expected: identifier, actual: actual)
  }

  var testDescription: String {
    name + ": " + input.prefix(24).hexadecimal + (input.count > 24 ? "…" : "")
  }

  /// Reads the input, which has to give what is expected. If that is a value, reads every proper prefix,
  /// which has to be truncated at its end, and the input with one more byte, which has to be left over.
  func check(
    limits: DERLimits = .default, sourceLocation: SourceLocation = #_sourceLocation,
    _ read: (inout DERReader) throws(DERError) -> Value
  ) {
    let actual = outcome(of: input, limits: limits, read)
    #expect(actual == expected, "\(testDescription)", sourceLocation: sourceLocation)
    guard case .success = expected else { return }
    for count in Self.prefixes(of: input.count) {
      let actual = outcome(of: Array(input.prefix(count)), limits: limits, read)
      guard actual == .failure(DERError(.truncated, at: count)) else {
        Issue.record("\(name): prefix of \(count) gives \(actual)", sourceLocation: sourceLocation)
        continue
      }
    }
    for byte: UInt8 in [0x00, 0x05, 0x30, 0x80, 0xFF] {
      let actual = outcome(of: input + [byte], limits: limits, read)
      guard actual == .failure(DERError(.trailingContents, at: input.count)) else {
        Issue.record("\(name): with \(byte) gives \(actual)", sourceLocation: sourceLocation)
        continue
      }
    }
  }

  /// The lengths of all proper prefixes; of long inputs those near the ends, and some between.
  private static func prefixes(of count: Int) -> [Int] {
    guard count > 512 else { return Array(0..<count) }
    return Array(0..<64) + stride(from: 64, to: count - 64, by: count / 16) + (count - 64..<count)
  }
}

/// What reading the whole of `input` gives, out of memory of exactly its size.
func outcome<Value>(
  of input: [UInt8], limits: DERLimits = .default,
  _ read: (inout DERReader) throws(DERError) -> Value
) -> Result<Value, DERError> {
  do throws(DERError) {
    return .success(
      try withExactlySized(input) { (bytes) throws(DERError) in
        var reader = try DERReader(bytes, limits: limits)
        let value = try read(&reader)
        try reader.finish()
        return value
      })
  } catch {
    return .failure(error)
  }
}

/// The identifier octets in `header` and length octets of that number, then so many bytes 41.
func filled(_ header: String, _ count: Int) -> [UInt8] {
  bytes(header) + [UInt8](repeating: 0x41, count: count)
}

/// The DER encoding of contents under an identifier of one byte.
func element(_ identifier: UInt8, _ contents: [UInt8]) -> [UInt8] {
  [identifier] + lengthOctets(contents.count) + contents
}

/// Length octets in the form of DER, X.690 §10.1.
func lengthOctets(_ count: Int) -> [UInt8] {
  guard count >= 0x80 else { return [UInt8(count)] }
  let digits = stride(from: 24, through: 0, by: -8).map { UInt8(count >> $0 & 0xFF) }
  let minimal = Array(digits.drop { $0 == 0 })
  return [0x80 | UInt8(minimal.count)] + minimal
}

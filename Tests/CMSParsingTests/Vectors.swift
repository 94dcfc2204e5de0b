import CMSParsing
import DERParsing
import TestSupport
import Testing

/// A SEQUENCE that has to be refused: its members, and the exact error.
struct Refusal: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let bytes: [UInt8]
  let error: DERError
  let fieldName: String?

  /// - Parameters:
  ///   - member: the member that the error is about, counted from 0; their number for the place after the
  ///     last one; `nil` for the SEQUENCE itself.
  ///   - plus: how far inside the member.
  init(
    _ name: String, _ members: [[UInt8]], _ code: DERError.Code, at member: Int? = nil,
    plus: Int = 0, expected: DERIdentifier? = nil, actual: DERIdentifier? = nil,
    field: String? = nil
  ) {
    testDescription = name
    fieldName = field
    bytes = DER.element(0x30, of: members)
    var offset = plus
    if let member {
      // The header's length is what the members do not account for.
      offset += bytes.count - members[member...].reduce(0) { $0 + $1.count }
    }
    error = DERError(code, at: offset, expected: expected, actual: actual)
  }

  /// Checks that reading a `Value` fails with this error, in exactly sized memory.
  func check<Value: DERDecodable & Sendable>(
    _ type: Value.Type, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = refusal(type, bytes)
    // The field is compared by its name, for its number is the library's own business.
    let (found, expected) = (
      error.map(DescribedError.init), DescribedError(self.error, field: fieldName)
    )
    #expect(found == expected, sourceLocation: sourceLocation)
  }
}

/// All that an error says.
struct DescribedError: Equatable {
  let text: String
  let code: DERError.Code
  let offset: Int
  let field: String?

  init(_ error: DERError) {
    (text, code, offset, field) = (
      error.description, error.code, error.offset, error.field.name
    )
  }

  /// An error without a field, and the field that it should have.
  init(_ error: DERError, field: String?) {
    text = (field.map { $0 + ": " } ?? "") + error.description
    (code, offset, self.field) = (error.code, error.offset, field)
  }
}

/// The error that reading a `Value` ends with; `nil` when it is read.
func refusal<Value: DERDecodable>(_ type: Value.Type, _ bytes: [UInt8]) -> DERError? {
  do throws(DERError) {
    try withExactlySized(bytes) { (bytes) throws(DERError) in
      _ = try Value(derEncoded: bytes)
    }
    return nil
  } catch {
    return error
  }
}

/// Reads a value, and checks that each proper prefix of it is truncated at its end and that a byte more is
/// left over.
func read<Value: DERDecodable>(
  _ type: Value.Type = Value.self, _ bytes: [UInt8],
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Value {
  for count in bytes.indices {
    let error = refusal(type, Array(bytes[..<count]))
    #expect(
      error?.code == .truncated && error?.offset == count, "prefix of \(count)",
      sourceLocation: sourceLocation)
  }
  let longer = refusal(type, bytes + [0])
  #expect(
    longer?.code == .trailingContents && longer?.offset == bytes.count, "a byte more",
    sourceLocation: sourceLocation)
  return try withExactlySized(bytes) { (bytes) throws(DERError) in
    try Value(derEncoded: bytes)
  }
}

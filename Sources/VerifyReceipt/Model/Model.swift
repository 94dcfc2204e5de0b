import ReceiptJSON

/// Reads the members of a model, writes them, or builds a tree of them.
///
/// Each model lists its members once, in Apple's order, by calling these methods.
protocol MemberVisitor {
  associatedtype Failure: Error

  /// A string.
  mutating func text(_ key: String, _ value: inout String?) throws(Failure)

  /// A 64-bit integer.
  mutating func integer(
    _ key: String, _ value: inout Int64?, as form: NumberForm
  ) throws(Failure)

  /// A boolean.
  mutating func flag(_ key: String, _ value: inout Bool?, as form: FlagForm) throws(Failure)

  /// One value of a list.
  mutating func code<Code: RawRepresentable<String>>(
    _ key: String, _ value: inout Code?, as form: NumberForm
  ) throws(Failure)

  /// A date, which has three members.
  mutating func date(_ keys: DateKeys, _ value: inout VerifyReceiptDate?) throws(Failure)

  /// An object or an array.
  mutating func nested<Value: MemberValue>(
    _ key: String, _ value: inout Value?
  ) throws(Failure)

  /// All other members: unknown keys, unreadable values.
  mutating func others(_ members: inout JSON.Object) throws(Failure)
}

/// How Apple writes an integer; both forms are read.
enum NumberForm {
  /// `"1"`.
  case string
  /// `1`.
  case number
}

/// How Apple writes a boolean; all forms are read.
enum FlagForm {
  /// `"true"`.
  case word
  /// `"1"`.
  case digit
  /// `true`.
  case boolean
}

/// An object or an array under a key.
protocol MemberValue {
  /// Reads the value. Unreadable strings are added to `problems`.
  static func read(
    _ json: JSON, at path: JSONPath, problems: inout [JSONError]
  ) throws(JSONError) -> Self

  /// Writes the value.
  func write(to writer: inout some ModelWriter)
}

/// An object that lists its members once.
protocol Model: MemberValue, Codable {
  init()

  /// Members with unknown keys, and unreadable ones.
  var otherMembers: JSON.Object { get set }

  /// Visits every member, in Apple's order, ``otherMembers`` last.
  mutating func visitMembers<V: MemberVisitor>(_ visitor: inout V) throws(V.Failure)
}

extension Array: MemberValue where Element: MemberValue {
  static func read(
    _ json: JSON, at path: JSONPath, problems: inout [JSONError]
  ) throws(JSONError) -> [Element] {
    guard case .array(let elements) = json else {
      throw JSONError(.wrongType, at: path, expected: "an array", found: json.kind)
    }
    var values: [Element] = []
    values.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      values.append(
        try Element.read(element, at: path.appending(.index(index)), problems: &problems))
    }
    return values
  }

  func write(to writer: inout some ModelWriter) { writer.array(of: self) }
}

extension Model {
  static func read(
    _ json: JSON, at path: JSONPath, problems: inout [JSONError]
  ) throws(JSONError) -> Self {
    guard case .object(let object) = json else {
      throw JSONError(.wrongType, at: path, expected: "an object", found: json.kind)
    }
    var model = Self()
    var reading = MemberReading(object, at: path)
    try model.visitMembers(&reading)
    problems += reading.problems
    return model
  }

  /// Reads JSON text.
  static func read(
    text bytes: some Collection<UInt8>, limits: JSONLimits
  ) throws(JSONError) -> Self {
    var problems: [JSONError] = []
    return try read(JSON(text: bytes, limits: limits), at: JSONPath(), problems: &problems)
  }

  func write(to writer: inout some ModelWriter) {
    writer.object(recordsKeys: !otherMembers.isEmpty) { writer in
      var model = self
      model.visitMembers(&writer)
    }
  }

  /// The model as JSON text, in Apple's order.
  func text(capacity: Int = 0) -> [UInt8] {
    var writer = JSONWriter(capacity: capacity)
    write(to: &writer)
    return writer.bytes
  }

  /// Reads a value from a decoder of any format, which sees less than reading text.
  public init(from decoder: any Decoder) throws {
    var problems: [JSONError] = []
    self = try Self.read(
      JSON(from: decoder), at: JSONPath(decoder.codingPath), problems: &problems)
  }

  /// Writes the value, in any order.
  public func encode(to encoder: any Encoder) throws { try tree.encode(to: encoder) }
}

import ReceiptJSON
import TextCoding

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

  /// The value as a tree.
  var tree: JSON { get }

  /// Writes the value.
  func write(to writer: inout JSONWriter)
}

/// An object that lists its members once.
protocol Model: MemberValue {
  init()

  /// Members with unknown keys, and unreadable ones.
  var otherMembers: JSON.Object { get set }

  /// Visits every member, in Apple's order, ``otherMembers`` last.
  mutating func visitMembers<Visitor: MemberVisitor>(
    _ visitor: inout Visitor
  ) throws(Visitor.Failure)
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

  var tree: JSON { .array(map(\.tree)) }

  func write(to writer: inout JSONWriter) {
    writer.beginArray()
    for element in self {
      writer.separate()
      element.write(to: &writer)
    }
    writer.endArray()
  }
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

  /// Reads from a decoder of any format.
  static func read(from decoder: any Decoder) throws -> Self {
    var problems: [JSONError] = []
    return try read(
      JSON(from: decoder), at: JSONPath(decoder.codingPath), problems: &problems)
  }

  var tree: JSON {
    var model = self
    var tree = MemberTree()
    model.visitMembers(&tree)
    return .object(tree.object)
  }

  func write(to writer: inout JSONWriter) {
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
}

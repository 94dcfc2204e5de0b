/// Something that goes over the members of a model: it reads them, builds a tree of them or writes them.
///
/// Each model describes its members once, in Apple's order, by calling these for one after the other.
protocol MemberVisitor {
  associatedtype Failure: Error

  /// A string.
  mutating func text(_ key: String, _ value: inout String?) throws(Failure)

  /// An integer of 64 bits.
  mutating func integer(
    _ key: String, _ value: inout Int64?, as form: NumberForm
  ) throws(Failure)

  /// A truth value.
  mutating func flag(_ key: String, _ value: inout Bool?, as form: FlagForm) throws(Failure)

  /// One of a list of names or digits.
  mutating func code<Code: RawRepresentable<String>>(
    _ key: String, _ value: inout Code?, as form: NumberForm
  ) throws(Failure)

  /// A date, which has three members.
  mutating func date(_ keys: DateKeys, _ value: inout VerifyReceiptDate?) throws(Failure)

  /// An object or an array.
  mutating func nested<Value: MemberValue>(
    _ key: String, _ value: inout Value?
  ) throws(Failure)

  /// All members that have no key of those before, or a value that cannot be read.
  mutating func others(_ members: inout VerifyReceiptJSON.Object) throws(Failure)
}

/// How Apple writes an integer; both forms are read.
enum NumberForm {
  /// `"1"`.
  case string
  /// `1`.
  case number
}

/// How Apple writes a truth value; all forms are read.
enum FlagForm {
  /// `"true"`.
  case word
  /// `"1"`.
  case digit
  /// `true`.
  case boolean
}

/// What can stand under a key and is more than one value.
protocol MemberValue {
  /// Reads the value; what cannot be read but does no harm is added to `problems`.
  static func read(
    _ json: VerifyReceiptJSON, at path: VerifyReceiptPath, problems: inout [VerifyReceiptError]
  ) throws(VerifyReceiptError) -> Self

  /// The value as a tree.
  var tree: VerifyReceiptJSON { get }

  /// Writes the value.
  func write(to writer: inout JSONWriter)
}

/// An object whose members are described once.
protocol Model: MemberValue {
  init()

  /// Members of no known key, and those of known keys whose values cannot be read.
  var otherMembers: VerifyReceiptJSON.Object { get set }

  /// Visits every member, in Apple's order, ``otherMembers`` last.
  mutating func visitMembers<Visitor: MemberVisitor>(
    _ visitor: inout Visitor
  ) throws(Visitor.Failure)
}

extension Array: MemberValue where Element: MemberValue {
  static func read(
    _ json: VerifyReceiptJSON, at path: VerifyReceiptPath, problems: inout [VerifyReceiptError]
  ) throws(VerifyReceiptError) -> [Element] {
    guard case .array(let elements) = json else {
      throw VerifyReceiptError(.wrongType, at: path, expected: "an array", found: json.kind)
    }
    var values: [Element] = []
    values.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      values.append(
        try Element.read(element, at: path.appending(.index(index)), problems: &problems))
    }
    return values
  }

  var tree: VerifyReceiptJSON { .array(map(\.tree)) }

  func write(to writer: inout JSONWriter) {
    writer.beginArray()
    for element in self {
      writer.beginElement()
      element.write(to: &writer)
    }
    writer.endArray()
  }
}

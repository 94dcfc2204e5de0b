import ReceiptJSON
import TextCoding

/// Reads the members of a model from an object.
///
/// A value that Apple wouldn't write is handled in one of three ways. Another form of the same value is read: `1` for
/// `"1"`. A string that doesn't hold what its key promises becomes a problem and stays in ``Model/otherMembers``, like
/// every unknown member. A value of the wrong type throws.
struct MemberReading: MemberVisitor {
  typealias Failure = JSONError

  private var index: JSON.Object.Index
  private let path: JSONPath
  /// Which members were read. The others are kept unchanged.
  private var isTaken: [Bool]
  private(set) var problems: [JSONError] = []

  init(_ object: JSON.Object, at path: JSONPath) {
    index = JSON.Object.Index(object)
    self.path = path
    isTaken = Array(repeating: false, count: object.members.count)
  }

  private var members: [JSON.Object.Member] { index.object.members }

  /// The place of a key, unless its value is blank.
  private mutating func find(_ key: String) -> Int? {
    index.place(of: key).flatMap { members[$0].value.isBlank ? nil : $0 }
  }

  private func error(
    _ code: JSONError.Code, _ place: Int, expected: String? = nil, found: String? = nil
  ) -> JSONError {
    JSONError(
      code, at: path.appending(.key(members[place].key)), expected: expected, found: found)
  }

  /// The text of a string or an integer.
  private func text(
    at place: Int, _ expected: String, readsBooleans: Bool = false
  ) throws(JSONError) -> String {
    switch members[place].value {
    case .string(let text): return text
    case .number(let number):
      guard let integer = number.int64 else {
        throw error(.numberOutOfRange, place, expected: expected)
      }
      return String(integer)
    case .boolean(let flag) where readsBooleans: return flag ? "true" : "false"
    case let other: throw error(.wrongType, place, expected: expected, found: other.kind)
    }
  }

  /// Reads a value from text. Text that `parse` refuses is a problem.
  private mutating func read<Value>(
    _ key: String, _ value: inout Value?, _ expected: String, readsBooleans: Bool = false,
    _ parse: (String) -> Value?
  ) throws(JSONError) {
    guard let place = find(key) else { return }
    if let read = parse(try text(at: place, expected, readsBooleans: readsBooleans)) {
      value = read
      isTaken[place] = true
    } else {
      problems.append(error(.unreadableValue, place, expected: expected))
    }
  }

  mutating func text(_ key: String, _ value: inout String?) throws(JSONError) {
    try read(key, &value, "a string") { $0 }
  }

  mutating func integer(
    _ key: String, _ value: inout Int64?, as form: NumberForm
  ) throws(JSONError) {
    try read(key, &value, "an integer") { Int64(canonical: $0) }
  }

  mutating func flag(_ key: String, _ value: inout Bool?, as form: FlagForm) throws(JSONError) {
    try read(key, &value, "true or false", readsBooleans: true) { text in
      if ["true", "1"].contains(where: text.hasBytes) { return true }
      return ["false", "0"].contains(where: text.hasBytes) ? false : nil
    }
  }

  mutating func code<Code: RawRepresentable<String>>(
    _ key: String, _ value: inout Code?, as form: NumberForm
  ) throws(JSONError) {
    try read(key, &value, "a string") { Code(rawValue: $0) }
  }

  mutating func date(_ keys: DateKeys, _ value: inout VerifyReceiptDate?) throws(JSONError) {
    var forms: [(form: VerifyReceiptDate.Form, json: JSON, place: Int)] = []
    for (form, key) in keys.forms {
      guard let place = index.place(of: key) else { continue }
      if !members[place].value.isBlank { _ = try text(at: place, "a date") }
      forms.append((form, members[place].value, place))
    }
    value = VerifyReceiptDate(forms.map { ($0.form, $0.json) })
    for (form, json, place) in forms {
      isTaken[place] = value != nil
      // A form that Apple would write needs no second look.
      if json.isBlank || value.map({ $0.irregularForms[form] == nil }) == true { continue }
      if let wallClock = WallClock(json) {
        guard let value, !wallClock.agrees(with: value) else { continue }
        problems.append(error(.datesDisagree, place))
      } else {
        problems.append(error(.unreadableValue, place, expected: "a date"))
      }
    }
  }

  mutating func nested<Value: MemberValue>(
    _ key: String, _ value: inout Value?
  ) throws(JSONError) {
    guard let place = find(key) else { return }
    value = try Value.read(
      members[place].value, at: path.appending(.key(key)), problems: &problems)
    isTaken[place] = true
  }

  mutating func others(_ object: inout JSON.Object) {
    object = JSON.Object(
      uniqueMembers: members.indices.filter { !isTaken[$0] }.map { members[$0] })
  }
}

extension Int64 {
  /// Reads a number without plus sign and leading zeros, so that writing it again gives the same text.
  init?(canonical text: String) {
    guard let value = Int64(text), String(value) == text else { return nil }
    self = value
  }
}

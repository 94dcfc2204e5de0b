import ReceiptJSON
import ReceiptParsing
import TextCoding

/// Reads the members of a model from an object.
///
/// A value that Apple wouldn't write is handled in one of three ways. Another form of the same value is read: `1` for
/// `"1"`. A string that doesn't hold what its key promises becomes a problem and stays in ``Model/otherMembers``, like
/// every unknown member. A value of the wrong type throws.
struct MemberReading: MemberVisitor {
  typealias Failure = JSONError

  private var lookup: MemberIndex
  private let path: JSONPath
  /// Which members were read. The others are kept unchanged.
  private var isTaken: [Bool]
  private(set) var problems: [JSONError] = []

  init(_ object: JSON.Object, at path: JSONPath) {
    lookup = MemberIndex(object)
    self.path = path
    isTaken = Array(repeating: false, count: object.members.count)
  }

  /// The index of a key, unless its value is blank.
  private mutating func find(_ key: String) -> Int? {
    lookup.place(of: key).flatMap { members[$0].value.isBlank ? nil : $0 }
  }

  private var members: [JSON.Object.Member] { lookup.members }

  private func wrongType(_ index: Int, _ expected: String) -> JSONError {
    JSONError(
      .wrongType, at: path.appending(.key(members[index].key)), expected: expected,
      found: members[index].value.kind)
  }

  private mutating func problem(_ index: Int, _ expected: String) {
    problems.append(
      JSONError(
        .unreadableValue, at: path.appending(.key(members[index].key)), expected: expected))
  }

  /// The text of a string or an integer.
  private func scalarText(
    _ index: Int, _ expected: String
  ) throws(JSONError) -> String {
    switch members[index].value {
    case .string(let text): return text
    case .number(let number):
      guard let integer = number.int64 else {
        throw JSONError(
          .numberOutOfRange, at: path.appending(.key(members[index].key)), expected: expected)
      }
      return String(integer)
    default: throw wrongType(index, expected)
    }
  }

  mutating func text(_ key: String, _ value: inout String?) throws(JSONError) {
    guard let index = find(key) else { return }
    value = try scalarText(index, "a string")
    isTaken[index] = true
  }

  mutating func integer(
    _ key: String, _ value: inout Int64?, as form: NumberForm
  ) throws(JSONError) {
    guard let index = find(key) else { return }
    let text = try scalarText(index, "an integer")
    guard let integer = Int64(canonical: text) else {
      problem(index, "an integer")
      return
    }
    value = integer
    isTaken[index] = true
  }

  mutating func flag(
    _ key: String, _ value: inout Bool?, as form: FlagForm
  ) throws(JSONError) {
    guard let index = find(key) else { return }
    if case .boolean(let boolean) = members[index].value {
      value = boolean
    } else {
      switch try scalarText(index, "true or false") {
      case "true", "1": value = true
      case "false", "0": value = false
      default:
        problem(index, "true or false")
        return
      }
    }
    isTaken[index] = true
  }

  mutating func code<Code: RawRepresentable<String>>(
    _ key: String, _ value: inout Code?, as form: NumberForm
  ) throws(JSONError) {
    guard let index = find(key) else { return }
    value = Code(rawValue: try scalarText(index, "a string"))
    isTaken[index] = true
  }

  mutating func date(
    _ keys: DateKeys, _ value: inout VerifyReceiptDate?
  ) throws(JSONError) {
    var forms: [(form: VerifyReceiptDate.Form, json: JSON, index: Int)] = []
    for form in keys.order {
      guard let index = lookup.place(of: keys[form]) else { continue }
      if !members[index].value.isBlank { _ = try scalarText(index, "a date") }
      forms.append((form, members[index].value, index))
    }
    value = VerifyReceiptDate(forms.map { ($0.form, $0.json) })
    for (form, json, index) in forms {
      isTaken[index] = value != nil
      // A form that Apple would write needs no second look.
      if json.isBlank || value.map({ $0.irregularForms[form] == nil }) == true { continue }
      guard let wallClock = WallClock(json) else {
        problem(index, "a date")
        continue
      }
      if let value, !wallClock.agrees(with: value) {
        problems.append(
          JSONError(.datesDisagree, at: path.appending(.key(members[index].key))))
      }
    }
  }

  mutating func nested<Value: MemberValue>(
    _ key: String, _ value: inout Value?
  ) throws(JSONError) {
    guard let index = find(key) else { return }
    value = try Value.read(
      members[index].value, at: path.appending(.key(key)), problems: &problems)
    isTaken[index] = true
  }

  mutating func others(_ object: inout JSON.Object) {
    object = JSON.Object(
      uniqueMembers: members.indices.filter { !isTaken[$0] }.map { members[$0] })
  }
}

/// Finds the members of an object by key, in constant time.
struct MemberIndex {
  let members: [JSON.Object.Member]
  private let object: JSON.Object

  /// The index after the last member found: most are asked for in order.
  private var next = 0

  init(_ object: JSON.Object) {
    self.object = object
    members = object.members
  }

  /// The index of a key.
  mutating func place(of key: String) -> Int? {
    if next >= members.count || !members[next].key.hasBytes(of: key) {
      guard let place = object.place(of: key) else { return nil }
      next = place
    }
    defer { next += 1 }
    return next
  }

  /// The value of a key.
  mutating func value(of key: String) -> JSON? {
    place(of: key).map { members[$0].value }
  }
}

extension Int64 {
  /// Reads a number without plus sign and leading zeros, so that writing it again gives the same text.
  init?(canonical text: String) {
    guard let value = Int64(text), String(value) == text else { return nil }
    self = value
  }
}

/// Reads the members of a model from an object.
///
/// Three things can happen to a value that is not as Apple writes it. Another form of the same value is read:
/// `1` for `"1"`. A string that does not say what its key promises does no harm: it is a problem, and stays in
/// ``Model/otherMembers`` as it is, like every unknown member. A value of the wrong type throws.
struct MemberReading: MemberVisitor {
  typealias Failure = VerifyReceiptError

  private var lookup: MemberIndex
  private let path: VerifyReceiptPath
  /// Whether a member was read; the others stay as they are.
  private var isTaken: [Bool]
  private(set) var problems: [VerifyReceiptError] = []

  init(_ object: VerifyReceiptJSON.Object, at path: VerifyReceiptPath) {
    lookup = MemberIndex(object)
    self.path = path
    isTaken = Array(repeating: false, count: object.members.count)
  }

  /// Where a key is, unless its value says nothing.
  private mutating func find(_ key: String) -> Int? {
    lookup.place(of: key).flatMap { members[$0].value.isBlank ? nil : $0 }
  }

  private var members: [VerifyReceiptJSON.Object.Member] { lookup.members }

  private func wrongType(_ index: Int, _ expected: String) -> VerifyReceiptError {
    VerifyReceiptError(
      .wrongType, at: path.appending(.key(members[index].key)), expected: expected,
      found: members[index].value.kind)
  }

  private mutating func problem(_ index: Int, _ expected: String) {
    problems.append(
      VerifyReceiptError(
        .unreadableValue, at: path.appending(.key(members[index].key)), expected: expected))
  }

  /// The text of a string or of an integer.
  private func scalarText(
    _ index: Int, _ expected: String
  ) throws(VerifyReceiptError) -> String {
    switch members[index].value {
    case .string(let text): return text
    case .number(let number):
      guard let integer = number.int64 else {
        throw VerifyReceiptError(
          .numberOutOfRange, at: path.appending(.key(members[index].key)), expected: expected)
      }
      return String(integer)
    default: throw wrongType(index, expected)
    }
  }

  mutating func text(_ key: String, _ value: inout String?) throws(VerifyReceiptError) {
    guard let index = find(key) else { return }
    value = try scalarText(index, "a string")
    isTaken[index] = true
  }

  mutating func integer(
    _ key: String, _ value: inout Int64?, as form: NumberForm
  ) throws(VerifyReceiptError) {
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
  ) throws(VerifyReceiptError) {
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
  ) throws(VerifyReceiptError) {
    guard let index = find(key) else { return }
    value = Code(rawValue: try scalarText(index, "a string"))
    isTaken[index] = true
  }

  mutating func date(
    _ keys: DateKeys, _ value: inout VerifyReceiptDate?
  ) throws(VerifyReceiptError) {
    var forms: [(form: VerifyReceiptDate.Form, json: VerifyReceiptJSON, index: Int)] = []
    for form in keys.order {
      guard let index = lookup.place(of: keys[form]) else { continue }
      if !members[index].value.isBlank { _ = try scalarText(index, "a date") }
      forms.append((form, members[index].value, index))
    }
    value = VerifyReceiptDate(forms.map { ($0.form, $0.json) })
    for (form, json, index) in forms {
      isTaken[index] = value != nil
      // A form that is what Apple would write needs no second look.
      if json.isBlank || value.map({ $0.irregularForms[form] == nil }) == true { continue }
      guard let wallClock = WallClock(json) else {
        problem(index, "a date")
        continue
      }
      if let value, !wallClock.agrees(with: value) {
        problems.append(
          VerifyReceiptError(.datesDisagree, at: path.appending(.key(members[index].key))))
      }
    }
  }

  mutating func nested<Value: MemberValue>(
    _ key: String, _ value: inout Value?
  ) throws(VerifyReceiptError) {
    guard let index = find(key) else { return }
    value = try Value.read(
      members[index].value, at: path.appending(.key(key)), problems: &problems)
    isTaken[index] = true
  }

  mutating func others(_ object: inout VerifyReceiptJSON.Object) {
    object = VerifyReceiptJSON.Object(
      uniqueMembers: members.indices.filter { !isTaken[$0] }.map { members[$0] })
  }
}

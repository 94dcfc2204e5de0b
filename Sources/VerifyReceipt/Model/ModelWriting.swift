import ReceiptJSON
import ReceiptParsing
import TextCoding

/// Writes the members of a model as JSON text.
extension JSONWriter: MemberVisitor {
  typealias Failure = Never

  mutating func text(_ key: String, _ value: inout String?) {
    guard let value else { return }
    self.key(key)
    string(value)
  }

  mutating func integer(_ key: String, _ value: inout Int64?, as form: NumberForm) {
    guard let value else { return }
    self.key(key)
    if form == .string {
      quoted { $0.appendDecimal(value) }
    } else {
      integer(value)
    }
  }

  mutating func flag(_ key: String, _ value: inout Bool?, as form: FlagForm) {
    guard let value else { return }
    self.key(key)
    switch form {
    case .word: quoted { $0.append(contentsOf: (value ? "true" : "false").utf8) }
    case .digit: quoted { $0.append(value ? UInt8(ascii: "1") : UInt8(ascii: "0")) }
    case .boolean: boolean(value)
    }
  }

  mutating func code<Code: RawRepresentable<String>>(
    _ key: String, _ value: inout Code?, as form: NumberForm
  ) {
    guard let text = value?.rawValue else { return }
    self.key(key)
    if form == .number, let number = Int64(canonical: text) {
      integer(number)
    } else {
      string(text)
    }
  }

  mutating func date(_ keys: DateKeys, _ value: inout VerifyReceiptDate?) {
    guard let value else { return }
    for form in keys.order {
      key(keys[form])
      if let json = value.irregularForms[form] {
        self.value(json)
      } else {
        quoted { value.append(form, to: &$0) }
      }
    }
  }

  mutating func nested<Value: MemberValue>(_ key: String, _ value: inout Value?) {
    guard let value else { return }
    self.key(key)
    value.write(to: &self)
  }

  mutating func others(_ members: inout JSON.Object) {
    for member in members.members where !hasWritten(member.key) { self.member(member) }
  }
}

/// Builds a tree of the members of a model.
struct MemberTree: MemberVisitor {
  typealias Failure = Never

  private(set) var object = JSON.Object()

  mutating func text(_ key: String, _ value: inout String?) {
    if let value { object.append(key, .string(value)) }
  }

  mutating func integer(_ key: String, _ value: inout Int64?, as form: NumberForm) {
    guard let value else { return }
    object.append(key, form == .string ? .string(String(value)) : .number(.init(value)))
  }

  mutating func flag(_ key: String, _ value: inout Bool?, as form: FlagForm) {
    guard let value else { return }
    switch form {
    case .word: object.append(key, .string(value ? "true" : "false"))
    case .digit: object.append(key, .string(value ? "1" : "0"))
    case .boolean: object.append(key, .boolean(value))
    }
  }

  mutating func code<Code: RawRepresentable<String>>(
    _ key: String, _ value: inout Code?, as form: NumberForm
  ) {
    guard let text = value?.rawValue else { return }
    let number = form == .number ? Int64(canonical: text).map { JSON.Number($0) } : nil
    object.append(key, number.map { .number($0) } ?? .string(text))
  }

  mutating func date(_ keys: DateKeys, _ value: inout VerifyReceiptDate?) {
    guard let value else { return }
    for form in keys.order { object.append(keys[form], value.json(form)) }
  }

  mutating func nested<Value: MemberValue>(_ key: String, _ value: inout Value?) {
    if let value { object.append(key, value.tree) }
  }

  mutating func others(_ members: inout JSON.Object) {
    guard !members.isEmpty else { return }
    let known = Set(object.members.map { UTF8Text($0.key) })
    for member in members.members where !known.contains(UTF8Text(member.key)) {
      object.append(member.key, member.value)
    }
  }
}

/// Writes the members of a model as text.
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

  mutating func others(_ members: inout VerifyReceiptJSON.Object) {
    for member in members.members where !hasWritten(member.key) { self.member(member) }
  }
}

import ReceiptJSON
import TextCoding

/// Writes the members of a model: as JSON text or as a tree.
protocol ModelWriter: MemberVisitor where Failure == Never {
  /// A key of the models, which a value follows.
  mutating func key(_ key: String)

  /// A string that `body` writes, without characters that need escapes.
  mutating func quoted(_ body: (inout [UInt8]) -> Void)
  mutating func integer(_ value: Int64)
  mutating func value(_ value: JSON)
  mutating func object(recordsKeys: Bool, _ body: (inout Self) -> Void)
  mutating func array(of elements: [some MemberValue])

  /// A member with any key.
  mutating func member(_ member: JSON.Object.Member)

  /// Whether the current object has that key already, if it records keys.
  func hasWritten(_ key: String) -> Bool
}

extension ModelWriter {
  mutating func text(_ key: String, _ value: inout String?) {
    guard let value else { return }
    self.key(key)
    self.value(.string(value))
  }

  mutating func integer(_ key: String, _ value: inout Int64?, as form: NumberForm) {
    guard let value else { return }
    self.key(key)
    switch form {
    case .string: quoted { $0.appendDecimal(value) }
    case .number: integer(value)
    }
  }

  mutating func flag(_ key: String, _ value: inout Bool?, as form: FlagForm) {
    guard let value else { return }
    self.key(key)
    switch form {
    case .word: self.value(.string(value ? "true" : "false"))
    case .digit: self.value(.string(value ? "1" : "0"))
    case .boolean: self.value(.boolean(value))
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
      self.value(.string(text))
    }
  }

  mutating func date(_ keys: DateKeys, _ value: inout VerifyReceiptDate?) {
    guard let value else { return }
    for (form, key) in keys.forms {
      self.key(key)
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

extension JSONWriter: ModelWriter {
  mutating func array(of elements: [some MemberValue]) {
    beginArray()
    for element in elements {
      separate()
      element.write(to: &self)
    }
    endArray()
  }
}

/// Builds a tree by the calls that write text.
struct TreeWriter: ModelWriter {
  /// The last complete value: in the end the whole tree.
  private(set) var tree = JSON.null
  private var members = JSON.Object()
  /// The key of the next value, unless that is an element or the whole tree.
  private var key: String?

  mutating func key(_ key: String) { self.key = key }

  mutating func value(_ value: JSON) {
    if let key { members.append(key, value) }
    tree = value
  }

  mutating func quoted(_ body: (inout [UInt8]) -> Void) {
    var bytes: [UInt8] = []
    body(&bytes)
    value(.string(String(decoding: bytes, as: UTF8.self)))
  }

  mutating func integer(_ number: Int64) { value(.number(JSON.Number(number))) }

  mutating func object(recordsKeys: Bool, _ body: (inout TreeWriter) -> Void) {
    var inner = TreeWriter()
    body(&inner)
    value(.object(inner.members))
  }

  mutating func array(of elements: [some MemberValue]) { value(.array(elements.map(\.tree))) }

  mutating func member(_ member: JSON.Object.Member) { members.append(member.key, member.value) }

  func hasWritten(_ key: String) -> Bool { members.place(of: key) != nil }
}

extension MemberValue {
  /// The value as a tree.
  var tree: JSON {
    var writer = TreeWriter()
    write(to: &writer)
    return writer.tree
  }
}

import TextCoding

// Reading the values of attributes, by what their type promises.

extension ReceiptStorage {
  /// Where a field is looked up: in the receipt's own attributes, or in those of one purchase.
  typealias Scope = Int?

  /// The range of a scope's attributes in the index.
  func entries(of scope: Scope) -> Range<Int> {
    scope.map { index.attributes(ofPurchase: $0) } ?? index.own
  }

  /// The text of an attribute: a UTF8String or IA5String; an empty one counts as absent.
  @inline(__always)
  func string(_ type: Int32, _ scope: Scope) -> ReceiptField<String> {
    field(type, scope) { value throws(ValueError) in try value.textValue() }
  }

  /// The date of an attribute; an empty string counts as absent.
  @inline(__always)
  func date(_ type: Int32, _ scope: Scope) -> ReceiptField<ReceiptDate> {
    field(type, scope) { value throws(ValueError) in try value.dateValue() }
  }

  /// The INTEGER of an attribute.
  @inline(__always)
  func integer(_ type: Int32, _ scope: Scope) -> ReceiptField<Int64> {
    field(type, scope) { value throws(ValueError) in try value.integerValue() }
  }

  /// The INTEGER of an attribute that is 0 or 1.
  @inline(__always)
  func boolean(_ type: Int32, _ scope: Scope) -> ReceiptField<Bool> {
    field(type, scope) { value throws(ValueError) in try value.booleanValue() }
  }

  // The values alone. One function each, so that the compiler makes no `ReceiptField` in between: reading
  // all values of a receipt takes 8 % less.

  func stringValue(_ type: Int32, _ scope: Scope) -> String? { string(type, scope).value }

  func dateValue(_ type: Int32, _ scope: Scope) -> ReceiptDate? { date(type, scope).value }

  func integerValue(_ type: Int32, _ scope: Scope) -> Int64? { integer(type, scope).value }

  func booleanValue(_ type: Int32, _ scope: Scope) -> Bool? { boolean(type, scope).value }

  /// The bytes of an attribute.
  func bytes(_ type: Int32, _ scope: Scope) -> ReceiptField<ArraySlice<UInt8>> {
    guard let entry = first(type, scope) else { return .absent }
    if index.mayRepeatTypes, let problem = duplicate(entry, scope) { return .unreadable(problem) }
    return .value(bytes[index.entries[entry].value])
  }

  @inline(__always)  // in each of the few functions above
  private func field<Value>(
    _ type: Int32, _ scope: Scope, _ read: (RawSpan) throws(ValueError) -> Value?
  ) -> ReceiptField<Value> {
    guard let entry = first(type, scope) else { return .absent }
    if index.mayRepeatTypes, let problem = duplicate(entry, scope) { return .unreadable(problem) }
    do {
      let value = try bytes.withRawSpan { (bytes) throws(ValueError) in
        try read(bytes.extracting(index.entries[entry].value))
      }
      return value.map { .value($0) } ?? .absent
    } catch {
      return .unreadable(problem(error.reason, entry, scope))
    }
  }

  private func first(_ type: Int32, _ scope: Scope) -> Int? {
    scope.map { index.first(type, inPurchase: $0) } ?? index.first(type, in: index.own)
  }

  /// The problem that an attribute of the same type follows in the scope.
  private func duplicate(_ entry: Int, _ scope: Scope) -> ReceiptProblem? {
    let others = entry + 1..<entries(of: scope).upperBound
    guard index.first(index.entries[entry].type, in: others) != nil else { return nil }
    return problem(.duplicate, entry, scope)
  }

  private func problem(
    _ reason: ReceiptProblem.Reason, _ entry: Int, _ scope: Scope
  ) -> ReceiptProblem {
    let entry = index.entries[entry]
    return ReceiptProblem(
      attributeType: Int(entry.type), purchaseIndex: scope,
      offset: inputOffset(of: Int(entry.offset)), reason: reason)
  }

  /// What is wrong with a value of a kind; `nil` if it is readable or absent.
  func problem(_ type: Int32, _ kind: AttributeValueKind, _ scope: Scope) -> ReceiptProblem? {
    switch kind {
    case .string:
      return field(type, scope) { value throws(ValueError) in try value.checkText() }.problem
    case .date: return date(type, scope).problem
    case .integer: return integer(type, scope).problem
    case .boolean: return boolean(type, scope).problem
    case .bytes:
      let field = bytes(type, scope)
      let isHash = scope == nil && type == ReceiptAttributeType.sha1Hash.rawValue
      guard isHash, let hash = field.value, hash.count != 20 else { return field.problem }
      return index.first(type, in: index.own).map { problem(.wrongLength, $0, scope) }
    }
  }
}

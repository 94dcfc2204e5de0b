import TextCoding

// Reading the values of attributes, by what their type promises.

extension ReceiptStorage {
  /// Where a field is looked up: in the receipt's own attributes, or in those of one purchase.
  typealias Scope = Int?

  /// The range of a scope's attributes in the index.
  func entries(of scope: Scope) -> Range<Int> {
    scope.map { index.attributes(ofPurchase: $0) } ?? index.own
  }

  /// An attribute, read as what is asked for.
  @inline(__always)
  func field<Value: AttributeValue>(_ type: Int32, _ scope: Scope) -> ReceiptField<Value> {
    guard let entry = first(type, scope) else { return .absent }
    if index.mayRepeatTypes, let problem = duplicate(entry, scope) { return .unreadable(problem) }
    return bytes.withRawSpan { bytes in
      ReceiptField(bytes.extracting(index.entries[entry].value)) { problem($0, entry, scope) }
    }
  }

  /// The value alone. A function of its own, so that the compiler makes no `ReceiptField` in between: reading all values
  /// of a receipt takes 8 % less.
  func value<Value: AttributeValue>(_ type: Int32, _ scope: Scope) -> Value? {
    (field(type, scope) as ReceiptField<Value>).value
  }

  /// The bytes of an attribute.
  func bytes(_ type: Int32, _ scope: Scope) -> ReceiptField<ArraySlice<UInt8>> {
    guard let entry = first(type, scope) else { return .absent }
    if index.mayRepeatTypes, let problem = duplicate(entry, scope) { return .unreadable(problem) }
    return .value(bytes[index.entries[entry].value])
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
      offset: inputOffset(of: entry.offset), reason: reason)
  }

  /// What is wrong with the value of a known attribute; `nil` if it is readable or absent.
  func problem(_ known: KnownAttribute, _ scope: Scope) -> ReceiptProblem? {
    let type = known.number
    switch known.kind {
    case .bytes: return bytes(type, scope).problem
    case .hash:
      let field = bytes(type, scope)
      guard let hash = field.value, hash.count != 20 else { return field.problem }
      return first(type, scope).map { problem(.wrongLength, $0, scope) }
    case .purchase: return nil
    case .string: return (field(type, scope) as ReceiptField<CheckedText>).problem
    case .date: return (field(type, scope) as ReceiptField<ReceiptDate>).problem
    case .integer: return (field(type, scope) as ReceiptField<Int64>).problem
    case .boolean: return (field(type, scope) as ReceiptField<Bool>).problem
    }
  }
}

package import DERParsing
package import FuzzSupport

extension NaiveFault {
  /// What the library says of a broken rule.
  package init(_ error: DERError) {
    self.init(
      code: error.code.rawValue, at: error.offset, field: error.field.name,
      expected: error.expected.map { Tag($0) }, actual: error.actual.map { Tag($0) })
  }
}

extension NaiveFault.Tag {
  fileprivate init(_ identifier: DERIdentifier) {
    self.init(
      form: identifier.tagClass.rawValue << 6 | (identifier.isConstructed ? 0x20 : 0),
      number: Int(identifier.tagNumber))
  }
}

import ReceiptHashing

extension GateCase {
  /// What portable code does where the processor has no instructions for it. Valgrind hides those instructions from
  /// the program, so the other cases' instructions are counted with this code, too.
  static func portable() -> [GateCase] {
    let bytes = (0..<65_536).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var cases: [GateCase] = []
    for count in [60, bytes.count] {
      let message = Array(bytes.prefix(count))
      cases += [
        .succeeding("sha1-portable/\(count)") { Int(PortableSHA1.hash(message)[0]) },
        .succeeding("sha256-portable/\(count)") { Int(PortableSHA256.hash(message)[0]) },
      ]
    }
    return cases
  }
}

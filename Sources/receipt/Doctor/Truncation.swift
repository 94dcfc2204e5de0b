/// Where a receipt was cut off, and what may have done it.
struct Truncation {
  let finding: Finding

  init(_ specimen: Specimen) {
    let bytes = specimen.container
    var message = "the receipt is truncated: it ends at byte \(bytes.count)"
    if let length = Self.declaredLength(bytes), length > bytes.count {
      message += " of \(length)"
    }
    let bound = Self.bounds[specimen.bytes.count]
    let next =
      bound.map { "Its \(specimen.bytes.count) characters are just as many as \($0) has." }
      ?? "Look at how long its field, column or buffer may be, and whether the whole request was read."
    finding = Finding(.problem, "truncated", message, next: next, at: bytes.count)
  }

  /// Lengths at which programs are known to cut.
  private static let bounds: [Int: String] = [
    255: "a column VARCHAR(255)", 1024: "a line of the system's log",
    4000: "a column VARCHAR2(4000)", 4095: "a line pasted into a terminal",
    4096: "a line pasted into a terminal", 8000: "a column VARCHAR(8000)",
    32_767: "a cell of a spreadsheet", 65_535: "a column TEXT of MySQL",
  ]

  /// What the first header says about the length of the whole: `nil` in the indefinite form.
  private static func declaredLength(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 2 else { return nil }
    let first = bytes[1]
    guard first > 0x80 else { return first < 0x80 ? Int(first) + 2 : nil }
    let count = Int(first & 0x7F)
    guard count <= 4, bytes.count >= 2 + count else { return nil }
    return bytes[2..<2 + count].reduce(0) { $0 << 8 | Int($1) } + 2 + count
  }
}

extension VerifyReceiptResponse {
  /// Reads an answer from JSON text.
  ///
  /// Numbers are read from strings and strings from numbers, with all 64 bits; truth values from `true`, `1`, `"1"`
  /// and `"true"`; dates from any of their forms. A string that does not say what its key promises does no harm:
  /// the property is `nil`, ``problems`` says why, and the value stays in `otherMembers`, like every unknown member.
  ///
  /// - Throws: ``VerifyReceiptError`` for text that is not JSON or exceeds the limits, and for values of the wrong
  ///   type, with the path of the value and what was expected there.
  /// - Complexity: O(n).
  public init(
    json bytes: some Collection<UInt8>, limits: VerifyReceiptLimits = .default
  ) throws(VerifyReceiptError) {
    self = try Self.read(text: bytes, limits: limits)
  }

  /// Reads an answer from JSON text.
  ///
  /// - Throws: as the initialiser for bytes.
  public init(
    json text: String, limits: VerifyReceiptLimits = .default
  ) throws(VerifyReceiptError) {
    try self.init(json: Array(text.utf8), limits: limits)
  }

  /// The answer as JSON text in UTF-8, in Apple's order and forms: what `encode(to:)` gives an encoder, but
  /// in order and many times faster.
  ///
  /// - Complexity: O(n).
  public func json() -> [UInt8] {
    // An empty purchase takes two bytes: those do not count.
    let purchases = [receipt?.inApp ?? [], latestPurchases].reduce(0) {
      $0 + $1.count { $0.transactionIdentifier != nil }
    }
    return text(capacity: 2048 + purchases * 1024 + (latestReceipt?.utf8.count ?? 0))
  }

  /// The answer as JSON text, in Apple's order and forms.
  public var jsonText: String { String(decoding: json(), as: UTF8.self) }

  /// What was not read although its key is known: strings that do not say what their key promises, and dates
  /// whose forms disagree.
  ///
  /// - Complexity: O(n).
  public var problems: [VerifyReceiptError] {
    var problems: [VerifyReceiptError] = []
    do {
      _ = try Self.read(tree, at: VerifyReceiptPath(), problems: &problems)
    } catch {
      problems.append(error)  // only after somebody has put a wrong value into `otherMembers`
    }
    return problems
  }
}

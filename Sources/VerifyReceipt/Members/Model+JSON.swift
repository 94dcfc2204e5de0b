// Reading and writing that all models share.

extension Model {
  static func read(
    _ json: VerifyReceiptJSON, at path: VerifyReceiptPath, problems: inout [VerifyReceiptError]
  ) throws(VerifyReceiptError) -> Self {
    guard case .object(let object) = json else {
      throw VerifyReceiptError(.wrongType, at: path, expected: "an object", found: json.kind)
    }
    var model = Self()
    var reading = MemberReading(object, at: path)
    try model.visitMembers(&reading)
    problems += reading.problems
    return model
  }

  /// Reads a whole text.
  static func read(
    text bytes: some Collection<UInt8>, limits: VerifyReceiptLimits
  ) throws(VerifyReceiptError) -> Self {
    var problems: [VerifyReceiptError] = []
    return try read(
      JSONReader.read(bytes, limits: limits), at: VerifyReceiptPath(), problems: &problems)
  }

  /// Reads from a decoder of any format.
  static func read(from decoder: any Decoder) throws -> Self {
    var problems: [VerifyReceiptError] = []
    return try read(
      VerifyReceiptJSON(from: decoder), at: VerifyReceiptPath(decoder.codingPath),
      problems: &problems)
  }

  var tree: VerifyReceiptJSON {
    var model = self
    var tree = MemberTree()
    model.visitMembers(&tree)
    return .object(tree.object)
  }

  func write(to writer: inout JSONWriter) {
    writer.object(recordsKeys: !otherMembers.isEmpty) { writer in
      var model = self
      model.visitMembers(&writer)
    }
  }

  /// The model as JSON text, in Apple's order.
  func text(capacity: Int = 0) -> [UInt8] {
    var writer = JSONWriter(capacity: capacity)
    write(to: &writer)
    return writer.bytes
  }
}

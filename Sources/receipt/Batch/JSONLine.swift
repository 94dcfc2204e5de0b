import VerifyReceipt

/// A JSON object on one line, written member by member.
struct JSONLine {
  private var members: [UInt8] = []

  /// The whole object.
  var bytes: [UInt8] { [UInt8(ascii: "{")] + members + [UInt8(ascii: "}")] }

  mutating func add(_ key: String, _ value: VerifyReceiptJSON) {
    add(key, value.json())
  }

  /// Adds a member whose value is JSON text already.
  mutating func add(_ key: String, _ json: [UInt8]) {
    if !members.isEmpty { members.append(UInt8(ascii: ",")) }
    members += VerifyReceiptJSON.string(key).json()
    members.append(UInt8(ascii: ":"))
    members += json
  }

  mutating func add(_ error: AnswerFailure) {
    add("error", .object(error.json))
  }
}

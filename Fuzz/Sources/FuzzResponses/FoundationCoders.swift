import Foundation
import FuzzSupport
import VerifyReceipt

/// What Foundation's coders make of a value: the same, if it has nothing that they don't show as it is.
enum FoundationCoders {
  static func check(_ bytes: [UInt8], _ tree: JSON, _ response: VerifyReceiptResponse?) {
    // Their keys are equal if they look alike, and they round long numbers.
    let isPlain = bytes.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "\\") }
    guard isPlain, hasPlainNumbers(tree) else { return }
    let (text, decoder, encoder) = (Data(bytes), JSONDecoder(), JSONEncoder())
    do {
      require(try decoder.decode(JSON.self, from: text) == tree, "decoded")
      let encoded = try encoder.encode(tree)
      require(
        (try? JSON(text: encoded)) == tree, "encoded: \(String(decoding: encoded, as: UTF8.self))")
    } catch {
      require(false, "no coder reads \(String(decoding: bytes, as: UTF8.self)): \(error)")
    }
    let decoded = try? decoder.decode(VerifyReceiptResponse.self, from: text)
    require(decoded == response, "the decoded answer")
    guard let response else { return checkRefused(bytes) }
    check(response)
    let encoded = (try? encoder.encode(response)).flatMap { try? JSON(text: $0) }
    require(encoded == (try? JSON(text: response.json())), "the encoded answer")
    // What is written already is not written again.
    var crowded = response
    for key in ["status", "environment", "receipt", "x y"] { crowded.otherMembers[key] = .null }
    let again = (try? encoder.encode(crowded)).flatMap { try? JSON(text: $0) }
    require(again == (try? JSON(text: crowded.json())), "the encoded answer, with more members")
    check(response.receipt)
    check(response.receipt?.inApp)
    check(response.transaction)
    check(response.latestPurchases)
    check(response.pendingRenewalInfo)
  }

  /// What is no answer is none to a decoder, either: for the same reason, at its place in what is decoded.
  private static func checkRefused(_ bytes: [UInt8]) {
    do throws(JSONError) {
      _ = try VerifyReceiptResponse(json: bytes)
      require(false, "read the second time")
    } catch {
      // Decoders have a way of their own to say that nothing is there.
      if error.path.elements.isEmpty, error.found == "null" { return }
      let path: [JSONPath.Element] = [.index(0)] + error.path.elements
      let text = Data("[".utf8) + Data(bytes) + Data("]".utf8)
      do {
        _ = try JSONDecoder().decode([VerifyReceiptResponse].self, from: text)
        require(false, "decoded in spite of \(error)")
      } catch let other {
        let found = other as? JSONError
        require(
          found?.code == error.code && found?.expected == error.expected
            && found?.found == error.found && found?.offset == nil
            && found?.path.elements == path,
          "\(other), not \(error) in the first element")
      }
    }
  }

  /// A number that no encoder preserves is refused.
  static func check(digits count: Int) {
    let nines = String(repeating: "9", count: count)
    for text in ["[\(nines)]", "[-\(nines)]", "[\(nines.prefix(5)).\(nines.dropFirst(5))]"] {
      let encoded = (try? JSON(text: text.utf8)).flatMap { try? JSONEncoder().encode($0) }
      let found = encoded.map { String(decoding: $0, as: UTF8.self) }
      require(found == (count <= 38 ? text : nil), "\(text) became \(found, default: "nothing")")
    }
  }

  /// A part by itself.
  private static func check<Part: Codable & Equatable>(_ part: Part?) {
    guard let part else { return }
    let decoded = (try? JSONEncoder().encode(part)).flatMap {
      try? JSONDecoder().decode(Part.self, from: $0)
    }
    require(decoded == part, "stored and read: \(part)")
  }

  /// A request, read by `JSONSerialization`.
  static func check(_ request: VerifyReceiptRequest) {
    // It rounds numbers.
    guard request.otherMembers.isEmpty else { return }
    let members = (try? JSONEncoder().encode(request)).flatMap {
      try? JSONSerialization.jsonObject(with: $0) as? [String: Any]
    }
    require(
      members?["receipt-data"] as? String == request.receiptData
        && members?["password"] as? String == request.password
        && members?["exclude-old-transactions"] as? Bool == request.excludesOldTransactions,
      "an encoded request: \(members ?? [:])")
  }

  /// A status is its number.
  static func check(_ status: VerifyReceiptStatus) {
    let encoded = (try? JSONEncoder().encode([status])) ?? Data()
    let decoded = try? JSONSerialization.jsonObject(with: encoded) as? [Int64]
    require(decoded == [status.rawValue], "an encoded status: \(status)")
  }

  private static func hasPlainNumbers(_ value: JSON) -> Bool {
    switch value {
    case .number(let number):
      number.int64.map { "\($0)" == number.text } ?? isPlainDecimal(number.text)
    case .array(let elements): elements.allSatisfy { hasPlainNumbers($0) }
    case .object(let object): object.members.allSatisfy { hasPlainNumbers($0.value) }
    default: true
    }
  }

  /// Whether a decimal fraction of at most 15 digits is written in the one way that decoders give it back: no exponent,
  /// and no zero at its end.
  private static func isPlainDecimal(_ text: String) -> Bool {
    let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count + parts[1].utf8.count <= 15 else { return false }
    return parts.allSatisfy { $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } } && parts[1].last != "0"
  }
}

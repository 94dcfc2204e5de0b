import Foundation
import FuzzSupport
import VerifyReceipt

/// What Foundation's coders make of a value: the same, if it has nothing that they don't show as it is.
enum FoundationCoders {
  static func check(_ bytes: [UInt8], _ tree: JSON, _ response: VerifyReceiptResponse?) {
    // Their keys are equal if they look alike, and they round numbers.
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
    guard let response else { return }
    check(response)
    let encoded = (try? encoder.encode(response)).flatMap { try? JSON(text: $0) }
    require(encoded == (try? JSON(text: response.json())), "the encoded answer")
    check(response.receipt)
    check(response.receipt?.inApp)
    check(response.transaction)
    check(response.latestPurchases)
    check(response.pendingRenewalInfo)
  }

  /// A part by itself.
  private static func check<Part: Codable & Equatable>(_ part: Part?) {
    guard let part else { return }
    let decoded = (try? JSONEncoder().encode(part)).flatMap {
      try? JSONDecoder().decode(Part.self, from: $0)
    }
    require(decoded == part, "stored and read: \(part)")
  }

  private static func hasPlainNumbers(_ value: JSON) -> Bool {
    switch value {
    case .number(let number): number.int64.map { "\($0)" == number.text } ?? false
    case .array(let elements): elements.allSatisfy { hasPlainNumbers($0) }
    case .object(let object): object.members.allSatisfy { hasPlainNumbers($0.value) }
    default: true
    }
  }
}

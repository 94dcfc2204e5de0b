import AppStoreReceipt
import VerifyReceipt

/// One thing that the doctor has found.
struct Finding: Hashable, Sendable {
  enum Level: String, Sendable {
    /// As it should be.
    case fine
    /// Nothing wrong, but good to know.
    case note
    /// What keeps the receipt from being read, or from being trusted.
    case problem
  }

  let level: Level
  /// A word for scripts.
  let code: String
  /// What it is, or what is wrong with it: a sentence without a full stop.
  let message: String
  /// What to do, in whole sentences.
  let next: String?
  /// The byte that it is about, if it is about one.
  let offset: Int?

  init(
    _ level: Level, _ code: String, _ message: String, next: String? = nil, at offset: Int? = nil
  ) {
    self.level = level
    self.code = code
    self.message = message
    self.next = next
    self.offset = offset
  }

  /// Why a receipt cannot be read.
  init(_ error: ReceiptError, next: String?) {
    self.init(
      .problem, error.code.name, error.description + LimitOptions.advice(error), next: next,
      at: error.hasByte ? error.offset : nil)
  }

  var json: VerifyReceiptJSON {
    var json = VerifyReceiptJSON.Object()
    json.set("level", level.rawValue)
    json.set("code", code)
    json.set("message", message)
    json.set("next", next)
    json["offset"] = offset.map { .number(.init(Int64($0))) }
    return .object(json)
  }
}

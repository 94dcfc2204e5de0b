import FuzzSupport
import VerifyReceipt

/// What the documentation of JSON says once for all, asked once: no input changes it.
enum DocumentedJSON {
  /// The limits where a caller gives none.
  static let limits: Void = {
    let limits = JSONLimits(
      maximumBytes: 33_554_432, maximumDepth: 32, maximumValues: 1_048_576)
    require(JSONLimits() == limits && JSONLimits.default == limits, "of JSON: \(JSONLimits())")
  }()

  /// Each code of an error has a text of its own.
  static let codes: Void = CodeTexts.check(JSONError.Code.self)
}

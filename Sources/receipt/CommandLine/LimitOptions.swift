import AppStoreReceipt
import VerifyReceipt

/// The options that let larger inputs be read than the defaults of the library allow.
struct LimitOptions: Sendable {
  static let bytes = Option(
    "--max-bytes", .text("N"), "the largest input, after Base64 decoding (default 33554432)")
  static let attributes = Option(
    "--max-attributes", .text("N"),
    "the most attributes, those of purchases included (default 1048576, about 55,000 purchases); for answers of "
      + "verifyReceipt, the most JSON values")
  static let rewrites = Option(
    "--max-rewrites", .text("N"),
    "the most elements of BER that are rewritten as DER (default 8192)")

  static let group = Manual.Group(title: "LIMITS", options: [bytes, attributes, rewrites])

  private(set) var receipt = ReceiptLimits.default
  private(set) var response = VerifyReceiptLimits.default

  /// The defaults.
  init() {}

  init(_ arguments: Arguments) throws(ToolError) {
    // More is never read: all sums of offsets fit 32 bits.
    let most = 1 << 30
    if let number = try arguments.number(Self.bytes, in: 1...most) {
      receipt.der.inputBytes = number
      response.bytes = number
    }
    if let number = try arguments.number(Self.attributes, in: 1...most) {
      receipt.attributes = number
      response.values = number
    }
    if let number = try arguments.number(Self.rewrites, in: 1...most) {
      receipt.der.rewrites = number
    }
  }

  /// The longest file that is read: Base64 of the largest input, line breaks included.
  var fileBytes: Int { receipt.der.inputBytes * 2 + 1 }

  /// "; --max-bytes N reads more" for an error that a limit causes, else nothing.
  static func advice(_ error: ReceiptError) -> String {
    switch (error.code, error.der?.code) {
    case (.tooLarge, _): adviceOnBytes
    case (.tooManyAttributes, _): advice(attributes)
    case (_, .tooManyRewrites?): advice(rewrites)
    default: ""
    }
  }

  static func advice(_ error: VerifyReceiptError) -> String {
    switch error.code {
    case .tooLarge: adviceOnBytes
    case .tooManyValues: advice(attributes)
    default: ""
    }
  }

  static let adviceOnBytes = advice(bytes)

  private static func advice(_ option: Option) -> String { "; \(option.synopsis) allows more" }
}

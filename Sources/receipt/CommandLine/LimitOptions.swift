import AppStoreReceipt
import ReceiptJSON

/// The options that raise the limits of the library.
struct LimitOptions: Sendable {
  static let bytes = Option(
    "--max-bytes", .text("N"),
    "the maximum size of the input, after Base64 decoding (default 33554432)")
  static let attributes = Option(
    "--max-attributes", .text("N"),
    "the maximum number of attributes, including those of purchases (default 1048576, about 55,000 purchases); for "
      + "answers of verifyReceipt, the maximum number of JSON values")
  static let rewrites = Option(
    "--max-rewrites", .text("N"),
    "the maximum number of BER elements to rewrite as DER (default 8192)")

  static let group = Manual.Group(title: "LIMITS", options: [bytes, attributes, rewrites])

  private(set) var receipt = ReceiptLimits.default
  private(set) var response = JSONLimits.default

  /// The defaults.
  init() {}

  init(_ arguments: Arguments) throws(ToolError) {
    // So that all sums of offsets fit 32 bits.
    let most = 1 << 30
    if let number = try arguments.number(Self.bytes, in: 1...most) {
      receipt.der.maximumInputBytes = number
      response.maximumBytes = number
    }
    if let number = try arguments.number(Self.attributes, in: 1...most) {
      receipt.maximumAttributes = number
      response.maximumValues = number
    }
    if let number = try arguments.number(Self.rewrites, in: 1...most) {
      receipt.der.maximumRewrites = number
    }
  }

  /// The maximum size of a file: Base64 of the largest input with line breaks.
  var fileBytes: Int { receipt.der.maximumInputBytes * 2 + 1 }

  /// "; --max-bytes N allows more" for an error caused by a limit, else empty.
  static func advice(_ error: ReceiptError) -> String {
    switch (error.code, error.der?.code) {
    case (.tooLarge, _): advice(bytes)
    case (.tooManyAttributes, _): advice(attributes)
    case (_, .tooManyRewrites?): advice(rewrites)
    default: ""
    }
  }

  static func advice(_ error: JSONError) -> String {
    switch error.code {
    case .tooLarge: advice(bytes)
    case .tooManyValues: advice(attributes)
    default: ""
    }
  }

  static func advice(_ option: Option) -> String { "; \(option.synopsis) allows more" }
}

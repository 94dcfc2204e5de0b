// `JSON`, `JSONPath`, `JSONLimits` and `JSONError` are in the signatures of this module, but have a module of their own
// for the tool and the web page, which need nothing else of it. Re-exporting makes `import VerifyReceipt` enough, and
// unlike aliases doesn't give every type two names. Beside another `JSON`, write `VerifyReceipt.JSON`.
public import Foundation
@_exported public import ReceiptJSON
import TextCoding

extension JSONError: LocalizedError {
  /// The same sentence as `description`.
  public var errorDescription: String? { description }
  /// What to do, if known.
  public var recoverySuggestion: String? { code.row.remedy }
}

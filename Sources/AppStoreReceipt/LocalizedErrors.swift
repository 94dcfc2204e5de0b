public import DERParsing

public import ReceiptParsing
public import ReceiptPurchases
public import ReceiptValidation
import TextCoding
public import TransactionReceipts

// `localizedDescription`, alerts and logs of Foundation say what the errors themselves say. The sentences are English.

extension DERError: LocalizedError {
  /// The same sentence as `description`.
  public var errorDescription: String? { description }
  /// What to do, if known.
  public var recoverySuggestion: String? { code.row.remedy }
}

extension PEMError: LocalizedError {
  /// The same sentence as `description`.
  public var errorDescription: String? { description }
}

extension ReceiptError: LocalizedError {
  /// The same sentence as `description`.
  public var errorDescription: String? { description }
  /// What to do, if known.
  public var recoverySuggestion: String? { code.row.remedy ?? der?.code.row.remedy }
}

extension ReceiptSignatureError: LocalizedError {
  /// The same sentence as `description`.
  public var errorDescription: String? { description }
}

extension FailedCheck: LocalizedError {
  /// The same sentence as `description`.
  public var errorDescription: String? { description }
  /// What to do.
  public var recoverySuggestion: String? { advice }
}

extension TransactionReceiptError: LocalizedError {
  /// The same sentence as `description`.
  public var errorDescription: String? { description }
  /// What to do, if known.
  public var recoverySuggestion: String? { code.row.remedy }
}

extension PurchaseMergeError: LocalizedError {
  /// The same sentence as `description`.
  public var errorDescription: String? { description }
  /// What to do, if known.
  public var recoverySuggestion: String? { remedy }
}

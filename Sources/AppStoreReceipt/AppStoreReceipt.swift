// One import for apps and servers: everything that reads, validates and answers what was bought. The modules below
// can be imported by themselves where Foundation should not be.
//
// `CMSParsing` is not among them: `Certificate`, `Name` and the like would collide with those of other packages.

@_exported public import DERParsing
#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif
@_exported public import ReceiptParsing
@_exported public import ReceiptPurchases
@_exported public import ReceiptTrust
@_exported public import ReceiptValidation
@_exported public import TransactionReceipts

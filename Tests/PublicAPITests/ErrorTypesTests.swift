import AppStoreReceipt
import Foundation
import TestSupport
import Testing
import VerifyReceipt

/// Every error type in the lists of the public API says its sentence to Foundation, and every code has one.
@Suite struct ErrorTypesTests {
  static let modules = [
    "CMSParsing", "DERParsing", "ReceiptParsing", "ReceiptPurchases", "ReceiptRedaction",
    "ReceiptTesting", "ReceiptTrust", "ReceiptValidation", "TransactionReceipts", "VerifyReceipt",
  ]

  /// The types that Foundation understands. `ErrorSentenceTests` looks at what each of them says.
  static let localized: [any LocalizedError.Type] = [
    DERError.self, PEMError.self, PurchaseMergeError.self, ReceiptError.self,
    ReceiptSignatureError.self,
    ReceiptValidationError.self, TransactionReceiptError.self, TransactionValidationError.self,
    VerifyReceiptAnswer.Failure.self, JSONError.self,
  ]

  /// As it is written in Swift: with the type around it, without the module and without what it is generic over.
  private static func name(_ type: any LocalizedError.Type) -> String {
    String(reflecting: type).prefix { $0 != "<" }.split(separator: ".").dropFirst()
      .joined(separator: ".")
  }

  @Test func `Foundation understands every error`() throws {
    let errors = try Self.modules.flatMap { try PublicAPIList.errors(of: $0) }
    #expect(errors.sorted() == Set(Self.localized.map { Self.name($0) }).sorted())
  }

  static let codes: [(type: String, module: String, codes: [(name: String, text: String)])] = [
    rows(of: DERError.Code.self, in: "DERParsing"),
    rows(of: PEMError.Code.self, in: "DERParsing"),
    rows(of: ReceiptError.Code.self, in: "ReceiptParsing"),
    rows(of: ReceiptSignatureError.Code.self, in: "ReceiptValidation"),
    rows(of: TransactionReceiptError.Code.self, in: "TransactionReceipts"),
    rows(of: JSONError.Code.self, in: "VerifyReceipt"),
  ]

  private static func rows<Code>(
    of type: Code.Type, in module: String
  ) -> (String, String, [(name: String, text: String)])
  where Code: CaseIterable & RawRepresentable<String> & CustomStringConvertible {
    let name = String(reflecting: type).split(separator: ".").dropFirst().joined(separator: ".")
    return (name, module, type.allCases.map { ($0.rawValue, $0.description) })
  }

  @Test(arguments: codes)
  func `Every code that is public has a sentence of its own, in the form of the house`(
    type: String, module: String, codes: [(name: String, text: String)]
  ) throws {
    #expect(try PublicAPIList.values(of: type, in: module) == codes.map(\.name).sorted())
    for code in codes {
      #expect(faults(ofSentence: code.text) == [], "\(type).\(code.name): \(code.text)")
    }
    #expect(Set(codes.map(\.text)).count == codes.count)
  }
}

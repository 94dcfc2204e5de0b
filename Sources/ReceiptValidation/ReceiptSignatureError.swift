public import DERParsing
import ReceiptParsing

/// Why a signature is not one of Apple's over a receipt.
public struct ReceiptSignatureError: Error, Hashable, Sendable {
  /// The rule that is broken.
  public let code: Code

  /// The byte that it is about, if it is about one: of the container as DER, or of ``TransactionSignature/bytes``.
  public let offset: Int?

  /// What a certificate's encoding breaks, for ``Code/malformedCertificate`` and
  /// ``Code/malformedExtension``.
  public let der: DERError?

  /// Makes an error. Verifiers of your own use it too.
  public init(_ code: Code, at offset: Int? = nil) {
    self.code = code
    self.offset = offset
    der = nil
  }

  /// Makes an error about an encoding.
  public init(_ code: Code, _ error: DERError) {
    self.code = code
    offset = error.offset
    der = error
  }

  /// The same error at the place where its byte stood in the input.
  func mapped(by inputOffset: (Int) -> Int) -> ReceiptSignatureError {
    if let der { return ReceiptSignatureError(code, der.moved(to: inputOffset(der.offset))) }
    return ReceiptSignatureError(code, at: offset.map(inputOffset))
  }
}

extension ReceiptSignatureError: CustomStringConvertible {
  /// One sentence without a full stop.
  public var description: String {
    guard let der else {
      return code.description + (offset.map { " at byte \($0)" } ?? "")
    }
    return code.description + ": " + der.description
  }
}

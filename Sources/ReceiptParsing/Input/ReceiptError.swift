public import DERParsing

/// Why something cannot be read as a receipt, and where.
public struct ReceiptError: Error, Hashable, Sendable {
  /// What is wrong.
  public let code: Code

  /// Where: a byte of the input as it was given, after Base64 decoding if it was Base64. For the codes
  /// about Base64 itself it is a character of the text; for those that say what the input is instead of
  /// a receipt it is 0.
  public let offset: Int

  /// The rule of the encoding that is broken, for ``Code/malformed`` and ``Code/truncated``.
  public let der: DERError?

  /// The type of the attribute, for ``Code/duplicateAttribute``.
  public let attributeType: ReceiptAttributeType?

  init(_ code: Code, at offset: Int, attributeType: ReceiptAttributeType? = nil) {
    self.code = code
    self.offset = offset
    self.attributeType = attributeType
    der = nil
  }

  /// The error of a reader of your own, which reads what is inside an attribute.
  public init(_ error: DERError) {
    switch error.code {
    case .truncated: code = .truncated
    case .inputTooLarge: code = .tooLarge
    default: code = .malformed
    }
    offset = error.offset
    der = error
    attributeType = nil
  }

  /// The field that was being read, "SignedData.signerInfos", when the error is about one.
  public var field: String? {
    attributeType.map { "attribute \($0)" } ?? der?.field.name
  }

  /// Whether the error is about one byte, not about the whole input.
  package var hasByte: Bool { code.isAboutAnByte }

  /// Whether ``offset`` counts characters of Base64 text.
  package var isAboutBase64: Bool { code.isAboutBase64 }

  /// The same error at the place where its bytes stood in the input.
  func mapped(by inputOffset: (Int) -> Int) -> ReceiptError {
    if let der { return ReceiptError(der.moved(to: inputOffset(der.offset))) }
    return ReceiptError(code, at: inputOffset(offset), attributeType: attributeType)
  }
}

extension ReceiptError: CustomStringConvertible {
  /// One sentence: what is wrong, in which field, where.
  public var description: String {
    var text = field.map { $0 + ": " } ?? ""
    text += code.problem
    if let der, code == .malformed { text += ": " + der.rule }
    if code.isAboutAnByte { text += der?.place ?? " at byte " + String(offset) }
    return code.remedy.map { text + "; " + $0 } ?? text
  }
}

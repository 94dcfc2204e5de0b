import DERParsing
import ReceiptParsing

/// Finds out what was given in place of the property list of a transaction receipt.
struct TransactionInput {
  /// The bytes of something that may be a property list.
  let bytes: [UInt8]
  let isBase64: Bool

  /// Takes `given` as it is if it begins as a property list does, and decodes it if it is Base64 text.
  ///
  /// - Throws: ``TransactionReceiptError`` that names what the input is instead.
  init(
    _ given: [UInt8], limits: TransactionReceiptLimits, repairsSpaces: Bool
  ) throws(TransactionReceiptError) {
    // Base64 makes four characters of three bytes, and may have line breaks.
    guard given.count - limits.bytes <= limits.bytes else {  // twice the limit might overflow
      throw TransactionReceiptError(.tooLarge)
    }
    isBase64 = !Self.beginsAsList(given)
    bytes = isBase64 ? try Self.decode(given, repairsSpaces: repairsSpaces) : given
    guard bytes.count <= limits.bytes else { throw TransactionReceiptError(.tooLarge) }
  }

  private static func decode(
    _ given: [UInt8], repairsSpaces: Bool
  ) throws(TransactionReceiptError) -> [UInt8] {
    guard !ReceiptInput.beginsAsContainer(given) else { throw TransactionReceiptError(.appReceipt) }
    let bytes = try given.withRawSpan { (text) throws(TransactionReceiptError) in
      let content = text.extracting(Base64Decoding.trimmed(text))
      guard !content.isEmpty else { throw TransactionReceiptError(.empty) }
      if let code = ForeignInput.code(of: content).map({ TransactionReceiptError.Code($0) }),
        code != .notATransactionReceipt  // it may be Base64 all the same
      {
        throw TransactionReceiptError(code)
      }
      do throws(ReceiptError) {
        return try Base64Decoding(text, repairsSpaces: repairsSpaces).bytes
      } catch {
        // The first six bits of a brace are an e; what begins otherwise was not meant as Base64 of a list.
        guard content.byte(at: 0) == UInt8(ascii: "e") else {
          throw TransactionReceiptError(.notATransactionReceipt)
        }
        throw TransactionReceiptError(TransactionReceiptError.Code(error.code), at: error.offset)
      }
    }
    guard !ReceiptInput.beginsAsContainer(bytes) else {
      throw TransactionReceiptError(.appReceipt)
    }
    guard beginsAsList(bytes) else { throw TransactionReceiptError(.notATransactionReceipt) }
    return bytes
  }

  /// Whether the first characters after white space are a brace, or begin a comment.
  private static func beginsAsList(_ bytes: [UInt8]) -> Bool {
    let range = bytes.withRawSpan { Base64Decoding.trimmed($0) }
    let start = bytes[range].prefix(2)
    return start.first == UInt8(ascii: "{") || start.elementsEqual("//".utf8)
      || start.elementsEqual("/*".utf8)
  }
}

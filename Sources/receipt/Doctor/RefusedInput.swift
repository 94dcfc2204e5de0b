import AppStoreReceipt
import DERParsing
import Foundation
import ReceiptJSON
import TextCoding

/// Input that is not a receipt, and why.
struct RefusedInput {
  let bytes: [UInt8]
  let error: ReceiptError

  /// The bytes without surrounding white space.
  let trimmed: ArraySlice<UInt8>

  init(_ bytes: [UInt8], _ error: ReceiptError) {
    self.bytes = bytes
    self.error = error
    trimmed = bytes[bytes.withRawSpan { Base64Decoding.trimmed($0) }]
  }

  var code: ReceiptError.Code { error.code }

  /// The text without surrounding white space; ill-formed bytes become U+FFFD. Only ASCII if long runs of combining
  /// marks would make comparing it slow.
  var text: String {
    let text = String(decoding: trimmed, as: UTF8.self)
    guard !text.isStreamSafe else { return text }
    return String(decoding: trimmed.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
  }

  /// The text, if it is short enough for a word or a line; otherwise empty.
  var shortText: String { trimmed.count <= 1024 ? text : "" }

  /// Whether the bytes begin with one of these.
  func begins(with beginnings: [UInt8]...) -> Bool {
    beginnings.contains { bytes.starts(with: $0) }
  }

  /// The decoded Base64, or the bytes.
  var container: [UInt8] {
    (try? ReceiptInput(bytes, maximumBytes: DERLimits.default.inputBound).bytes) ?? bytes
  }
}

extension Collection<UInt8> {
  /// Why `AppReceipt` doesn't read the bytes; `nil` if it does.
  var refusal: ReceiptError.Code? {
    do throws(ReceiptError) {
      _ = try AppReceipt(self)
      return nil
    } catch {
      return error.code
    }
  }

  /// The receipt in Base64, which it may be in already.
  var receiptInBase64: String { Data(base64Decoded ?? Array(self)).base64EncodedString() }

  /// The decoded bytes of Base64 in either alphabet, ignoring white space and missing padding; `nil` for anything else.
  var base64Decoded: [UInt8]? { [UInt8](base64: Array(self)) }
}

extension UInt8 {
  /// Whether this is a character of Base64 in either alphabet, or padding.
  var isBase64: Bool { Base64Alphabet.values[Int(self)] < 64 || self == UInt8(ascii: "=") }
}

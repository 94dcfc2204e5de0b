import AppStoreReceipt
import Foundation
import ReceiptJSON
import TextCoding

/// Input that is not a receipt, and why.
struct Specimen {
  let bytes: [UInt8]
  let error: ReceiptError

  /// The bytes without surrounding white space.
  let trimmed: ArraySlice<UInt8>

  init(_ bytes: [UInt8], _ error: ReceiptError) {
    self.bytes = bytes
    self.error = error
    let white: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D]
    let start = bytes.firstIndex { !white.contains($0) } ?? bytes.endIndex
    let end = bytes.lastIndex { !white.contains($0) }.map { $0 + 1 } ?? start
    trimmed = bytes[start..<end]
  }

  var code: ReceiptError.Code { error.code }

  /// The text without surrounding white space; ill-formed bytes become U+FFFD. Only ASCII if long runs of combining
  /// marks would make comparing it slow.
  var text: String {
    let text = String(decoding: trimmed, as: UTF8.self)
    guard !text.isStreamSafe else { return text }
    return String(decoding: trimmed.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
  }

  /// The text, if it is short enough for a word or a line.
  var shortText: String? { trimmed.count <= 1024 ? text : nil }

  /// The decoded Base64, or the bytes.
  var container: [UInt8] {
    do {
      return try ReceiptInput(bytes, limits: .default, repairsSpaces: false).bytes
    } catch {
      return bytes
    }
  }

  /// The transaction receipt, if it is one. Its Base64 may start like a JWS.
  var transactionReceipt: TransactionReceipt? {
    guard code == .transactionReceipt || code == .jsonWebSignature else { return nil }
    do throws(TransactionReceiptError) {
      return try TransactionReceipt(bytes)
    } catch {
      return nil
    }
  }
}

extension Sequence<UInt8> {
  /// The decoded bytes of Base64 in either alphabet, ignoring white space and missing padding; `nil` for anything else.
  var base64Decoded: [UInt8]? { [UInt8](base64: Array(self)) }
}

extension UInt8 {
  /// Whether this is a character of Base64 in either alphabet, or padding.
  var isBase64: Bool {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"),
      UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "="):
      true
    default: false
    }
  }
}

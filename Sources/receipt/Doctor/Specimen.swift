import AppStoreReceipt
import Foundation
import VerifyReceipt

/// Bytes that are no receipt, and why.
struct Specimen {
  let bytes: [UInt8]
  let error: ReceiptError

  /// The bytes without white space around them.
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

  /// The text without white space around it; ill-formed bytes become U+FFFD. Nothing but ASCII where long runs of
  /// combining marks would make comparing it slow: what people put around a receipt has none.
  var text: String {
    let text = String(decoding: trimmed, as: UTF8.self)
    guard !text.isStreamSafe else { return text }
    return String(decoding: trimmed.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
  }

  /// The text, if it is not too long to be a word or a line.
  var shortText: String? { trimmed.count <= 1024 ? text : nil }

  /// The bytes that Base64 text stands for, or the bytes themselves.
  var container: [UInt8] {
    do {
      return try ReceiptInput(bytes, limits: .default, repairsSpaces: false).bytes
    } catch {
      return bytes
    }
  }

  /// A transaction receipt in the style of iOS 6. In Base64 it may begin as a JWS does.
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
  /// What Base64 in either alphabet stands for, white space and missing padding aside; `nil` for anything else.
  var base64Decoded: [UInt8]? {
    do throws(ReceiptError) {
      return try Array(self).withRawSpan { (text) throws(ReceiptError) in
        try Base64Decoding(text, repairsSpaces: false).bytes
      }
    } catch {
      return nil
    }
  }
}

extension UInt8 {
  /// Whether it is a character of Base64 in either alphabet, padding included.
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

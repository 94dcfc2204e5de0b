import ReceiptJSON
import ReceiptParsing
import TextCoding

/// Input that is not a receipt, and why.
struct RefusedInput {
  let bytes: [UInt8]
  /// The decoded Base64, or the bytes.
  let container: [UInt8]
  let error: ReceiptError
  let supplements: Diagnosis.Supplements

  /// The bytes without surrounding white space.
  let trimmed: ArraySlice<UInt8>

  init(
    _ bytes: [UInt8], _ container: [UInt8], _ error: ReceiptError,
    _ supplements: Diagnosis.Supplements
  ) {
    (self.bytes, self.container) = (bytes, container)
    (self.error, self.supplements) = (error, supplements)
    trimmed = bytes[bytes.withRawSpan { Base64Decoding.trimmed($0) }]
  }

  var code: ReceiptError.Code { error.code }

  /// The byte at fault, if the error is about one.
  var offset: Int? { error.hasOffset ? error.offset : nil }

  /// The trimmed text, if it is short enough for a word or a line; otherwise empty.
  var shortText: String { trimmed.count <= 1024 ? String(decoding: trimmed, as: UTF8.self) : "" }

  /// Whether the bytes begin with one of these.
  func begins(with beginnings: [UInt8]...) -> Bool {
    beginnings.contains { bytes.starts(with: $0) }
  }

  /// The reason why the receipt is unreadable.
  func finding(next: String?) -> Finding {
    Finding(
      .problem, code.rawValue, error.description + supplements.limitAdvice(error), next: next,
      at: offset)
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
  package var receiptInBase64: String {
    String(decoding: ([UInt8](base64: self) ?? Array(self)).base64Characters(), as: UTF8.self)
  }

  /// The value as JSON; `nil` if it isn't any.
  var json: JSON? { try? JSON(text: self) }

  /// Where `pattern` occurs first.
  func place(of pattern: some Collection<UInt8>) -> Index? {
    guard let first = pattern.first else { return startIndex }
    var rest = self[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: pattern) { return start }
      rest = rest.dropFirst()
    }
    return nil
  }

  func contains(_ text: String) -> Bool { place(of: Array(text.utf8)) != nil }

  func begins(with text: String) -> Bool { starts(with: text.utf8) }

  func ends(with text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }

  /// Whether a log has elided something.
  var isElided: Bool { contains("...") || contains("…") }

  /// The bytes without percent-encoding; `nil` if it is malformed or hides anything but UTF-8.
  var percentDecoded: [UInt8]? {
    var decoded: [UInt8] = []
    var iterator = makeIterator()
    while let byte = iterator.next() {
      guard byte == UInt8(ascii: "%") else {
        decoded.append(byte)
        continue
      }
      guard let high = iterator.next()?.digitValue(radix: 16),
        let low = iterator.next()?.digitValue(radix: 16)
      else { return nil }
      decoded.append(high << 4 | low)
    }
    return decoded.withRawSpan { $0.isWellFormedUTF8() } ? decoded : nil
  }
}

extension UInt8 {
  /// Whether this is a character of Base64 in either alphabet, or padding.
  var isBase64: Bool { Base64Alphabet.values[Int(self)] < 64 || self == UInt8(ascii: "=") }
}

import AppStoreReceipt
import Foundation
import TextCoding
import VerifyReceipt

/// The bytes of a file or of standard input, or of a line of one.
struct InputFile {
  /// The bytes as given.
  let bytes: [UInt8]
  let limits: LimitOptions
  /// The identity of the file.
  let status: FileStatus?
  /// The name of the file; `nil` for a line.
  private let path: String?

  /// Reads `path`, or standard input for `-`, up to the limit.
  init(_ path: String, _ limits: LimitOptions = LimitOptions()) throws(ToolError) {
    guard !path.isEmpty else { throw .usage("a file name is empty") }
    self.path = path
    self.limits = limits
    let file = try FileDescriptor(reading: path)
    defer { try? file.close() }
    status = try file.status()
    var bytes: [UInt8] = []
    while bytes.count < limits.fileBytes {
      let next = try file.read(min(1 << 20, limits.fileBytes - bytes.count))
      if next.isEmpty { break }
      bytes += next
    }
    self.bytes = bytes
  }

  /// A line.
  init(line bytes: [UInt8], _ limits: LimitOptions) {
    self.bytes = bytes
    self.limits = limits
    (status, path) = (nil, nil)
  }

  /// The receipt in the file.
  func receipt() throws(ToolError) -> AppReceipt {
    try reading { (bytes, limits) throws(ReceiptError) in try AppReceipt(bytes, limits: limits) }
  }

  /// Reads the file with `read`; errors get the details of this file.
  ///
  /// - Parameter subject: what failed, before the reason.
  func reading<Contents>(
    _ subject: String = "", _ read: ([UInt8], ReceiptLimits) throws(ReceiptError) -> Contents
  ) throws(ToolError) -> Contents {
    do {
      return try read(bytes, limits.receipt)
    } catch {
      throw failure(error, subject)
    }
  }

  /// The answer of verifyReceipt in the file.
  func verifyReceiptResponse() throws(ToolError) -> VerifyReceiptResponse {
    do {
      return try VerifyReceiptResponse(json: bytes, limits: limits.response)
    } catch {
      throw ToolError(error)
    }
  }

  /// The error, for a file with a dump of the bytes at fault and a hint at `receipt doctor`.
  ///
  /// - Parameter subject: what failed.
  func failure(_ error: ReceiptError, _ subject: String = "") -> ToolError {
    var failure = ToolError(error)
    failure.subject = subject
    if path != nil { failure.details = ByteContext.lines(error, given: bytes, limits) + advice }
    return failure
  }

  /// Where to find more about an input that can't be read.
  var advice: [String] { path.map { ["Run 'receipt doctor \($0.shellWord)' for advice."] } ?? [] }
}

extension String {
  private static let plainInShells = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./+:@%,".utf8)

  /// The path as one word for a shell that no command takes for an option.
  var shellWord: String {
    let isPlain = utf8.allSatisfy { $0 >= 0x80 || Self.plainInShells.contains($0) }
    let word = isPlain && !isEmpty ? self : shellQuoted
    return utf8.first == UInt8(ascii: "-") && self != "-" ? "./" + word : word
  }

  /// The text in single quotes for a shell.
  var shellQuoted: String {
    // Not by characters: a combining mark would hide the quotation mark.
    "'" + unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }
}

/// A dump of the bytes around an error.
enum ByteContext {
  static func lines(
    _ error: ReceiptError, given: [UInt8], _ limits: LimitOptions
  ) -> [String] {
    guard error.hasOffset else { return [] }
    // Offsets of Base64 errors count characters of the text, all others decoded bytes.
    let input = try? ReceiptInput(given, maximumBytes: limits.receipt.der.inputBound)
    let bytes = error.isAboutBase64 ? given : input?.bytes ?? given
    return dump(bytes, around: error.offset)
  }

  /// Three rows of bytes in hexadecimal and as text, with a marker below the byte at `offset`, which may be the end.
  static func dump(_ bytes: [UInt8], around offset: Int) -> [String] {
    let width = 16
    let row = offset / width * width
    var lines: [String] = []
    for start in stride(from: max(0, row - width), through: row + width, by: width)
    where start < bytes.count || start == row {
      let part = bytes[min(start, bytes.count)..<min(start + width, bytes.count)]
      let hexadecimal = part.map { [$0].hexadecimal }.joined(separator: " ")
      let characters = part.map { 0x20..<0x7F ~= $0 ? String(UnicodeScalar($0)) : "." }.joined()
      lines.append(
        String(start, radix: 16).padded(before: 8, with: "0") + "  "
          + hexadecimal.padded(to: width * 3 - 1) + "  " + characters)
      let indent = String(repeating: " ", count: 10 + (offset - row) * 3)
      if start == row { lines.append(indent + "^^ byte \(offset)") }
    }
    return lines
  }
}

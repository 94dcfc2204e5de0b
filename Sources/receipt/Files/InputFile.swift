import AppStoreReceipt
import Foundation
import TextCoding
import VerifyReceipt

/// The bytes of a file or of standard input.
struct InputFile {
  /// The bytes as given.
  let bytes: [UInt8]
  /// The identity of the file.
  let status: FileStatus
  private let path: String
  private let limits: LimitOptions

  /// Reads `path`, or standard input for `-`, up to the limit.
  init(_ path: String, _ limits: LimitOptions = LimitOptions()) throws(ToolError) {
    guard !path.isEmpty else { throw .usage("a file name is empty") }
    self.path = path
    self.limits = limits
    do throws(SystemError) {
      let isStandardInput = path == "-"
      let file = isStandardInput ? .standardInput : try FileDescriptor(path, O_RDONLY)
      defer { if !isStandardInput { try? file.close() } }
      status = try file.status()
      bytes = try Self.contents(of: file, limit: limits.fileBytes)
    } catch {
      throw .system("cannot read \(path == "-" ? "standard input" : path): \(error)")
    }
  }

  private static func contents(
    of file: FileDescriptor, limit: Int
  ) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let next = try file.read(min(1 << 20, limit - bytes.count))
      if next.isEmpty { break }
      bytes += next
    }
    return bytes
  }

  /// The receipt in the file.
  func receipt() throws(ToolError) -> AppReceipt {
    do {
      return try AppReceipt(bytes, limits: limits.receipt)
    } catch {
      throw failure(error)
    }
  }

  /// The answer of verifyReceipt in the file.
  func verifyReceiptResponse() throws(ToolError) -> VerifyReceiptResponse {
    do {
      return try VerifyReceiptResponse(json: bytes, limits: limits.response)
    } catch {
      throw .input("not an answer of verifyReceipt: \(error)\(LimitOptions.advice(error))")
    }
  }

  /// The error with a dump of the bytes at fault and a hint at `receipt doctor`.
  ///
  /// - Parameter prefix: what failed.
  func failure(_ error: ReceiptError, _ prefix: String = "") -> ToolError {
    let dump = ByteContext(error, given: bytes).lines
    return .input(
      prefix + error.description + LimitOptions.advice(error),
      details: dump + ["Run 'receipt doctor \(path.shellWord)' for advice."])
  }
}

extension String {
  /// The text as one word for a shell.
  var shellWord: String {
    let isPlain = utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "+"), UInt8(ascii: ":"),
        UInt8(ascii: "@"), UInt8(ascii: "%"), UInt8(ascii: ","), 0x80...:
        true
      default: false
      }
    }
    if isPlain, !isEmpty { return self }
    return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}

/// A dump of the bytes around an error.
struct ByteContext {
  let lines: [String]

  init(_ error: ReceiptError, given: [UInt8]) {
    guard error.hasOffset else {
      lines = []
      return
    }
    // Offsets of Base64 errors count characters of the text, all others decoded bytes.
    let bytes = error.isAboutBase64 ? given : Specimen(given, error).container
    lines = Self.dump(bytes, around: error.offset)
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
        offsetText(start) + "  " + hexadecimal.padded(to: width * 3 - 1) + "  " + characters)
      if start == row {
        let indent = 10 + (offset - row) * 3
        lines.append(String(repeating: " ", count: indent) + "^^ byte \(offset)")
      }
    }
    return lines
  }

  /// Eight hexadecimal digits.
  private static func offsetText(_ offset: Int) -> String {
    let text = String(offset, radix: 16)
    return String(repeating: "0", count: max(0, 8 - text.count)) + text
  }
}

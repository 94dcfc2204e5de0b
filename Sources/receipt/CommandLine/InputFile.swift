import AppStoreReceipt
import Foundation
import VerifyReceipt

/// The bytes of a file or of standard input.
struct InputFile {
  /// As given.
  let bytes: [UInt8]
  /// Which file it is; `nil` for text of the command line.
  let status: FileStatus?
  private let path: String
  private let limits: LimitOptions

  /// Reads `path`, or standard input for `-`, as far as the limits allow.
  init(_ path: String, _ limits: LimitOptions = LimitOptions()) throws(ToolError) {
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

  /// The receipt in it.
  func receipt() throws(ToolError) -> AppReceipt {
    do {
      return try AppReceipt(bytes, limits: limits.receipt)
    } catch {
      throw failure(error)
    }
  }

  /// The answer of verifyReceipt in it.
  func verifyReceiptResponse() throws(ToolError) -> VerifyReceiptResponse {
    do {
      return try VerifyReceiptResponse(json: bytes, limits: limits.response)
    } catch {
      throw .input("not an answer of verifyReceipt: \(error)\(LimitOptions.advice(error))")
    }
  }

  /// An error, the bytes that it is about, and who knows more.
  ///
  /// - Parameter prefix: what the error keeps from being done.
  func failure(_ error: ReceiptError, _ prefix: String = "") -> ToolError {
    let dump = ByteContext(error, given: bytes).lines
    return .input(
      prefix + error.description + LimitOptions.advice(error),
      details: dump + ["'receipt doctor \(path.shellWord)' tells more."])
  }
}

extension String {
  /// The text as one word of a shell.
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

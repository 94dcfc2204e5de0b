import AppStoreReceipt
import DERParsing
import Foundation
import VerifyReceipt

/// The octets of a file or of standard input.
struct InputFile {
  /// As given.
  let octets: [UInt8]
  private let path: String

  /// A little more than the largest input that is read: Base64 of it, line breaks included.
  static let maximumLength = ReceiptLimits.default.der.inputOctets * 2 + 1

  /// Reads `path`, or standard input for `-`, up to ``maximumLength``.
  init(_ path: String) throws(ToolError) {
    self.path = path
    let limit = Self.maximumLength
    do {
      let handle =
        path == "-"
        ? FileHandle.standardInput
        : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      var data = Data()
      while data.count < limit,
        let next = try handle.read(upToCount: min(1 << 20, limit - data.count)), !next.isEmpty
      {
        data.append(next)
      }
      octets = [UInt8](data)
    } catch {
      throw .input("cannot read \(path): \(error.localizedDescription)")
    }
  }

  /// The receipt in it.
  func receipt() throws(ToolError) -> AppReceipt {
    do {
      return try AppReceipt(octets)
    } catch {
      throw .input(report(error))
    }
  }

  /// The answer of verifyReceipt in it.
  func verifyReceiptResponse() throws(ToolError) -> VerifyReceiptResponse {
    do {
      return try VerifyReceiptResponse(json: octets)
    } catch {
      throw .input("not an answer of verifyReceipt: \(error)")
    }
  }

  /// An error, the octets that it is about, and who knows more.
  func report(_ error: ReceiptError) -> String {
    OctetContext(error, given: octets).text + "\n'receipt doctor \(path)' tells more."
  }
}

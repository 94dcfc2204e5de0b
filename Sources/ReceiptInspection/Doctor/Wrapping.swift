import DERParsing
import ReceiptParsing

/// Something around a receipt that can be removed.
struct Wrapping: Sendable {
  /// The errors of wrapped receipts.
  let codes: [ReceiptError.Code]
  /// What it is, and how to avoid it.
  let finding: Finding
  /// Removes it and returns the contents, and may add to the finding; `nil` if it is something else.
  let open: @Sendable (RefusedInput, inout Finding) -> [UInt8]?

  /// - Parameters:
  ///   - name: a stable identifier.
  ///   - codes: the errors of wrapped receipts.
  init(
    _ name: String, of codes: [ReceiptError.Code], _ message: String, next: String,
    open: @escaping @Sendable (RefusedInput, inout Finding) -> [UInt8]?
  ) {
    self.codes = codes
    self.open = open
    finding = Finding(.problem, name, message, next: next)
  }

  /// A wrapping that has an error of its own, and its name.
  init(
    _ code: ReceiptError.Code, _ message: String, next: String,
    open: @escaping @Sendable (RefusedInput, inout Finding) -> [UInt8]?
  ) {
    self.init(code.rawValue, of: [code], message, next: next, open: open)
  }

  /// All wrappings. The first that can be removed counts.
  static let all: [Wrapping] = text + json + bytes + base64
}

extension Wrapping {
  /// OBJECT IDENTIFIER signedData, which follows a receipt's first header.
  static let signedData: [UInt8] = [
    0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02,
  ]

  /// What happens to the bytes of a container in transit.
  static let bytes: [Wrapping] = [
    // Before what may take the longer end of it for trailing bytes.
    Wrapping(
      "lineBreaks", of: [.malformed, .truncated, .notAReceipt],
      "each line feed was replaced by a carriage return and a line feed",
      next: "Transfer receipts as binary files (binary mode in FTP, 'wb' in fopen), or as Base64."
    ) { input, _ in
      let bytes = input.container
      var repaired: [UInt8] = []
      repaired.reserveCapacity(bytes.count)
      for byte in bytes {
        if byte == 0x0A, repaired.last == 0x0D { repaired.removeLast() }
        repaired.append(byte)
      }
      return repaired.count < bytes.count && repaired.refusal == nil ? repaired : nil
    },
    Wrapping(
      "trailingBytes", of: [.malformed], "there are trailing bytes",
      next: "Remove them: the buffer may be larger than the receipt read into it."
    ) { input, finding in
      let (bytes, end) = (input.container, input.error.offset)
      guard input.error.der?.code == .trailingContents, end < bytes.count,
        bytes.prefix(end).refusal == nil
      else { return nil }
      finding.message = "trailing byte".counted(bytes.count - end)
      return Array(bytes.prefix(end))
    },
    Wrapping(
      .decodedAsText,
      "the bytes were decoded as Latin-1 and encoded as UTF-8, so each byte above 7F became two",
      next: "Handle receipts as data, never as text; send Base64."
    ) { input, _ in
      // U+FFFD can't be undone.
      let scalars = String(decoding: input.bytes, as: UTF8.self).unicodeScalars
      let bytes = scalars.compactMap { UInt8(exactly: $0.value) }
      return bytes.count == scalars.count ? bytes : nil
    },
    Wrapping(
      "surroundings", of: [.notAReceipt, .malformed], "there are other bytes before the receipt",
      next: "Pass only the receipt, for example the body of an HTTP message."
    ) { input, finding in
      let bytes = input.bytes
      // Preceded by the header of the SEQUENCE.
      guard let place = bytes.place(of: signedData) else { return nil }
      // The longest, since what a length of two bytes says may look like a short header.
      let header = (2...6).last { count in
        guard place >= count, bytes[place - count] == 0x30 else { return false }
        let length = bytes[place - count + 1]
        return count == 2 ? length <= 0x80 : length == 0x80 | UInt8(count - 2)
      }
      guard let header, place - header > 0 else { return nil }
      finding.offset = place - header
      return Array(bytes[(place - header)...])
    },
  ]
}

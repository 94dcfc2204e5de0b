import AppStoreReceipt

extension Wrapping {
  /// What happens to the bytes of a container on their way.
  static let bytes: [Wrapping] = [
    Wrapping(
      "trailingBytes", of: ["malformed"], "there is something behind the receipt",
      next: "Cut it off: a buffer may be longer than what was read into it."
    ) { specimen -> Opened? in
      guard specimen.error.der?.code == .trailingContents else { return nil }
      let (bytes, end) = (specimen.container, specimen.error.offset)
      guard end < bytes.count, isReceipt(bytes.prefix(end)) else { return nil }
      let count = bytes.count - end
      return Opened(
        inner: Array(bytes.prefix(end)), offset: end,
        message: "behind the receipt there " + (count == 1 ? "is 1 byte" : "are \(count) bytes"))
    },
    Wrapping(
      "lineBreaks", of: ["malformed", "truncated", "notAReceipt"],
      "each line feed among the bytes has become a carriage return and a line feed",
      next: "Transfer receipts as binary files (FTP's binary mode, 'wb' in fopen), or as Base64."
    ) { specimen in
      let bytes = specimen.container
      var repaired: [UInt8] = []
      repaired.reserveCapacity(bytes.count)
      for byte in bytes {
        if byte == 0x0A, repaired.last == 0x0D { repaired.removeLast() }
        repaired.append(byte)
      }
      return repaired.count < bytes.count && isReceipt(repaired[...]) ? repaired : nil
    },
    Wrapping(
      "decodedAsText",
      "the bytes were decoded as Latin-1 and encoded as UTF-8, so each above 7F has become two",
      next: "Handle receipts as data, never as text; send Base64."
    ) { specimen in
      // What became U+FFFD is lost for good.
      let scalars = String(decoding: specimen.bytes, as: UTF8.self).unicodeScalars
      let bytes = scalars.compactMap { UInt8(exactly: $0.value) }
      return bytes.count == scalars.count ? bytes : nil
    },
    Wrapping(
      "surroundings", of: ["notAReceipt", "malformed"], "there are other bytes before the receipt",
      next: "Take out the receipt alone: it may stand in the body of an HTTP message."
    ) { specimen -> Opened? in
      let bytes = specimen.bytes
      // OBJECT IDENTIFIER signedData; before it, the header of the SEQUENCE.
      let marker: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
      guard let place = bytes.firstRange(of: marker)?.lowerBound else { return nil }
      let header = (2...6).first { count in
        guard place >= count, bytes[place - count] == 0x30 else { return false }
        let length = bytes[place - count + 1]
        return count == 2 ? length <= 0x80 : length == 0x80 | UInt8(count - 2)
      }
      guard let header, place - header > 0 else { return nil }
      return Opened(inner: Array(bytes[(place - header)...]), offset: place - header)
    },
  ]

  private static func isReceipt(_ bytes: ArraySlice<UInt8>) -> Bool {
    do throws(ReceiptError) {
      _ = try AppReceipt(bytes)
      return true
    } catch {
      return false
    }
  }
}

import AppStoreReceipt

/// Something around a receipt that can be removed.
struct Wrapping: Sendable {
  /// The contents.
  struct Opened: Sendable {
    let inner: [UInt8]
    /// The byte at fault, if any.
    var offset: Int?
    // These replace the wrapping's own texts.
    var name: String?
    var message: String?
    var next: String?
  }

  /// A stable identifier, for scripts.
  let name: String
  /// The errors of wrapped receipts: names of `ReceiptError.Code`.
  let codes: Set<String>
  /// What it is.
  let message: String
  /// How to avoid it.
  let next: String
  /// Removes it; `nil` if it is something else.
  let open: @Sendable (Specimen) -> Opened?

  /// - Parameters:
  ///   - name: a stable identifier; also the error, unless `codes` are given.
  ///   - open: removes it and returns the contents, or `nil`.
  init(
    _ name: String, of codes: Set<String>? = nil, _ message: String, next: String,
    open: @escaping @Sendable (Specimen) -> [UInt8]?
  ) {
    self.init(name, of: codes, message, next: next) { specimen -> Opened? in
      let offset = specimen.error.hasOffset ? specimen.error.offset : nil
      return open(specimen).map { Opened(inner: $0, offset: offset) }
    }
  }

  /// - Parameter open: removes it and returns the contents with the byte at fault.
  init(
    _ name: String, of codes: Set<String>? = nil, _ message: String, next: String,
    open: @escaping @Sendable (Specimen) -> Opened?
  ) {
    self.name = name
    self.codes = codes ?? [name]
    self.message = message
    self.next = next
    self.open = open
  }

  func fits(_ specimen: Specimen) -> Bool { codes.contains(specimen.code.name) }

  func finding(_ opened: Opened) -> Finding {
    var message = opened.message ?? message
    if let offset = opened.offset { message += ", at byte \(offset)" }
    return Finding(
      .problem, opened.name ?? name, message, next: opened.next ?? next, at: opened.offset)
  }

  /// All wrappings. The first that can be removed counts.
  static let all: [Wrapping] = text + json + bytes + base64
}

extension Wrapping {
  /// What happens to the bytes of a container in transit.
  static let bytes: [Wrapping] = [
    // Before what may take the longer end of it for trailing bytes.
    Wrapping(
      "lineBreaks", of: ["malformed", "truncated", "notAReceipt"],
      "each line feed was replaced by a carriage return and a line feed",
      next: "Transfer receipts as binary files (binary mode in FTP, 'wb' in fopen), or as Base64."
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
      "trailingBytes", of: ["malformed"], "there are trailing bytes",
      next: "Remove them: the buffer may be larger than the receipt read into it."
    ) { specimen -> Opened? in
      guard specimen.error.der?.code == .trailingContents else { return nil }
      let (bytes, end) = (specimen.container, specimen.error.offset)
      guard end < bytes.count, isReceipt(bytes.prefix(end)) else { return nil }
      let count = bytes.count - end
      return Opened(
        inner: Array(bytes.prefix(end)), offset: end,
        message: count == 1 ? "1 trailing byte" : "\(count) trailing bytes")
    },
    Wrapping(
      "decodedAsText",
      "the bytes were decoded as Latin-1 and encoded as UTF-8, so each byte above 7F became two",
      next: "Handle receipts as data, never as text; send Base64."
    ) { specimen in
      // U+FFFD can't be undone.
      let scalars = String(decoding: specimen.bytes, as: UTF8.self).unicodeScalars
      let bytes = scalars.compactMap { UInt8(exactly: $0.value) }
      return bytes.count == scalars.count ? bytes : nil
    },
    Wrapping(
      "surroundings", of: ["notAReceipt", "malformed"], "there are other bytes before the receipt",
      next: "Pass only the receipt, for example the body of an HTTP message."
    ) { specimen -> Opened? in
      let bytes = specimen.bytes
      // OBJECT IDENTIFIER signedData, preceded by the header of the SEQUENCE.
      let marker: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
      guard let place = bytes.firstRange(of: marker)?.lowerBound else { return nil }
      // The longest, since what a length of two bytes says may look like a short header.
      let header = (2...6).last { count in
        guard place >= count, bytes[place - count] == 0x30 else { return false }
        let length = bytes[place - count + 1]
        return count == 2 ? length <= 0x80 : length == 0x80 | UInt8(count - 2)
      }
      guard let header, place - header > 0 else { return nil }
      return Opened(inner: Array(bytes[(place - header)...]), offset: place - header)
    },
  ]

  static func isReceipt(_ bytes: ArraySlice<UInt8>) -> Bool {
    do throws(ReceiptError) {
      _ = try AppReceipt(bytes)
      return true
    } catch {
      return false
    }
  }
}

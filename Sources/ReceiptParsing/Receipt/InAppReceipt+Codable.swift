import DERParsing

// The parts of a receipt that people store. Decoding verifies nothing.
#if !hasFeature(Embedded)
  extension ReceiptDate: Codable {
    /// Reads a date from text, in the forms that receipts have.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      guard let date = ReceiptDate(try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a date")
      }
      self = date
    }

    /// Writes the date as the receipt has it: `2020-07-22T18:33:15Z`.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  extension ReceiptEnvironment: Codable {}
  extension ProductType: Codable {}

  extension InAppReceipt: Codable {
    /// Reads a purchase from the Base64 of its encoding. Its ``index`` is 0.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let text = Array(try container.decode(String.self).utf8)
      do throws(ReceiptError) {
        let encoding = try text.withRawSpan { (text) throws(ReceiptError) in
          try Base64Decoding(text, repairsSpaces: false).bytes
        }
        self.init(try ReceiptStorage(purchase: encoding), 0)
      } catch {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "not a purchase: \(error)")
      }
    }

    /// Writes the purchase as the Base64 of its encoding: all its attributes, byte by byte.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(Self.base64(encoding))
    }

    /// RFC 4648 §4, with padding.
    private static func base64(_ bytes: ArraySlice<UInt8>) -> String {
      let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
      var text: [UInt8] = []
      text.reserveCapacity((bytes.count + 2) / 3 * 4)
      for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 3) {
        let group = bytes[start...].prefix(3)
        let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
        for place in 0..<4 {
          text.append(
            place <= group.count ? alphabet[bits >> (18 - 6 * place) & 0x3F] : UInt8(ascii: "="))
        }
      }
      return String(decoding: text, as: UTF8.self)
    }
  }
#endif

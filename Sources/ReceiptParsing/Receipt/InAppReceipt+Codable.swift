import TextCoding

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
          do throws(Base64Error) {
            return try Base64Decoding(text).bytes
          } catch {
            throw ReceiptError(error)
          }
        }
        let receipts = try AppReceipt(Self.container(of: encoding)).inAppReceipts
        guard let only = receipts.first, receipts.count == 1 else {
          throw ReceiptError(.malformed, at: 0)
        }
        self = only
      } catch {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "not a purchase: \(error)")
      }
    }

    /// Writes the purchase as the Base64 of its encoding: all its attributes, byte by byte.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(String(decoding: encoding.base64Characters(), as: UTF8.self))
    }

    /// The container of a receipt that consists of one purchase and has no signer.
    private static func container(of purchase: [UInt8]) -> [UInt8] {
      func element(_ identifier: UInt8, _ parts: [UInt8]...) -> [UInt8] {
        let contents = parts.flatMap { $0 }
        let length = stride(from: 24, through: 0, by: -8).map {
          UInt8(truncatingIfNeeded: contents.count >> $0)
        }.drop { $0 == 0 }
        let isShort = contents.count < 0x80
        return [identifier]
          + (isShort ? [UInt8(contents.count)] : [0x80 | UInt8(length.count)] + length)
          + contents
      }
      func type(_ last: UInt8) -> [UInt8] {
        // id-data, id-signedData
        element(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, last])
      }
      let attribute = element(0x30, [2, 1, 17, 2, 1, 1], element(0x04, purchase))
      let content = element(0x30, type(1), element(0xA0, element(0x04, element(0x31, attribute))))
      return element(
        0x30, type(2),
        element(0xA0, element(0x30, [2, 1, 1], element(0x31), content, element(0x31))))
    }
  }
#endif

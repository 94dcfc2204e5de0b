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
        self.init(storage: try ReceiptStorage(purchase: encoding), index: 0)
      } catch {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "not a purchase: \(error)")
      }
    }

    /// Writes the purchase as the Base64 of its encoding: all its attributes, byte by byte.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(String(decoding: Array(encoding).base64Characters(), as: UTF8.self))
    }
  }
#endif

import DERParsing
import ReceiptParsing

extension [UInt8] {
  /// What a constant of this module stands for.
  package init(constant base64: String) {
    do {
      self = try Array(base64.utf8).withRawSpan { (text) throws(ReceiptError) in
        try Base64Decoding(text, repairsSpaces: false).bytes
      }
    } catch {
      preconditionFailure("a constant is no Base64")
    }
  }
}

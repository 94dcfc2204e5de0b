import AppStoreReceipt
import DERParsing

/// A way to read octets, to its end.
enum EntryPoint: String, CaseIterable {
  case reader, transcoder, streaming, owned

  /// Reads the octets. What comes of it does not matter here.
  func read(_ octets: [UInt8]) {
    switch self {
    case .reader:
      _ = try? octets.withDERReader { (reader) throws(DERError) in try Self.walk(&reader) }
    case .transcoder:
      _ = try? BERTranscoder.transcode(octets)
    case .streaming:
      _ = try? octets.withDERReader { (reader) throws(DERError) in
        try Self.stream(reader.octets)
        _ = reader.readRemaining()
      }
    case .owned:
      guard let receipt = try? AppReceipt(octets) else { return }
      _ = receipt.inAppReceipts.count { $0.isCancelled }
      _ = receipt.problems.count
    }
  }

  private static func walk(_ reader: inout DERReader) throws(DERError) {
    while !reader.isAtEnd {
      let element = try reader.readElement()
      guard element.identifier.isConstructed else { continue }
      var contents = try reader.contents(of: element)
      try walk(&contents)
    }
  }

  private static func stream(_ octets: RawSpan) throws(DERError) {
    do throws(ReceiptError) {
      let container = try ReceiptContainer(octets)
      var attributes = container.attributes
      while let attribute = try attributes.next() {
        guard attribute.type == .inAppReceipt else { continue }
        var inApp = try attribute.inAppAttributes()
        while try inApp.next() != nil {}
      }
    } catch {
      throw error.der ?? DERError(.truncated, at: error.offset)
    }
  }
}

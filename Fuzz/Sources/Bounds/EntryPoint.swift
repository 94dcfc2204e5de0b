import AppStoreReceipt
import DERParsing
import FuzzSupport
import VerifyReceipt

/// A way to read octets, to its end.
enum EntryPoint: String, CaseIterable {
  case reader
  case transcoder
  case streaming = "ReceiptContainer"
  case owned = "AppReceipt"
  case base64 = "AppReceipt, Base64"
  case transaction = "TransactionReceipt"
  case tree = "VerifyReceiptJSON"
  case answer = "VerifyReceiptResponse"

  /// An input of the kind that this is made for.
  var ordinary: Shape {
    switch self {
    case .reader, .transcoder, .streaming, .owned, .base64: .ordinaryReceipt
    case .transaction: .ordinaryTransaction
    case .tree, .answer: .ordinaryAnswer
    }
  }

  /// What is read of the octets of a shape.
  func input(_ octets: [UInt8]) -> [UInt8] { self == .base64 ? Base64Text.of(octets) : octets }

  /// How many octets of memory reading may take for each octet of an input, beside a constant.
  func maximumMemory(of input: [UInt8]) -> Double {
    switch self {
    // What was BER is kept as DER, beside an index: 16 octets for each attribute, 20 for a purchase, of which
    // the least have ten and twelve.
    case .owned where input.starts(with: [0x30, 0x80]): 3
    case .reader, .transcoder, .streaming, .owned: 2
    // The same of three quarters of the text.
    case .base64: 3
    // Of 64 KiB, unless a caller allows more.
    case .transaction: 4
    // Values and purchases are kept as such, of which `VerifyReceiptLimits.values` bounds the number.
    case .tree: 48
    case .answer: 256
    }
  }

  /// How many times the time of an octet of 64 KiB an octet of the largest input may take. What keeps much more
  /// than it reads waits for new memory.
  var maximumGrowth: Double {
    switch self {
    case .tree, .answer: 4
    default: 1.5
    }
  }

  /// Reads the octets. What comes of it does not matter here.
  func read(_ octets: [UInt8]) {
    switch self {
    case .reader:
      _ = try? octets.withDERReader { (reader) throws(DERError) in try Self.walk(&reader) }
    case .transcoder:
      _ = try? BERTranscoder.transcode(octets)
    case .streaming:
      octets.withOctets { Self.stream($0) }
    case .owned, .base64:
      guard let receipt = try? AppReceipt(octets) else { return }
      _ = receipt.inAppReceipts.count { $0.isCancelled }
      _ = receipt.problems.count
    case .transaction:
      // By default, nothing of more than 64 KiB is looked at.
      let limits = TransactionReceiptLimits(octets: 32 << 20)
      guard let receipt = try? TransactionReceipt(octets, limits: limits) else { return }
      _ = receipt.purchaseInfo.isCancelled
      _ = receipt.purchaseInfo.problems.count
      _ = try? receipt.signature()
    case .tree:
      _ = try? VerifyReceiptJSON(text: octets)
    case .answer:
      guard let response = try? VerifyReceiptResponse(json: octets) else { return }
      _ = response.latestPurchases.count { $0.isCancelled }
      _ = response.problems.count
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

  private static func stream(_ octets: RawSpan) {
    do throws(ReceiptError) {
      let container = try ReceiptContainer(octets)
      var attributes = container.attributes
      while let attribute = try attributes.next() {
        guard attribute.type == .inAppReceipt else { continue }
        var inApp = try attribute.inAppAttributes()
        while try inApp.next() != nil {}
      }
    } catch {}
  }
}

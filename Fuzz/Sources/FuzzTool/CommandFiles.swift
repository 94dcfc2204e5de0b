import Foundation
import FuzzSupport
import ReceiptParsing
import ReceiptTesting
import VerifyReceipt

/// Files for command lines, written once: receipts, none, and what options name.
struct CommandFiles: Sendable {
  static let shared = CommandFiles()

  let folder: String
  /// What is asked for: a receipt and the same as BER, two that are not, and one that is not there.
  let inputs: [String]
  /// The same in Base64, for one in a line: two receipts, and what is none.
  let lines: [String]
  /// A file with the first two of these.
  let receipts: String
  /// The first is signed by this one.
  let authority: TestAuthority
  /// The same receipt, in DER and in BER, whose last certificate is broken, and where.
  let broken: [(path: String, offset: Int)]
  /// A receipt of another app.
  let other: String
  /// The first receipt in Base64.
  let base64: String
  /// A transaction receipt in the style of iOS 6, of a subscription that has ended and without a signature.
  let transactionFile: String

  /// Names that mean something in XML, and characters that it does not have.
  static let transaction = "<a&\"b'>]]>\u{1}\u{FFFE}\u{E9}"
  static let product = "a<b>&c"
  /// Unicode has two forms of it.
  static let otherApp = "caf\u{E9}"

  private init() {
    let folder = NSTemporaryDirectory() + "receipt-commands-\(getpid())"
    let (authority, other) = (TestAuthority(name: "A"), TestAuthority(name: "B"))
    (self.folder, self.authority) = (folder, authority)
    // What an earlier process of this number has left; and what this one would leave.
    try? FileManager.default.removeItem(atPath: folder)
    atexit { try? FileManager.default.removeItem(atPath: CommandFiles.shared.folder) }
    func write(_ name: String, _ bytes: [UInt8]) -> String {
      let path = "\(folder)/\(name)"
      do {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: path))
      } catch {
        fatalError("\(path): \(error)")
      }
      return path
    }
    var builder = Self.builder
    let receipt = builder.bytes(signedBy: authority)
    let answer = Self.answer(receipt)
    _ = [
      write("answer.json", answer), write("changed.json", Self.changed(receipt)),
      write("old.json", Array("{\"status\":0}".utf8)), write("a.der", authority.rootCertificate),
      write("k=v.der", authority.rootCertificate), write("b.der", other.rootCertificate),
      write("ba.pem", Self.pem(other) + Self.pem(authority)),
      write("ab.pem", Self.pem(authority) + Self.pem(other)),
    ]
    broken = [ReceiptForm.Encoding.der, .ber].map { encoding in
      builder.encoding = encoding
      var bytes = builder.bytes(signedBy: authority)
      guard let root = bytes.firstRange(of: authority.rootCertificate) else {
        fatalError("no certificate in \(encoding)")
      }
      // The version has no tag that a certificate has there.
      let place = root.lowerBound + 8
      require(bytes[place] == 0xA0, "the version at \(place)")
      bytes[place] = 0xA7
      return (write("broken.\(encoding)", bytes), place)
    }
    do {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/a/b", withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/a/b/link", withDestinationPath: "picture.svg")
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/a/b/receipt", withDestinationPath: "../../a.p7")
    } catch {
      fatalError("\(folder): \(error)")
    }
    builder.encoding = .ber
    let ber = builder.bytes(signedBy: authority)
    let xcode = TestAuthority.xcode(name: "X")
    builder.environment = .xcode
    _ = [write("x.ber", builder.bytes(signedBy: xcode)), write("x.der", xcode.rootCertificate)]
    builder = Self.builder
    for (name, end) in [("ended", "2020-01-01T00:00:00Z"), ("lasting", "9999-01-01T00:00:00Z")] {
      builder.expirationDate = end
      _ = write("\(name).p7", builder.bytes(signedBy: authority))
    }
    builder.bundleIdentifier = Self.otherApp
    self.other = write("other.p7", builder.bytes(signedBy: authority))
    lines =
      [receipt, ber, Array(receipt.dropLast())].map { Data($0).base64EncodedString() }
      + ["no receipt", ""] + [40_000, 40_002].map { String(repeating: "A", count: $0) }
    receipts = write("receipts", Array(lines.prefix(2).joined(separator: "\n").utf8))
    base64 = write("base 64", Array(lines[0].utf8))
    transactionFile = write("transaction.plist", Self.transactionReceipt())
    inputs = [
      write("a.p7", receipt), write("a.ber", ber),
      write("text.txt", Array("no receipt".utf8)), write("cut.p7", Array(receipt.dropLast())),
      "\(folder)/missing",
    ]
  }

  /// A subscription with a gap, in grace at its end, and a consumable.
  static let builder: ReceiptBuilder = {
    var builder = ReceiptBuilder(bundleIdentifier: "app", appVersion: "1")
    var last = TestPurchase.subscription(
      product, purchased: "2025-03-01T00:00:00Z", expires: "2025-04-01T00:00:00Z",
      originalTransaction: "7")
    last.transactionIdentifier = transaction
    var first = TestPurchase.subscription(
      product, purchased: "2025-01-01T00:00:00Z", expires: "2025-02-01T00:00:00Z")
    first.transactionIdentifier = "7"
    builder.purchases = [
      first, last, .consumable("coins", purchased: "2025-02-01T00:00:00Z"),
      .nonConsumable("full", purchased: "2025-02-02T00:00:00Z"),
    ]
    return builder
  }()

  /// A file with these bytes, in the place of the last one.
  func input(_ bytes: [UInt8]) -> String {
    let path = "\(folder)/input"
    do {
      try Data(bytes).write(to: URL(filePath: path))
    } catch {
      fatalError("\(path): \(error)")
    }
    return path
  }

  /// Of verifyReceipt, with a grace period.
  private static func answer(_ receipt: [UInt8]) -> [UInt8] {
    let read: AppReceipt
    do throws(ReceiptError) { read = try AppReceipt(receipt) } catch { fatalError("\(error)") }
    var response = VerifyReceiptResponse(
      unverified: read, requestDate: ReceiptDate(millisecondsSince1970: 0))
    response.latestReceipt = Data(receipt).base64EncodedString()
    let renewals =
      #","pending_renewal_info":[{"original_transaction_id":"7","product_id":"\#(product)","#
      + #""is_in_billing_retry_period":"1","grace_period_expires_date_ms":"1744000000000"}]}"#
    return Array(response.json().dropLast()) + Array(renewals.utf8)
  }

  /// The same, but for the app and a product.
  private static func changed(_ receipt: [UInt8]) -> [UInt8] {
    let text = String(decoding: answer(receipt), as: UTF8.self)
    return Array(
      text.replacing(#""bundle_id":"app""#, with: #""bundle_id":"other""#)
        .replacing(#""product_id":"coins""#, with: #""product_id":"gems""#).utf8)
  }

  /// - Parameter environment: what is said of it outside of what would be signed.
  static func transactionReceipt(
    appItem: String? = nil, environment: String? = nil, transaction: String? = "1000000000000007"
  ) -> [UInt8] {
    let purchase: [(key: String, value: String?)] = [
      ("bid", "app"), ("product-id", "abo"), ("purchase-date-ms", "1700000000000"),
      ("expires-date", "1702000000000"), ("transaction-id", transaction), ("app-item-id", appItem),
    ]
    let outer: [(key: String, value: String?)] = [
      ("purchase-info", Data(list(purchase)).base64EncodedString()), ("environment", environment),
    ]
    return list(outer)
  }

  private static func list(_ entries: [(key: String, value: String?)]) -> [UInt8] {
    let texts = entries.map { key, value in value.map { "\"\(key)\"=\"\($0)\";" } ?? "" }
    return Array("{\(texts.joined())}".utf8)
  }

  private static func pem(_ authority: TestAuthority) -> [UInt8] {
    let base64 = Data(authority.rootCertificate).base64EncodedString(
      options: [.lineLength64Characters, .endLineWithLineFeed])
    return Array("-----BEGIN CERTIFICATE-----\n\(base64)\n-----END CERTIFICATE-----\n".utf8)
  }
}

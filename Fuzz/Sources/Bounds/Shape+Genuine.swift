import AppStoreReceipt
import CMSParsing
import ReceiptTesting

/// What the test authority signs.
enum Genuine {
  static let authority = TestAuthority(name: "Bounds")
  static let verifier = AppleSignatureVerifier(anchors: [authority.anchor])

  /// A receipt with so many bytes of further attributes, and its parts.
  static func receipt(_ attributes: Int, each: (Int) -> EncodedAttribute) -> [UInt8] {
    var builder = ReceiptBuilder(bundleIdentifier: "com.example.app", appVersion: "1.0")
    let rest = builder.bytes(signedBy: authority).count
    builder.additionalAttributes = [each(0)]
    let size = builder.bytes(signedBy: authority).count - rest
    while builder.additionalAttributes.count * size < attributes {
      builder.additionalAttributes.append(each(builder.additionalAttributes.count))
    }
    return builder.bytes(signedBy: authority)
  }

  static func receipt(purchases: Int, of purchase: (Int) -> TestPurchase) -> [UInt8] {
    var builder = ReceiptBuilder(bundleIdentifier: "com.example.app", appVersion: "1.0")
    builder.purchases = (0..<purchases).map(purchase)
    return builder.bytes(signedBy: authority)
  }

  /// A small genuine message with something changed that is not signed.
  static func changed(_ change: (inout Message) -> Void) -> [UInt8] {
    let bytes = receipt(purchases: 1) { _ in
      .nonConsumable("com.example.app", purchased: "2025-04-14T08:30:00Z")
    }
    guard let receipt = try? AppReceipt(bytes),
      let certificates = try? receipt.certificateEncodings()
    else { fatalError("the genuine receipt is none") }
    let signedData = receipt.signedData
    var message = Message(payload: Array(receipt.contentBytes))
    message.digestAlgorithms = Array(
      receipt.containerBytes[signedData.digestAlgorithms.contentsRange])
    message.certificates = certificates.flatMap { Array($0) }
    message.signers = Array(receipt.containerBytes[signedData.signerInfos.contentsRange])
    change(&message)
    return message.der
  }
}

extension Shape {
  /// About so many bytes are a purchase of the builder's.
  private static let purchaseCount = 400

  /// A genuine receipt with ordinary purchases.
  static let ordinaryGenuine = Shape.of("a genuine receipt") { count in
    Genuine.receipt(purchases: max(1, count / purchaseCount)) {
      .subscription(
        "com.example.app.\($0)", purchased: "2025-04-14T08:30:00Z", expires: "2025-05-14T08:30:00Z")
    }
  }

  /// Receipts that are genuine, or nearly so: a verifier goes far into them.
  static let genuine: [Shape] = [
    ordinaryGenuine,
    of("a genuine receipt with a long attribute") { count in
      Genuine.receipt(1) { _ in
        EncodedAttribute(type: 99, value: [UInt8](repeating: 0x41, count: count))
      }
    },
    of("a genuine receipt with many attributes") { count in
      Genuine.receipt(count) { EncodedAttribute(type: Int32(5000 + $0), value: []) }
    },
    of("a genuine receipt with certificates of others") { count in
      Genuine.changed { $0.certificates += numbered(count) { tinyCertificate($0) } }
    },
    of("a genuine receipt behind certificates of others") { count in
      Genuine.changed {
        $0.certificates = numbered(count) { tinyCertificate($0) } + $0.certificates
      }
    },
    of("a genuine receipt with its certificates again and again") { count in
      Genuine.changed { $0.certificates = repeated($0.certificates, count) }
    },
    of("a genuine receipt with its signer again and again") { count in
      Genuine.changed { $0.signers = repeated($0.signers, count) }
    },
    of("a genuine receipt with its signer and certificates again and again") { count in
      Genuine.changed {
        $0.signers = repeated($0.signers, count / 2)
        $0.certificates = repeated($0.certificates, count / 2)
      }
    },
    of("a genuine receipt with digest algorithms") { count in
      Genuine.changed { $0.digestAlgorithms = repeated($0.digestAlgorithms, count) }
    },
    of("a genuine receipt with revocation lists") { count in
      Genuine.changed { $0.crls = repeated([0x30, 0x00], count) }
    },
  ]

  /// Several receipts of one app.
  static let ordinaryHistories = of(histories: "receipts with one purchase each") { count in
    numbered(count) { message(purchase(transaction: $0)) }
  }

  static let histories: [Shape] = [
    ordinaryHistories,
    of(histories: "receipts with the same purchases") { count in
      let purchases = numbered(4000) { purchase(transaction: $0, product: ".\($0)") }
      return repeated(message(purchases), count)
    },
    of(histories: "four receipts with the same purchases") { count in
      let bytes = message(numbered(count / 4) { purchase(transaction: $0, original: 0, kind: 1) })
      return bytes + bytes + bytes + bytes
    },
    of(histories: "four receipts with the same purchases withheld") { count in
      let bytes = message(
        numbered(count / 4) {
          attribute(17, element(0x31, attribute(1703, text("\($0)")) + attribute(1712, date("?"))))
        })
      return bytes + bytes + bytes + bytes
    },
    of(histories: "receipts with a withheld purchase each") { count in
      numbered(count) {
        message(attribute(17, element(0x31, attribute(1703, text("\($0)")))))
      }
    },
    of(histories: "receipts without purchases") { repeated(message([]), $0) },
    of(histories: "receipts with a purchase and its cancellation") { count in
      numbered(count) {
        message(
          purchase(
            transaction: $0 / 2, original: 0, kind: 0,
            cancelled: $0 % 2 == 0 ? "2025-05-14T08:30:00Z" : ""))
      }
    },
  ]

  private static func of(
    histories name: String, bytes: @escaping @Sendable (Int) -> [UInt8]
  ) -> Shape {
    Shape(name: name, kind: .receipts, bytes: bytes)
  }
}

import AppStoreReceipt
import ReceiptTesting
import VerifyReceipt

extension EntryPoint {
  private static func word(
    _ name: String, memory: Double = 2, _ body: @escaping @Sendable (String) -> Void
  ) -> EntryPoint {
    EntryPoint(
      name: name, kinds: [.word], ordinary: Shape.words[0], reading: "AppReceipt", memory: memory
    ) { subject in
      let text = subject.text
      return { body(text) }
    }
  }

  /// Values that are written as text.
  static let words: [EntryPoint] = [
    word("AppVersionNumber", memory: 4) { text in
      guard let number = AppVersionNumber(text), let other = AppVersionNumber(text) else { return }
      use(number < other)
      use(number == other)
      hash(number)
    },
    word("ReceiptDate") { use(ReceiptDate($0)) },
    word("DeviceIdentifier") { use(DeviceIdentifier($0)?.description) },
    word("DERObjectIdentifier, text") { use(DERObjectIdentifier($0)) },
    word("names of values", memory: 4) { text in
      let environment = ReceiptEnvironment(rawValue: text)
      use(environment == ReceiptEnvironment(rawValue: text + "a"))
      hash(environment)
      use(AutoRenewStatus(rawValue: text).rawValue)
      use(CancellationReason(rawValue: text).rawValue)
      use(ExpirationIntent(rawValue: text).rawValue)
      use(OwnershipType(rawValue: text).rawValue)
      use(PriceIncreaseStatus(rawValue: text).rawValue)
      use(VerifyReceiptEnvironment(rawValue: text).rawValue)
    },
    word("JSONPath", memory: 8) { text in
      let keys = stride(from: 0, to: text.utf8.count, by: 64).map {
        JSONPath.Element.index($0)
      }
      let path = JSONPath([.key(text)] + keys)
      use(path.description)
      hash(path)
    },
  ]

  /// What tests make receipts with: as many of everything as an input has bytes for.
  static let testing: [EntryPoint] = [
    EntryPoint(
      name: "ReceiptBuilder", kinds: [.word], ordinary: Shape.words[0], reading: "AppReceipt",
      memory: 24
    ) { subject in
      var builder = ReceiptBuilder(bundleIdentifier: "com.example.app", appVersion: "1.0")
      builder.purchases = (0..<subject.bytes.count / 512).map {
        .nonConsumable("com.example.app.\($0)", purchased: "2025-04-14T08:30:00Z")
      }
      let ready = builder
      return { use(ready.bytes(signedBy: Genuine.authority)) }
    },
    EntryPoint(
      name: "DEREncoding", kinds: [.word], ordinary: Shape.words[0], reading: "AppReceipt",
      memory: 64
    ) { subject in
      let (bytes, text) = (subject.bytes, subject.text)
      return {
        let elements = stride(from: 0, to: bytes.count, by: 8).map {
          DEREncoding.integer(Int64(truncatingIfNeeded: UInt64($0) &* 0x9E37_79B9_7F4A_7C15))
        }
        use(DEREncoding.set(of: elements))
        use(DEREncoding(.sequence, elements: elements))
        use(DEREncoding.octetString(bytes))
        use(DEREncoding.utf8String(text))
      }
    },
  ]
}

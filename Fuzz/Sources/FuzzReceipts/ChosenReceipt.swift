import FuzzSupport
import ReceiptParsing
import ReceiptTesting
import ReceiptTrust
import ReceiptValidation

/// A receipt of `ReceiptTesting`, chosen by the bytes of an input, and what has to be in it.
struct ChosenReceipt {
  /// What was made.
  struct Made {
    var authority = TestAuthority()
    /// What its authority was made with.
    var (name, signerValidity): (String, ClosedRange<ReceiptDate>?) = ("", nil)
    var builder = ReceiptBuilder(bundleIdentifier: "", appVersion: "")
    /// The values of attributes by their types, without the opaque value, the hash and purchases.
    var attributes: [Int: [UInt8]] = [:]
    /// The values of each purchase.
    var purchases: [[Int: [UInt8]]] = []
    /// In seconds since 1970, of the signer's certificate.
    var validity: [Int] = []
    var isXcodes = false
    /// What its signer and its certificates name.
    var hash = NaiveHash.sha256
    var fault = ReceiptFault.truncated
    /// Whether a verifier that trusts the authority accepts the signature.
    var isValid = false
    /// Whether all is there that a validation of app and device asks for.
    var isComplete = false

    /// Those that are trusted besides the authority's own.
    private var others: [XcodeCertificate] = []

    var verifier: AppleSignatureVerifier {
      AppleSignatureVerifier(
        anchors: isXcodes ? [] : [authority.anchor], allowsXcode: isXcodes,
        xcodeCertificates: authority.xcodeCertificates + others)
    }

    /// An authority that differs only in its name.
    var stranger: TestAuthority {
      isXcodes
        ? .xcode(name: name + "x", signerValidity: signerValidity)
        : TestAuthority(
          name: name + "x", digestAlgorithm: hash == .sha1 ? .sha1 : .sha256,
          signerValidity: signerValidity)
    }

    /// Xcode's certificates are known by all their bytes, and so one with other dates is another.
    mutating func trustsCertificate(of receipt: AppReceipt) {
      guard isXcodes else { return }
      others = ((try? receipt.certificateEncodings()) ?? []).compactMap {
        try? XcodeCertificate(certificate: Array($0))
      }
    }
  }

  /// What changes nothing in a receipt like Xcode's, whose one certificate signs itself.
  static let faultsOfPaths: Set<ReceiptFault> = [
    .signerMarkerMissing, .signerPolicyMissing, .signerForged, .rootReplaced, .intermediateMissing,
    .intermediateExpired, .intermediateMarkerMissing,
  ]

  private var choices: ArraySlice<UInt8>

  init(_ input: [UInt8]) {
    choices = input[...]
  }

  mutating func choose<Value>(_ values: [Value]) -> Value {
    values[Int(choices.popFirst() ?? 0) % values.count]
  }

  /// Where certificates change the type of their dates, and around the years of the authority.
  private static let instants = [
    "2025-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "1940-02-29T12:00:00Z", "1949-12-31T23:59:59Z",
    "1950-01-01T00:00:00Z", "1999-12-31T23:59:59Z", "2000-01-01T00:00:00Z", "2024-12-31T23:59:59Z",
    "2025-01-01T00:00:01Z", "2049-12-31T23:59:59Z", "2050-01-01T00:00:00Z", "2100-02-28T00:00:00Z",
    "9999-12-31T23:59:59Z",
  ]
  private static let texts = ["a", "", "com.example.app", "caf\u{E9}", "e\u{301}", "0"]
  static let numbers: [Int64] = [0, 1, -1, 127, 128, -128, -129, 1 << 53, .max, .min]

  private static func seconds(_ text: String) -> Int? {
    NaiveDate.milliseconds(Array(text.utf8)[...]).map { $0 / 1000 }
  }

  mutating func receipt() -> Made {
    var made = Made()
    made.isXcodes = choose([false, false, true])
    let name = choose(Self.texts)
    let ends = [choose(Self.instants), choose(Self.instants)].sorted()
    let hasDates = choose([true, false])
    let dates = hasDates ? ends : ["2000-01-01T00:00:00Z", "2049-12-31T23:59:59Z"]
    made.validity = dates.compactMap { Self.seconds($0) }
    let validity = dates.compactMap { ReceiptDate($0) }
    let range = hasDates ? validity[0]...validity[1] : nil
    (made.name, made.signerValidity) = (name, range)
    if made.isXcodes {
      made.authority = .xcode(name: name, signerValidity: range)
    } else {
      made.hash = choose([.sha256, .sha1])
      made.authority = TestAuthority(
        name: name, digestAlgorithm: made.hash == .sha1 ? .sha1 : .sha256, signerValidity: range)
    }
    fill(&made)
    made.fault = choose(ReceiptFault.allCases)
    addDetails(&made)
    let seconds = Self.seconds(made.builder.creationDate)
    let years = Self.instants.compactMap { Self.seconds($0) }
    // The years of the certificates above the signer's.
    let isInPath = made.isXcodes || seconds.map { years[6]...years[9] ~= $0 } == true
    made.isValid =
      isInPath && seconds.map { made.validity[0]...made.validity[1] ~= $0 } == true
      && made.attributes[12] != nil
      // What Xcode signs counts for its own environment only.
      && (!made.isXcodes || made.attributes[0] == text("Xcode"))
    made.isComplete =
      !made.builder.bundleIdentifier.isEmpty && !made.builder.opaqueValue.isEmpty
      && made.builder.omittedAttributes.isDisjoint(
        with: [.bundleIdentifier, .opaqueValue, .sha1Hash])
    return made
  }

  private mutating func fill(_ made: inout Made) {
    var builder = ReceiptBuilder(
      bundleIdentifier: choose(Self.texts), appVersion: choose(Self.texts))
    builder.environment =
      made.isXcodes
      ? choose([
        .xcode, .xcode, .xcode, .production, .productionVPP, .productionSandbox, .other(""),
      ]) : choose([.production, .productionSandbox])
    // No certificate ends a second before the first year or begins after the last.
    builder.creationDate = choose(Self.instants.dropLast().filter { $0 > "0002" } + ["", "x"])
    builder.encoding = choose([.der, .ber])
    builder.device = DeviceIdentifier(bytes: choose([Array(0..<16), [1, 2, 3, 4, 5, 6]]))
    builder.opaqueValue = choose([Array(0xA0...0xAF), [1], []])
    (builder.appItemIdentifier, builder.platform) = (choose(Self.numbers), choose(Self.numbers))
    builder.downloadIdentifier = choose(Self.numbers)
    builder.expirationDate = choose([nil, "9999-01-01T00:00:00Z"])
    builder.originalAppVersion = choose(Self.texts)
    builder.omittedAttributes = Set(
      [.appVersion, .opaqueValue, .sha1Hash, .creationDate, .platform].filter { _ in
        choose([false, false, true])
      })
    if made.isXcodes, choose([false, false, false, true]) {
      builder.omittedAttributes.insert(.environment)
    }
    for _ in 0..<choose([0, 1, 2, 3]) {
      let (purchase, values) = purchase(number: builder.purchases.count)
      builder.purchases.append(purchase)
      made.purchases.append(values)
    }
    let values: [Int: [UInt8]?] = [
      0: text(builder.environment.rawValue), 1: integer(builder.appItemIdentifier),
      2: text(builder.bundleIdentifier), 3: text(builder.appVersion),
      12: date(builder.creationDate),
      15: integer(builder.downloadIdentifier), 19: text(builder.originalAppVersion),
      21: builder.expirationDate.map { date($0) }, 25: integer(builder.platform),
    ]
    made.attributes = values.compactMapValues { $0 }.filter { type, _ in
      !builder.omittedAttributes.contains(ReceiptAttributeType(rawValue: Int32(type)))
    }
    made.builder = builder
  }

  private mutating func purchase(number: Int) -> (TestPurchase, [Int: [UInt8]]) {
    var purchase = TestPurchase(
      choose(Self.texts), ProductType(rawValue: choose(Self.numbers)),
      purchased: choose(Self.instants))
    purchase.quantity = choose(Self.numbers)
    purchase.transactionIdentifier = choose([nil, "7", ""])
    purchase.originalTransactionIdentifier = choose([nil, "9"])
    purchase.originalPurchaseDate = choose([nil, "x"])
    (purchase.expiresDate, purchase.cancellationDate) = (choose(["", "x"]), choose(["", "y"]))
    purchase.isTrialPeriod = choose([false, true])
    purchase.isInIntroOfferPeriod = choose([nil, false, true])
    purchase.cancellationReason = choose([nil] + Self.numbers)
    purchase.promotionalOfferIdentifier = choose([nil, "o"])
    let types = [1701, 1704, 1707, 1708, 1713, 1719, 1720, 1721]
    let omitted = types.filter { _ in choose([false, false, true]) }
    purchase.omittedAttributes = Set(omitted.map { InAppAttributeType(rawValue: Int32($0)) })
    let transaction = purchase.transactionIdentifier ?? "\(1_000_000_000_000_001 + number)"
    func flag(_ isSet: Bool) -> [UInt8] { integer(isSet ? 1 : 0) }
    let values: [Int: [UInt8]?] = [
      1701: integer(purchase.quantity), 1702: text(purchase.productIdentifier),
      1703: text(transaction), 1704: date(purchase.purchaseDate),
      1705: text(purchase.originalTransactionIdentifier ?? transaction),
      1706: date(purchase.originalPurchaseDate ?? purchase.purchaseDate),
      1707: integer(purchase.productType.rawValue), 1708: date(purchase.expiresDate),
      1712: date(purchase.cancellationDate),
      1713: flag(purchase.isTrialPeriod), 1719: purchase.isInIntroOfferPeriod.map { flag($0) },
      1720: purchase.cancellationReason.map { integer($0) },
      1721: purchase.promotionalOfferIdentifier.map { text($0) },
    ]
    return (purchase, values.compactMapValues { $0 }.filter { !omitted.contains($0.key) })
  }

  func text(_ text: String) -> [UInt8] { Message.element(0x0C, Array(text.utf8)) }
  func date(_ text: String) -> [UInt8] { Message.element(0x16, Array(text.utf8)) }
  func integer(_ number: Int64) -> [UInt8] { ChosenPayload.integer(Int(number)) }
}

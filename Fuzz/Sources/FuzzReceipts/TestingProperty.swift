package import FuzzSupport
import CMSParsing
import DERParsing
import ReceiptParsing
import ReceiptTesting
import ReceiptTrust
import ReceiptValidation

/// The input is choices for a receipt of `ReceiptTesting`. It has the attributes, dates and names that it was made with, in
/// either encoding; it is verified exactly at dates of its certificates; and each fault leads to the error that it
/// promises.
package enum TestingProperty: FuzzProperty {
  package static let name = "testing"
  package static let isTree = false

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    var choices = ChosenReceipt(input.copy)
    let receipt = choices.receipt()
    let bytes = receipt.builder.bytes(signedBy: receipt.authority)
    require(receipt.builder.bytes(signedBy: receipt.authority) == bytes, "the same bytes again")
    guard let read = Answer(bytes).receipt else {
      fatalError("VIOLATED: unreadable: \(receipt.builder)")
    }
    require(read.form.encoding == receipt.builder.encoding, "in its encoding")
    checkAttributes(read, receipt)
    for purchase in receipt.builder.purchases { checkShorthands(purchase) }
    checkCertificates(read, receipt)
    checkEncodings(input.copy)
    let error = error(of: read, receipt)
    require((error == nil) == receipt.isValid, "\(error, default: "verified"): \(receipt.builder)")
    if receipt.isValid {
      checkDevice(read, receipt)
      var other = receipt
      other.authority = receipt.stranger
      require(self.error(of: read, other) != nil, "trusted by another authority")
    }
    checkFault(receipt)
  }

  /// Every attribute is there once, with its value.
  private static func checkAttributes(_ read: AppReceipt, _ receipt: ChosenReceipt.Made) {
    let bytes = read.containerBytes
    guard let payload = NaiveMessage(bytes)?.payload,
      let attributes = NaiveAttribute.list(bytes, payload.range, levels: payload.levels)
    else { fatalError("VIOLATED: no attributes: \(receipt.builder)") }
    func values(_ attributes: [NaiveAttribute]) -> [Int: [UInt8]] {
      let pairs = attributes.map { ($0.type, Array(bytes[$0.value])) }
      return Dictionary(pairs) { _, _ in fatalError("VIOLATED: an attribute twice") }
    }
    let own = values(attributes.filter { $0.type != 17 }).filter { ![4, 5].contains($0.key) }
    require(own == receipt.attributes, "\(own), not \(receipt.attributes)")
    var purchases = attributes.filter { $0.type == 17 }.map { values($0.inApp) }
    let isInOrder = receipt.builder.encoding == .der || purchases == receipt.purchases
    require(isInOrder, "\(purchases), not \(receipt.purchases)")
    // In DER they are in the order of their encodings.
    for purchase in receipt.purchases {
      guard let place = purchases.firstIndex(of: purchase) else {
        fatalError("VIOLATED: no purchase \(purchase) in \(purchases)")
      }
      purchases.remove(at: place)
    }
    require(purchases.isEmpty, "more purchases: \(purchases)")
    let hashes = NaiveMessage(bytes)?.digestIdentifiers.map { Array($0) }
    require(hashes == [receipt.hash.identifier], "signed by \(receipt.hash)")
    // The App Store writes rsaEncryption, and Xcode sha256WithRSAEncryption.
    let last: UInt8 = receipt.isXcodes ? 11 : 1
    let signatures = NaiveMessage(bytes)?.signatureIdentifiers.map { Array($0) }
    require(signatures == [[0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, last]], "signed with RSA")
    for scope in [attributes] + attributes.map(\.inApp) {
      for attribute in scope {
        let version = ChosenReceipt.versions[attribute.type] ?? 1
        require(attribute.version == version, "version \(version): \(attribute)")
      }
      checkOrder(scope, bytes, receipt.builder.encoding)
    }
  }

  /// A purchase that is made in one call is the one whose values are set one by one.
  private static func checkShorthands(_ purchase: TestPurchase) {
    let (product, date) = (purchase.productIdentifier, purchase.purchaseDate)
    var consumable = TestPurchase(product, .consumable, purchased: date)
    consumable.quantity = purchase.quantity
    var period = TestPurchase(product, .autoRenewableSubscription, purchased: date)
    period.expiresDate = purchase.expiresDate
    period.originalTransactionIdentifier = purchase.originalTransactionIdentifier
    period.isInIntroOfferPeriod = false
    let expected = [
      consumable, period, TestPurchase(product, .nonConsumable, purchased: date),
    ]
    let made: [TestPurchase] = [
      .consumable(product, quantity: purchase.quantity, purchased: date),
      .subscription(
        product, purchased: date, expires: purchase.expiresDate,
        originalTransaction: purchase.originalTransactionIdentifier),
      .nonConsumable(product, purchased: date),
    ]
    require(made == expected, "\(made), not \(expected)")
  }

  /// In DER attributes ascend by their encodings, and as Xcode writes them by their types.
  private static func checkOrder(
    _ attributes: [NaiveAttribute], _ bytes: [UInt8], _ encoding: ReceiptForm.Encoding
  ) {
    for (first, second) in zip(attributes, attributes.dropFirst()) {
      switch encoding {
      case .der:
        let encodings = [first, second].map { bytes[$0.offset..<$0.value.upperBound] }
        require(
          !encodings[1].lexicographicallyPrecedes(encodings[0]), "\(second) is before \(first)")
      case .ber: require(first.type <= second.type, "\(second) is before \(first)")
      }
    }
  }

  /// The signer's certificate has the dates that it was made with, written as RFC 5280 §4.1.2.5 wants it.
  private static func checkCertificates(_ read: AppReceipt, _ receipt: ChosenReceipt.Made) {
    let encodings = (try? read.certificateEncodings()) ?? []
    require(encodings.count == (receipt.isXcodes ? 1 : 3), "\(encodings.count) certificates")
    let trusted = receipt.authority.xcodeCertificates.count
    require(trusted == (receipt.isXcodes ? 1 : 0), "\(trusted) certificates of Xcode's")
    if !receipt.isXcodes, read.containerBytes.count % 4 == 0 {
      checkKeyIdentifiers(encodings.map { Array($0) })
    }
    guard let encoding = encodings.first.map({ Array($0) }),
      let certificate = try? Certificate(derEncoded: encoding)
    else { fatalError("VIOLATED: no certificate: \(receipt.builder)") }
    // sha1WithRSAEncryption and sha256WithRSAEncryption, RFC 8017 appendix A.2.4.
    let algorithm = certificate.signatureAlgorithm.algorithm
    let identifier = (0..<algorithm.byteCount).map { algorithm.byte(at: $0) }
    let last: UInt8 = receipt.hash == .sha1 ? 5 : 11
    require(
      identifier == [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, last],
      "certified by \(receipt.hash): \(identifier.hexadecimal)")
    let validity = certificate.tbsCertificate.validity
    let dates = [validity.notBefore, validity.notAfter].map { Int($0.secondsSince1970) }
    require(dates == receipt.validity, "valid \(dates), not \(receipt.validity)")
    let times = NaiveHeader(der: encoding, at: validity.offset, end: encoding.count)
    let years = NaiveCalendar.days(1950, 1, 1) * 86_400..<NaiveCalendar.days(2050, 1, 1) * 86_400
    let tags = times.flatMap { NaiveHeader.elements(encoding, in: $0.inside) }?.map(\.tag)
    require(tags == dates.map { years.contains($0) ? 0x17 : 0x18 }, "the types of dates")
  }

  /// The device that the hash is for, and no other.
  private static func checkDevice(_ read: AppReceipt, _ receipt: ChosenReceipt.Made) {
    var other = receipt.builder.device.bytes
    other[0] ^= 1
    for (device, isRight) in [(receipt.builder.device.bytes, true), (other, false)] {
      let expectations = ReceiptExpectations(
        bundleIdentifier: receipt.builder.bundleIdentifier,
        devices: .required([DeviceIdentifier(bytes: device)]),
        now: ReceiptDate(millisecondsSince1970: 0), environments: [receipt.builder.environment])
      let isValid = (try? read.validate(expectations, verifier: receipt.verifier)) != nil
      require(
        isValid == (isRight && receipt.isComplete), "of the device: \(isRight), \(receipt.builder)")
    }
  }

  private static func error(
    of read: AppReceipt, _ receipt: ChosenReceipt.Made
  ) -> ReceiptSignatureError.Code? {
    do throws(ReceiptSignatureError) {
      try read.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
        try receipt.verifier.verify(material)
      }
      return nil
    } catch {
      return error.code
    }
  }

  /// A fault leads to its error, if nothing else is wrong.
  private static func checkFault(_ receipt: ChosenReceipt.Made) {
    let fault = receipt.fault
    var builder = receipt.builder
    builder.faults = [fault]
    switch Answer(builder.bytes(signedBy: receipt.authority)) {
    case .refused(let error):
      require(error.code == fault.readingError, "\(fault): \(error.code)")
    case .receipt(let read):
      require(fault.readingError == nil, "\(fault): read")
      if fault == .purchaseForged { checkForged(read, builder) }
      guard receipt.isValid else { return }
      var receipt = receipt
      if [.signerExpired, .signerNotYetValid].contains(fault) {
        receipt.trustsCertificate(of: read)
      }
      let code = error(of: read, receipt)
      let isHarmless = receipt.isXcodes && ChosenReceipt.faultsOfPaths.contains(fault)
      require(
        code == (isHarmless ? nil : fault.signatureError), "\(fault): \(code, default: "none")")
    }
  }

  /// What was forged has the number that comes after those of all purchases.
  private static func checkForged(_ read: AppReceipt, _ builder: ReceiptBuilder) {
    let product = builder.bundleIdentifier + ".forged"
    let forged = read.inAppReceipts.filter {
      $0.productIdentifier?.utf8.elementsEqual(product.utf8) == true
    }
    let number = "\(1_000_000_000_000_001 + builder.purchases.count)"
    require(forged.map(\.transactionIdentifier) == [number], "forged: \(forged), not \(number)")
  }
}

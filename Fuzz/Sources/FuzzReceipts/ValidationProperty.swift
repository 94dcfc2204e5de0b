package import FuzzSupport
import ReceiptParsing
import ReceiptPurchases
import ReceiptValidation

/// The input is the contents of a payload's SET; the signature counts as genuine. A receipt is validated
/// exactly if its attributes say, each once and readable, what the caller expects; and what it owns is what
/// was not cancelled.
package enum ValidationProperty: FuzzProperty {
  package static let name = "validation"

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let (bytes, payload) = Message.signed(input.copy)
    guard let receipt = Answer(bytes).receipt,
      let attributes = NaiveAttribute.list(bytes, payload, levels: 32 - 7)
    else { return }
    let own = NaiveScope(bytes: bytes, attributes: attributes.filter { $0.type != 17 })
    let version = own.text(3).value.map { String(decoding: $0, as: UTF8.self) }
    // The time is that of the receipt's end, too, and just before and after it.
    let now = (own.date(21).value ?? Self.now) + (bytes.count % 5 < 3 ? bytes.count % 5 - 1 : 0)
    let environments = bytes.count % 3 == 0 ? ["Sandbox", ""] : ["Production", "ProductionVPP"]
    let expectations = ReceiptExpectations(
      bundleIdentifier: Self.bundleIdentifier, devices: .notChecked,
      now: ReceiptDate(millisecondsSince1970: Int64(now)),
      appVersion: bytes.count % 2 == 0 ? .notChecked : .required("1.2.3"),
      environments: Set(environments.map { ReceiptEnvironment(rawValue: $0) }))
    let isRight =
      own.text(2).value.map { $0.equals(Self.bundleIdentifier) } == true
      && (bytes.count % 2 == 0 || version == "1.2.3") && own.date(12).value != nil
      && isNotExpired(own.date(21), at: clamped(now))
      && own.text(0).value.map { found in environments.contains { found.equals($0) } } == true
    let report = receipt.report(expectations, verifier: TrustingVerifier())
    require(report.hasNoFailure == isRight, "\(report.entries)")
    do throws(ReceiptValidationError) {
      let validated = try receipt.validate(expectations, verifier: TrustingVerifier())
      require(isRight, "validated \(bytes.hexadecimal)")
      checkPurchases(validated, attributes, bytes)
    } catch {
      require(!isRight, "not validated: \(error)")
      require(report.failures.first == error, "the report says \(report.failures)")
    }
    checkNothingElse(receipt)
    checkDevice(Array(bytes[payload]), bytes, attributes)
  }

  private static let bundleIdentifier = "com.example.app"
  /// 2025-06-01T00:00:00Z.
  private static let now = NaiveCalendar.days(2025, 6, 1) * 86_400_000

  /// Within the years that dates have.
  private static func clamped(_ instant: Int) -> Int {
    let first = NaiveCalendar.days(0, 1, 1) * 86_400_000
    return min(max(instant, first), (NaiveCalendar.days(9999, 12, 31) + 1) * 86_400_000 - 1)
  }

  private static func isNotExpired(_ date: NaiveField<Int>, at now: Int) -> Bool {
    switch date {
    case .absent: true
    case .value(let instant): instant > now
    case .unreadable: false
    }
  }

  private static func checkPurchases(
    _ validated: ValidatedReceipt, _ attributes: [NaiveAttribute], _ bytes: [UInt8]
  ) {
    let purchases = attributes.filter { $0.type == 17 }.map { purchase in
      NaiveScope(bytes: bytes, attributes: purchase.inApp)
    }
    // The same bytes twice are one.
    let encodings = attributes.filter { $0.type == 17 }.map { bytes[$0.value] }
    let withheld = purchases.indices.filter { index in
      let purchase = purchases[index]
      guard encodings.firstIndex(of: encodings[index]) == index else { return false }
      return purchase.text(1702).value == nil || purchase.text(1703).value == nil
        || purchase.date(1704).value == nil
    }
    let history = validated.purchases
    require(history.withheld.map(\.index).sorted() == withheld, "withheld: \(withheld)")
    let naive = purchases.map { NaivePurchase($0) }
    for purchase in history.purchases {
      let index = purchase.inAppReceipt.index
      guard purchases[index].integer(1707) != .unreadable else { continue }
      // Only the App Store's receipts are validated here.
      let isCancelled =
        purchases[index].date(1712) == .unreadable
        || naive[index].isCancelled(among: naive, isXcode: false)
      require(purchase.isCancelled == isCancelled, "purchase \(index) cancelled: \(isCancelled)")
    }
  }

  /// Nothing is validated without a device that is asked for, or without a signature.
  private static func checkNothingElse(_ receipt: AppReceipt) {
    let noDevice = ReceiptExpectations(
      bundleIdentifier: Self.bundleIdentifier, devices: .required([]),
      now: ReceiptDate(millisecondsSince1970: Int64(now)))
    do throws(ReceiptValidationError) {
      _ = try receipt.validate(noDevice, verifier: TrustingVerifier())
      require(false, "validated for nothing")
    } catch {}
  }

  /// The same attributes with the hash of a device are of that device, and of no other.
  private static func checkDevice(
    _ payload: [UInt8], _ bytes: [UInt8], _ attributes: [NaiveAttribute]
  ) {
    let own = NaiveScope(bytes: bytes, attributes: attributes)
    guard case .value(let opaque) = own.bytes(4), case .value(let name) = own.bytes(2),
      !opaque.isEmpty, !name.isEmpty
    else { return }
    let device = Array(bytes.prefix(1 + payload.count % 20))
    let others = attributes.filter { $0.type != 5 }.flatMap {
      bytes[$0.offset..<$0.value.upperBound]
    }
    let hash = NaiveHash.sha1.digest(device + opaque + name)
    let (message, _) = Message.signed(
      others + [0x30, 28, 0x02, 1, 5, 0x02, 1, 1, 0x04, 20] + hash)
    guard let receipt = Answer(message).receipt else { return }
    func isOf(_ devices: [[UInt8]]) -> Bool {
      let expectations = ReceiptExpectations(
        bundleIdentifier: "", devices: .required(devices.map { DeviceIdentifier(bytes: $0) }),
        now: ReceiptDate(millisecondsSince1970: Int64(now)))
      let report = receipt.report(expectations, verifier: TrustingVerifier())
      return report.entries.contains { $0.check == .device && $0.result == .passed }
    }
    require(isOf([device]) && isOf([device + [0], device]), "the hash of its device")
    require(!isOf([device + [0], Array(device.dropLast()), []]), "the hash of another device")
  }
}

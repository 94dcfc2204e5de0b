import AppStoreReceipt
import FuzzSupport
import ReceiptParsing
import ReceiptValidation

// Which device a receipt is of.

extension ValidationProperty {
  /// The same attributes with the hash of a device are of that device, and of no other.
  static func checkDevice(
    _ payload: [UInt8], _ bytes: [UInt8], _ attributes: [NaiveAttribute]
  ) {
    let own = NaiveScope(bytes: bytes, attributes: attributes)
    guard case .value(let opaque) = own.bytes(4), case .value(let name) = own.bytes(2) else {
      return
    }
    let device = Array(bytes.prefix(1 + payload.count % 20))
    let others = attributes.filter { $0.type != 5 }.flatMap {
      bytes[$0.offset..<$0.value.upperBound]
    }
    let hash = NaiveHash.sha1.digest(device + opaque + name)
    let (message, _) = Message.signed(
      others + [0x30, 28, 0x02, 1, 5, 0x02, 1, 1, 0x04, 20] + hash)
    guard let receipt = Answer(message).receipt else { return }
    let refreshing: RecommendedAction = own.integer(25).value == 2 ? .requestReceipt : .refresh
    for devices in [
      [device], [device + [0], device], [device + [0], Array(device.dropLast()), []], [],
    ] {
      let report = report(on: receipt, devices.map { DeviceIdentifier(bytes: $0) })
      let isOf = devices.contains(device) && !opaque.isEmpty && !name.isEmpty
      let entry = report.entries.first { $0.check == .device }
      require((entry?.result == .passed) == isOf, "the hash of one of \(devices)")
      require(report.matchedDevice?.bytes == (isOf ? device : nil), "the device")
      let isLater = devices.isEmpty && !opaque.isEmpty && !name.isEmpty
      let action: RecommendedAction? = isOf ? nil : isLater ? .retryLater : refreshing
      let failure = report.failures.first { $0.check == .device }
      require(
        failure?.recommendedAction == action,
        "\(action, default: "nothing") to do: \(failure, default: "of this device")")
    }
  }

  /// What is found if nothing but the device may be wrong. In one call the device is asked for, too, and it is in what is
  /// validated; so it is in expectations with a `Date`.
  private static func report(
    on receipt: AppReceipt, _ devices: [DeviceIdentifier]
  ) -> ReceiptReport {
    let bundle = receipt.bundleIdentifier ?? ""
    let environments: Set<ReceiptEnvironment> = receipt.environment.map { [$0] } ?? []
    let now = ReceiptDate(millisecondsSince1970: 0)
    let expectations = ReceiptExpectations(
      bundleIdentifier: bundle, devices: .required(devices), now: now, environments: environments)
    let dated = ReceiptExpectations(
      bundleIdentifier: bundle, devices: .required(devices), now: now.date,
      environments: environments)
    require(dated == expectations, "\(dated), not \(expectations)")
    let report = receipt.report(expectations, verifier: TrustingVerifier())
    let validated = try? receipt.validate(
      bundleIdentifier: bundle, devices: .required(devices), environments: environments,
      now: now.date, verifier: TrustingVerifier())
    require((validated != nil) == report.failures.isEmpty, "in one call: \(report.entries)")
    require(
      validated == nil || validated?.matchedDevice == report.matchedDevice,
      "the device in what is validated")
    return report
  }
}

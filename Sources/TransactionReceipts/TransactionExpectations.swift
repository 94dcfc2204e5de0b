public import ReceiptParsing
public import ReceiptValidation

/// What a caller expects of a transaction receipt. The values come from constants in the program and from the device, never
/// from the receipt.
public struct TransactionExpectations: Hashable, Sendable {
  /// The bundle identifier of the app, compared with `bid` byte by byte. A receipt for just any app is worth nothing,
  /// so this cannot be left out.
  public var bundleIdentifier: String

  /// The version of the app, CFBundleVersion. A receipt from before an update names the old version.
  public var appVersion: ReceiptExpectations.Expectation<String>

  /// The `identifierForVendor` of the device: one of these. Old receipts do not have it, and are refused if it is
  /// required. Unless it is checked, a receipt can be passed from device to device: accept each transaction identifier
  /// once.
  public var devices: ReceiptExpectations.Expectation<[DeviceIdentifier]>

  /// The time at which a subscription must not have expired. Purchases that do not expire are not affected.
  public var now: ReceiptExpectations.Expectation<ReceiptDate>

  /// Whether to accept a purchase that Apple refunded or revoked.
  public var acceptsCancelled: Bool

  /// Where the receipt may come from, by ``TransactionReceipt/judgedEnvironment``.
  public var environments: Set<TransactionEnvironment>

  /// Expects a receipt for an app.
  ///
  /// - Parameters:
  ///   - bundleIdentifier: the app's.
  ///   - devices: the device, or `.notChecked` on a server.
  ///   - now: the clock, or `.notChecked` to check the expiration yourself.
  ///   - appVersion: not checked unless given.
  ///   - acceptsCancelled: only if you check the cancellation yourself.
  ///   - environments: the App Store alone, unless others are given.
  public init(
    bundleIdentifier: String, devices: ReceiptExpectations.Expectation<[DeviceIdentifier]>,
    now: ReceiptExpectations.Expectation<ReceiptDate>,
    appVersion: ReceiptExpectations.Expectation<String> = .notChecked,
    acceptsCancelled: Bool = false, environments: Set<TransactionEnvironment> = [.production]
  ) {
    self.bundleIdentifier = bundleIdentifier
    self.devices = devices
    self.now = now
    self.appVersion = appVersion
    self.acceptsCancelled = acceptsCancelled
    self.environments = environments
  }
}

/// The checks of a transaction receipt, in order.
public enum TransactionCheck: String, CaseIterable, Hashable, Sendable {
  /// Apple signed it.
  case signature
  /// Its bundle identifier is the app's.
  case bundleIdentifier
  /// Its version is the app's.
  case appVersion
  /// Its vendor identifier is the device's.
  case device
  /// Apple did not refund or revoke the purchase.
  case cancellation
  /// It has not expired, if it is a subscription's.
  case expiration
  /// It comes from an expected environment.
  case environment
}

extension TransactionCheck {
  /// Its name in a sentence.
  var label: String {
    switch self {
    case .signature: "signature"
    case .bundleIdentifier: "bundle identifier"
    case .appVersion: "app version"
    case .device: "device"
    case .cancellation: "cancellation"
    case .expiration: "expiration"
    case .environment: "environment"
    }
  }
}

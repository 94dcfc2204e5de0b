public import ReceiptParsing

/// What a caller expects of a receipt, an app receipt or a transaction receipt of iOS 6. The values come from constants
/// in the program and from the device, never from the receipt or from a file beside it.
public struct ReceiptExpectations: Hashable, Sendable {
  /// Whether something is checked, and against what.
  public enum Expectation<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The receipt must agree with this.
    case required(Value)
    /// The caller does not check it.
    case notChecked

    /// The value, if one is required.
    package var value: Value? {
      if case .required(let value) = self { value } else { nil }
    }
  }

  /// The bundle identifier of the app, compared byte by byte. A receipt for some other app is worth nothing, so this
  /// cannot be left out.
  public var bundleIdentifier: String

  /// The version of the app: CFBundleVersion on iOS, tvOS, watchOS and visionOS, CFBundleShortVersionString on
  /// macOS and Mac Catalyst. A receipt from before an update names the old version, so this check
  /// locks paying users out until their receipt is refreshed; on a server it makes no sense.
  public var appVersion: Expectation<String>

  /// The device: one of these. A Mac has several network interfaces; an empty list matches nothing.
  ///
  /// Old transaction receipts have no device, and are refused if one is required. Unless it is checked, a transaction
  /// receipt can be passed from device to device: accept each transaction identifier once.
  public var devices: Expectation<[DeviceIdentifier]>

  /// The time at which the receipt must not have expired. Of app receipts, only those of volume purchases expire; of
  /// transaction receipts, those of subscriptions.
  public var now: Expectation<ReceiptDate>

  /// Whether to accept a transaction receipt for a purchase that Apple refunded or revoked. An app receipt is not
  /// cancelled, but its purchases are.
  public var acceptsCancelled: Bool

  /// Where the receipt may come from. A transaction receipt comes from ``/ReceiptParsing/ReceiptEnvironment/production``
  /// or, if what is signed doesn't prove that, from ``/ReceiptParsing/ReceiptEnvironment/productionSandbox``.
  public var environments: Expectation<Set<ReceiptEnvironment>>

  /// Expects a receipt for an app.
  ///
  /// - Parameters:
  ///   - bundleIdentifier: the app's.
  ///   - devices: the candidates for the device, or `.notChecked` on a server.
  ///   - now: the clock, for receipts that expire, or `.notChecked` to check the expiration yourself.
  ///   - appVersion: not checked unless given.
  ///   - acceptsCancelled: only if you check the cancellation of a transaction receipt yourself.
  ///   - environments: the App Store, unless others are given.
  public init(
    bundleIdentifier: String, devices: Expectation<[DeviceIdentifier]>,
    now: Expectation<ReceiptDate>, appVersion: Expectation<String> = .notChecked,
    acceptsCancelled: Bool = false, environments: Set<ReceiptEnvironment> = .production
  ) {
    self.bundleIdentifier = bundleIdentifier
    self.devices = devices
    self.now = now
    self.appVersion = appVersion
    self.acceptsCancelled = acceptsCancelled
    self.environments = .required(environments)
  }

  /// Expects a receipt for an app that has not expired.
  public init(
    bundleIdentifier: String, devices: Expectation<[DeviceIdentifier]>, now: ReceiptDate,
    appVersion: Expectation<String> = .notChecked,
    environments: Set<ReceiptEnvironment> = .production
  ) {
    self.init(
      bundleIdentifier: bundleIdentifier, devices: devices, now: .required(now),
      appVersion: appVersion, environments: environments)
  }
}

extension Set<ReceiptEnvironment> {
  /// The environments of the App Store: bought by a person or by an organization.
  public static var production: Self { [.production, .productionVPP] }

  /// The environments of the sandbox: a developer's testers, TestFlight and App Review.
  public static var sandbox: Self { [.productionSandbox, .productionVPPSandbox] }

  /// Both, for apps that TestFlight and App Review run, too.
  public static var productionAndSandbox: Self { production.union(sandbox) }
}

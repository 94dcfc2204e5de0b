public import ReceiptParsing

/// What a caller expects of a receipt. The values come from constants in the program and from the device, never
/// from the receipt or from a file beside it.
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

  /// The bundle identifier of the app, compared byte by byte. A receipt for just any app is worth nothing, so this
  /// cannot be left out.
  public var bundleIdentifier: String

  /// The version of the app: CFBundleVersion on iOS, tvOS, watchOS and visionOS, CFBundleShortVersionString on
  /// macOS and Mac Catalyst. A receipt from before an update names the old version, so this check
  /// locks paying users out until their receipt is refreshed; on a server it makes no sense.
  public var appVersion: Expectation<String>

  /// The device: one of these. A Mac has several network interfaces; an empty list matches nothing.
  public var devices: Expectation<[DeviceIdentifier]>

  /// The time at which the receipt must not have expired. Only receipts of volume purchases expire.
  public var now: Expectation<ReceiptDate>

  /// Where the receipt may come from.
  public var environments: Expectation<Set<ReceiptEnvironment>>

  /// Expects a receipt for an app.
  ///
  /// - Parameters:
  ///   - bundleIdentifier: the app's.
  ///   - devices: the candidates for the device, or `.notChecked` on a server.
  ///   - now: the clock, for receipts that expire.
  ///   - appVersion: not checked unless given.
  ///   - environments: the App Store, unless others are given.
  public init(
    bundleIdentifier: String, devices: Expectation<[DeviceIdentifier]>, now: ReceiptDate,
    appVersion: Expectation<String> = .notChecked,
    environments: Set<ReceiptEnvironment> = .production
  ) {
    self.bundleIdentifier = bundleIdentifier
    self.devices = devices
    self.now = .required(now)
    self.appVersion = appVersion
    self.environments = .required(environments)
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

/// What a ``ReceiptReport`` looks at. Everything may be left out here, since a report makes no ``ValidatedReceipt``.
public struct ReportExpectations: Hashable, Sendable {
  /// The bundle identifier of the app.
  public var bundleIdentifier: ReceiptExpectations.Expectation<String> = .notChecked

  /// The version of the app.
  public var appVersion: ReceiptExpectations.Expectation<String> = .notChecked

  /// The device: one of these.
  public var devices: ReceiptExpectations.Expectation<[DeviceIdentifier]> = .notChecked

  /// The time at which the receipt must not have expired.
  public var now: ReceiptExpectations.Expectation<ReceiptDate> = .notChecked

  /// Where the receipt may come from.
  public var environments: ReceiptExpectations.Expectation<Set<ReceiptEnvironment>> = .notChecked

  /// Expects nothing but a signature: set what else is to be looked at.
  public init() {}

  /// Expects what validation does.
  public init(_ expectations: ReceiptExpectations) {
    bundleIdentifier = .required(expectations.bundleIdentifier)
    appVersion = expectations.appVersion
    devices = expectations.devices
    now = expectations.now
    environments = expectations.environments
  }
}

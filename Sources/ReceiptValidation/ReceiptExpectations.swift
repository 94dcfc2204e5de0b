public import ReceiptParsing

/// What a caller expects of a receipt. The values come from constants in the program and from the device, never
/// from the receipt or from a file that lies beside it.
public struct ReceiptExpectations: Hashable, Sendable {
  /// Whether something is checked, and against what.
  public enum Expectation<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The receipt has to agree with this.
    case required(Value)
    /// The caller does not check it.
    case notChecked

    package var value: Value? {
      if case .required(let value) = self { value } else { nil }
    }
  }

  /// The bundle identifier of the app: byte by byte the same.
  public var bundleIdentifier: Expectation<String>

  /// The version of the app: CFBundleVersion on iOS, tvOS, watchOS and visionOS, CFBundleShortVersionString on
  /// macOS and Mac Catalyst. A receipt of before an update names the old version, so this check
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
    environments: Set<ReceiptEnvironment> = [.production, .productionVPP]
  ) {
    self.bundleIdentifier = .required(bundleIdentifier)
    self.devices = devices
    self.now = .required(now)
    self.appVersion = appVersion
    self.environments = .required(environments)
  }

  /// Expects nothing: the beginning for a ``ReceiptReport`` about some of the checks. Such expectations make
  /// no ``ValidatedReceipt`` as long as the bundle identifier is not checked.
  public static var nothing: ReceiptExpectations { ReceiptExpectations() }

  private init() {
    bundleIdentifier = .notChecked
    devices = .notChecked
    now = .notChecked
    appVersion = .notChecked
    environments = .notChecked
  }
}

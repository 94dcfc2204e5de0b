// `Date` wherever a date is asked for or given.

extension ReceiptDate {
  /// The instant as a `Date`, to the millisecond.
  public var date: Date {
    Date(timeIntervalSince1970: Double(millisecondsSince1970) / 1000)
  }

  /// The instant of a `Date`, to the nearest millisecond, clamped to 0000-01-01T00:00:00Z … 9999-12-31T23:59:59Z.
  ///
  /// A `Date` whose interval is NaN becomes the latter: as the current time, it makes every receipt with an end
  /// expired; don't use it as an end.
  public init(_ date: Date) {
    let (first, last) = (Self.firstMillisecond / 1000, Self.lastMillisecond / 1000)
    let interval = date.timeIntervalSince1970
    let seconds = interval < Double(last) ? max(interval, Double(first)) : Double(last)
    self.init(millisecondsSince1970: Int64((seconds * 1000).rounded()))
  }
}

extension ReceiptExpectations {
  /// Expects a receipt for an app; `now` is the clock, for receipts that expire.
  public init(
    bundleIdentifier: String, devices: Expectation<[DeviceIdentifier]>, now: Date,
    appVersion: Expectation<String> = .notChecked,
    environments: Set<ReceiptEnvironment> = .production
  ) {
    self.init(
      bundleIdentifier: bundleIdentifier, devices: devices, now: ReceiptDate(now),
      appVersion: appVersion, environments: environments)
  }
}

extension Purchases {
  /// The products to serve the customer with at a date, by product identifier in byte order.
  ///
  /// - Parameters:
  ///   - date: the instant in question, not from a clock that the customer can set.
  ///   - leeway: seconds by which to extend each period.
  ///   - renewals: what Apple's server says about renewals; without it there are no grace periods and no billing
  ///     retries.
  /// - Complexity: O(n log n).
  public func owned(
    at date: Date, leeway: TimeInterval = 0, renewals: [RenewalInformation] = []
  ) -> [ProductEntitlement] {
    owned(at: ReceiptDate(date), leewayMilliseconds: leeway.milliseconds, renewals: renewals)
  }

  /// What the customer may do with a product at a date.
  ///
  /// - Complexity: O(n). For many products, use `entitlements` or ``owned(at:leeway:renewals:)``.
  public func state(
    of product: String, at date: Date, leeway: TimeInterval = 0, renewals: [RenewalInformation] = []
  ) -> EntitlementState {
    state(
      of: product, at: ReceiptDate(date), leewayMilliseconds: leeway.milliseconds,
      renewals: renewals)
  }

  /// What the customer may do at a date with a group of products that give the same, such as the levels of a
  /// subscription: as if all purchases were of one product.
  ///
  /// - Complexity: O(n log n).
  public func state(
    ofAny products: some Sequence<String>, at date: Date, leeway: TimeInterval = 0,
    renewals: [RenewalInformation] = []
  ) -> EntitlementState {
    state(
      ofAny: products, at: ReceiptDate(date), leewayMilliseconds: leeway.milliseconds,
      renewals: renewals)
  }

  /// How many of a consumable product were bought up to a date, cancelled purchases not counted.
  ///
  /// - Complexity: O(n).
  public func consumableCount(of product: String, at date: Date) -> ConsumableCount {
    consumableCount(of: product, at: ReceiptDate(date))
  }

  /// How old the newest receipt is at a date.
  public func age(at date: Date) -> ReceiptAge { age(at: ReceiptDate(date)) }
}

extension ProductEntitlement {
  /// The interval in which a date lies, whose end says until when the product is owned; `nil` if it isn't.
  ///
  /// - Complexity: O(n).
  public func interval(at date: Date) -> EntitlementInterval? { interval(at: ReceiptDate(date)) }

  /// What the customer may do with the product at a date.
  ///
  /// - Complexity: O(n).
  public func state(
    at date: Date, leeway: TimeInterval = 0, renewals: [RenewalInformation] = []
  ) -> EntitlementState {
    state(at: ReceiptDate(date), leewayMilliseconds: leeway.milliseconds, renewals: renewals)
  }
}

extension EntitlementInterval {
  /// Whether the instant lies in it.
  public func contains(_ date: Date) -> Bool { contains(ReceiptDate(date)) }
}

extension TimeInterval {
  /// To the nearest, and at most a hundred million years either way, so that nothing overflows; 0 for what is not a
  /// number.
  fileprivate var milliseconds: Int64 {
    isNaN ? 0 : Int64(min(max(self * 1000, -3e18), 3e18).rounded())
  }
}

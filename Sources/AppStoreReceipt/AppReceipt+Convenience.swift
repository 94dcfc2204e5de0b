extension AppReceipt {
  /// Reads a receipt from a file. For `Data`, use the initializer for collections of bytes.
  ///
  /// - Throws: what reading the file throws, or ``/ReceiptParsing/ReceiptError``.
  public init(contentsOf url: URL, limits: ReceiptLimits = .default) throws {
    try self.init(Data(contentsOf: url), limits: limits)
  }

  /// Reads a receipt: DER, Xcode's BER, or Base64. The same as the initializer without a label.
  ///
  /// - Throws: ``/ReceiptParsing/ReceiptError``.
  public init(data: Data, limits: ReceiptLimits = .default) throws(ReceiptError) {
    try self.init(data, limits: limits)
  }

  /// The container as DER.
  public var containerData: Data { Data(containerBytes) }

  /// Validates the receipt by Apple's rules, in Apple's order, and returns what can be trusted.
  ///
  /// - Parameters:
  ///   - bundleIdentifier: the app's, a constant of the program.
  ///   - appVersion: the app's version, or `nil` not to check it.
  ///   - devices: `.thisDevice` in an app, `.notChecked` on a server.
  ///   - environments: the App Store, unless others are given.
  ///   - now: the clock, for receipts that expire.
  ///   - verifier: Apple's policy under Apple's root, which remembers certificates.
  /// - Throws: ``/ReceiptValidation/ReceiptValidationError`` for the first check that fails.
  /// - Complexity: O(n).
  public func validate(
    bundleIdentifier: String, appVersion: String? = nil,
    devices: ReceiptExpectations.Expectation<[DeviceIdentifier]>,
    environments: Set<ReceiptEnvironment> = .production, now: Date = Date(),
    verifier: some ReceiptSignatureVerifier = RememberingVerifier.apple
  ) throws(ReceiptValidationError) -> ValidatedReceipt {
    try validate(
      ReceiptExpectations(
        bundleIdentifier: bundleIdentifier, devices: devices, now: now,
        appVersion: appVersion.map { .required($0) } ?? .notChecked, environments: environments),
      verifier: verifier)
  }
}

extension DeviceIdentifier {
  /// The bytes of a UUID, such as `identifierForVendor`.
  public init(_ uuid: UUID) {
    self.init(bytes: unsafe withUnsafeBytes(of: uuid.uuid) { unsafe [UInt8]($0) })
  }
}

#if canImport(Darwin)
  extension AppReceipt {
    /// Reads the receipt of the app that is running, at `Bundle.main.appStoreReceiptURL`.
    ///
    /// - Throws: what reading the file throws, such as for a missing file, or ``/ReceiptParsing/ReceiptError``.
    public static func current(limits: ReceiptLimits = .default) throws -> AppReceipt {
      guard let url = Bundle.main.appStoreReceiptURL else { throw CocoaError(.fileNoSuchFile) }
      return try AppReceipt(contentsOf: url, limits: limits)
    }
  }
#endif

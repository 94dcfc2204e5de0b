/// The number that says how verifyReceipt took a request: `status`. Any number can come; only ``valid`` is good.
public struct VerifyReceiptStatus: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: Int64

  /// The status of that number.
  public init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// 0: the receipt as a whole is valid, even if a subscription in it has expired.
  public static var valid: Self { Self(rawValue: 0) }
  /// 21000: the request was no POST, or its JSON could not be read.
  public static var unreadableRequest: Self { Self(rawValue: 21000) }
  /// 21001: no longer sent.
  public static var noLongerSent: Self { Self(rawValue: 21001) }
  /// 21002: the receipt was malformed or missing, or the service had a temporary problem.
  public static var malformedReceipt: Self { Self(rawValue: 21002) }
  /// 21003: the receipt could not be authenticated.
  public static var notAuthenticated: Self { Self(rawValue: 21003) }
  /// 21004: the shared secret is not the account's.
  public static var wrongPassword: Self { Self(rawValue: 21004) }
  /// 21005: the service was not available.
  public static var serverUnavailable: Self { Self(rawValue: 21005) }
  /// 21006: the receipt is valid, but the subscription has expired; only in the style of iOS 6.
  public static var subscriptionExpired: Self { Self(rawValue: 21006) }
  /// 21007: a receipt of the sandbox was sent to production.
  public static var sandboxReceiptInProduction: Self { Self(rawValue: 21007) }
  /// 21008: a receipt of production was sent to the sandbox.
  public static var productionReceiptInSandbox: Self { Self(rawValue: 21008) }
  /// 21009: an internal problem at Apple.
  public static var internalDataAccess: Self { Self(rawValue: 21009) }
  /// 21010: the customer's account was not found, or was deleted.
  public static var accountNotFound: Self { Self(rawValue: 21010) }

  /// Whether it is one of 21100–21199, internal problems of which `is-retryable` says whether they are temporary.
  public var isInternalDataAccessError: Bool { 21100...21199 ~= rawValue }
}

extension VerifyReceiptStatus: Codable {}

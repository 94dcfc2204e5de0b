import ReceiptParsing
import TextCoding

// The values of Apple's answers that are one of a list. Apple may add to each list.

/// A value of a list. Compared byte by byte, because it may come from an unverified receipt: see `UTF8Text`.
protocol ResponseCode: RawRepresentable<String>, Hashable, Sendable {}

extension ResponseCode {
  /// Compares the values byte by byte.
  public static func == (first: Self, second: Self) -> Bool {
    first.rawValue.hasBytes(of: second.rawValue)
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(UTF8Text(rawValue)) }
}

/// The server that answered, or would have: `environment`.
public struct VerifyReceiptEnvironment: ResponseCode {
  /// The value.
  public let rawValue: String
  /// Creates a value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// `Production`: the App Store.
  public static var production: Self { Self(rawValue: "Production") }
  /// `Sandbox`: the sandbox and TestFlight.
  public static var sandbox: Self { Self(rawValue: "Sandbox") }
  /// `Xcode`: StoreKit testing. Only offline answers have it; Apple's servers reject such receipts.
  public static var xcode: Self { Self(rawValue: "Xcode") }

  /// The name of the endpoint that is responsible. Other receipts, Xcode's among them, keep their name: they must not
  /// look like the App Store's.
  init?(of receipt: AppReceipt) {
    guard let environment = receipt.environment else { return nil }
    switch environment.endpoint {
    case .production?: self = .production
    case .sandbox?: self = .sandbox
    case nil: self.init(rawValue: environment.rawValue)
    }
  }
}

/// Who bought a product: `in_app_ownership_type`.
public struct OwnershipType: ResponseCode {
  /// The value.
  public let rawValue: String
  /// Creates a value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// `PURCHASED`: the customer.
  public static var purchased: Self { Self(rawValue: "PURCHASED") }
  /// `FAMILY_SHARED`: a member of the family.
  public static var familyShared: Self { Self(rawValue: "FAMILY_SHARED") }
}

/// Why Apple refunded or revoked a purchase: `cancellation_reason`, attribute 1720.
public struct CancellationReason: ResponseCode {
  /// The value.
  public let rawValue: String
  /// Creates a value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// `0`: any other reason, such as an accidental purchase.
  public static var anotherReason: Self { Self(rawValue: "0") }
  /// `1`: an actual or perceived problem with the app.
  public static var problemWithApp: Self { Self(rawValue: "1") }
}

/// Why a subscription expired: `expiration_intent`.
public struct ExpirationIntent: ResponseCode {
  /// The value.
  public let rawValue: String
  /// Creates a value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// `1`: the customer cancelled.
  public static var cancelled: Self { Self(rawValue: "1") }
  /// `2`: the payment failed.
  public static var billingError: Self { Self(rawValue: "2") }
  /// `3`: the customer did not accept a price increase.
  public static var priceRefused: Self { Self(rawValue: "3") }
  /// `4`: the product was unavailable at renewal.
  public static var productUnavailable: Self { Self(rawValue: "4") }
  /// `5`: unknown to Apple.
  public static var unknown: Self { Self(rawValue: "5") }
}

/// Whether a subscription will renew: `auto_renew_status`. It doesn't say whether the subscription is active now.
public struct AutoRenewStatus: ResponseCode {
  /// The value.
  public let rawValue: String
  /// Creates a value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// `0`: it won't renew.
  public static var off: Self { Self(rawValue: "0") }
  /// `1`: it will renew.
  public static var on: Self { Self(rawValue: "1") }
}

/// The customer's answer to a price increase: `price_increase_status`, or `price_consent_status` if it needs consent.
public struct PriceIncreaseStatus: ResponseCode {
  /// The value.
  public let rawValue: String
  /// Creates a value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// `0`: no answer yet.
  public static var noAnswer: Self { Self(rawValue: "0") }
  /// `1`: accepted, or announced where no consent is needed.
  public static var agreed: Self { Self(rawValue: "1") }
}

import ReceiptJSON
import ReceiptParsing
import TextCoding

// The values of Apple's answers that are one of a list. Apple may add to each list.

/// The server that answered, or would have: `environment`.
public enum VerifyReceiptEnvironment: RawRepresentable, Hashable, Sendable {
  /// `Production`: the App Store.
  case production
  /// `Sandbox`: the sandbox and TestFlight.
  case sandbox
  /// `Xcode`: StoreKit testing. Only offline answers have it; Apple's servers reject such receipts.
  case xcode
  /// Any other name.
  case other(String)

  /// Creates the case for a value.
  public init(rawValue: String) {
    let known: [VerifyReceiptEnvironment] = [.production, .sandbox, .xcode]
    self = known.first { $0.rawValue.hasBytes(of: rawValue) } ?? .other(rawValue)
  }

  /// The value.
  public var rawValue: String {
    switch self {
    case .production: "Production"
    case .sandbox: "Sandbox"
    case .xcode: "Xcode"
    case .other(let text): text
    }
  }

  /// `Production` for exactly the two names of the App Store, `Sandbox` for every name with that word, as at Apple.
  /// Other receipts, Xcode's among them, keep their name: they must not look like the App Store's.
  init?(of receipt: AppReceipt) {
    switch receipt.environment {
    case nil: return nil
    case .production, .productionVPP: self = .production
    case let environment?:
      let name = environment.rawValue
      self = name.contains("Sandbox") ? .sandbox : VerifyReceiptEnvironment(rawValue: name)
    }
  }

  // The name may come from an unverified receipt: see `UTF8Text`.

  /// Compares the names byte by byte.
  public static func == (
    first: VerifyReceiptEnvironment, second: VerifyReceiptEnvironment
  ) -> Bool {
    first.rawValue.hasBytes(of: second.rawValue)
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(UTF8Text(rawValue)) }
}

/// Who bought a product: `in_app_ownership_type`.
public enum OwnershipType: RawRepresentable, Hashable, Sendable {
  /// `PURCHASED`: the customer.
  case purchased
  /// `FAMILY_SHARED`: a member of the family.
  case familyShared
  /// Any other value.
  case other(String)

  /// Creates the case for a value.
  public init(rawValue: String) {
    switch rawValue {
    case "PURCHASED": self = .purchased
    case "FAMILY_SHARED": self = .familyShared
    default: self = .other(rawValue)
    }
  }

  /// The value.
  public var rawValue: String {
    switch self {
    case .purchased: "PURCHASED"
    case .familyShared: "FAMILY_SHARED"
    case .other(let text): text
    }
  }
}

/// Why Apple refunded or revoked a purchase: `cancellation_reason`, attribute 1720.
public enum CancellationReason: RawRepresentable, Hashable, Sendable {
  /// `0`: any other reason, such as an accidental purchase.
  case anotherReason
  /// `1`: an actual or perceived problem with the app.
  case problemWithApp
  /// Any other value.
  case other(String)

  /// Creates the case for a value.
  public init(rawValue: String) {
    switch rawValue {
    case "0": self = .anotherReason
    case "1": self = .problemWithApp
    default: self = .other(rawValue)
    }
  }

  /// The value.
  public var rawValue: String {
    switch self {
    case .anotherReason: "0"
    case .problemWithApp: "1"
    case .other(let text): text
    }
  }
}

/// Why a subscription expired: `expiration_intent`.
public enum ExpirationIntent: RawRepresentable, Hashable, Sendable {
  /// `1`: the customer cancelled.
  case cancelled
  /// `2`: the payment failed.
  case billingError
  /// `3`: the customer did not accept a price increase.
  case priceRefused
  /// `4`: the product was unavailable at renewal.
  case productUnavailable
  /// `5`: unknown to Apple.
  case unknown
  /// Any other value.
  case other(String)

  /// Creates the case for a value.
  public init(rawValue: String) {
    switch rawValue {
    case "1": self = .cancelled
    case "2": self = .billingError
    case "3": self = .priceRefused
    case "4": self = .productUnavailable
    case "5": self = .unknown
    default: self = .other(rawValue)
    }
  }

  /// The value.
  public var rawValue: String {
    switch self {
    case .cancelled: "1"
    case .billingError: "2"
    case .priceRefused: "3"
    case .productUnavailable: "4"
    case .unknown: "5"
    case .other(let text): text
    }
  }
}

/// Whether a subscription will renew: `auto_renew_status`. It doesn't say whether the subscription is active now.
public enum AutoRenewStatus: RawRepresentable, Hashable, Sendable {
  /// `0`: it won't renew.
  case off
  /// `1`: it will renew.
  case on
  /// Any other value.
  case other(String)

  /// Creates the case for a value.
  public init(rawValue: String) {
    switch rawValue {
    case "0": self = .off
    case "1": self = .on
    default: self = .other(rawValue)
    }
  }

  /// The value.
  public var rawValue: String {
    switch self {
    case .off: "0"
    case .on: "1"
    case .other(let text): text
    }
  }
}

/// The customer's answer to a price increase that needs consent: `price_consent_status`.
public enum PriceConsentStatus: RawRepresentable, Hashable, Sendable {
  /// `0`: no answer yet.
  case noAnswer
  /// `1`: accepted.
  case agreed
  /// Any other value.
  case other(String)

  /// Creates the case for a value.
  public init(rawValue: String) {
    switch rawValue {
    case "0": self = .noAnswer
    case "1": self = .agreed
    default: self = .other(rawValue)
    }
  }

  /// The value.
  public var rawValue: String {
    switch self {
    case .noAnswer: "0"
    case .agreed: "1"
    case .other(let text): text
    }
  }
}

/// The state of a price increase: `price_increase_status`.
public enum PriceIncreaseStatus: RawRepresentable, Hashable, Sendable {
  /// `0`: no answer from the customer yet.
  case pending
  /// `1`: accepted, or announced where no consent is needed.
  case agreed
  /// Any other value.
  case other(String)

  /// Creates the case for a value.
  public init(rawValue: String) {
    switch rawValue {
    case "0": self = .pending
    case "1": self = .agreed
    default: self = .other(rawValue)
    }
  }

  /// The value.
  public var rawValue: String {
    switch self {
    case .pending: "0"
    case .agreed: "1"
    case .other(let text): text
    }
  }
}

/// Why a subscription expired: `expiration_intent`. New values may come.
public enum ExpirationIntent: RawRepresentable, Hashable, Sendable {
  /// `1`: the customer cancelled.
  case cancelled
  /// `2`: the payment failed.
  case billingError
  /// `3`: the customer did not agree to a higher price.
  case priceRefused
  /// `4`: the product was not there at the time of renewal.
  case productUnavailable
  /// `5`: Apple does not say.
  case unknown
  /// Any other value.
  case other(String)

  /// What that text stands for.
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

  /// The text.
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

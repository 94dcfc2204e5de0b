/// What a customer answered to a higher price that needs consent: `price_consent_status`. New values may come.
public enum PriceConsentStatus: RawRepresentable, Hashable, Sendable {
  /// `0`: nothing yet.
  case noAnswer
  /// `1`: yes.
  case agreed
  /// Any other value.
  case other(String)

  /// What that text stands for.
  public init(rawValue: String) {
    switch rawValue {
    case "0": self = .noAnswer
    case "1": self = .agreed
    default: self = .other(rawValue)
    }
  }

  /// The text.
  public var rawValue: String {
    switch self {
    case .noAnswer: "0"
    case .agreed: "1"
    case .other(let text): text
    }
  }
}

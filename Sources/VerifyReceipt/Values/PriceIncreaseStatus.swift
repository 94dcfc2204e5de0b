/// How far a higher price is: `price_increase_status`. New values may come.
public enum PriceIncreaseStatus: RawRepresentable, Hashable, Sendable {
  /// `0`: the customer has not answered yet.
  case pending
  /// `1`: the customer agreed, or was informed where no consent is needed.
  case agreed
  /// Any other value.
  case other(String)

  /// What that text stands for.
  public init(rawValue: String) {
    switch rawValue {
    case "0": self = .pending
    case "1": self = .agreed
    default: self = .other(rawValue)
    }
  }

  /// The text.
  public var rawValue: String {
    switch self {
    case .pending: "0"
    case .agreed: "1"
    case .other(let text): text
    }
  }
}

/// Whether a subscription will renew itself: `auto_renew_status`. It says nothing about whether it is active now.
/// New values may come.
public enum AutoRenewStatus: RawRepresentable, Hashable, Sendable {
  /// `0`: it will not.
  case off
  /// `1`: it will.
  case on
  /// Any other value.
  case other(String)

  /// What that text stands for.
  public init(rawValue: String) {
    switch rawValue {
    case "0": self = .off
    case "1": self = .on
    default: self = .other(rawValue)
    }
  }

  /// The text.
  public var rawValue: String {
    switch self {
    case .off: "0"
    case .on: "1"
    case .other(let text): text
    }
  }
}

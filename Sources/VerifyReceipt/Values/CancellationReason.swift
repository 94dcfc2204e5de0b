/// Why Apple refunded or revoked a purchase: `cancellation_reason`, attribute 1720. New values may come.
public enum CancellationReason: RawRepresentable, Hashable, Sendable {
  /// `0`: anything else, such as a purchase by mistake.
  case anotherReason
  /// `1`: a problem with the app, real or perceived.
  case problemWithApp
  /// Any other value.
  case other(String)

  /// What that text stands for.
  public init(rawValue: String) {
    switch rawValue {
    case "0": self = .anotherReason
    case "1": self = .problemWithApp
    default: self = .other(rawValue)
    }
  }

  /// The text.
  public var rawValue: String {
    switch self {
    case .anotherReason: "0"
    case .problemWithApp: "1"
    case .other(let text): text
    }
  }
}

/// Who bought: `in_app_ownership_type`. New names may come.
public enum OwnershipType: RawRepresentable, Hashable, Sendable {
  /// `PURCHASED`: the customer.
  case purchased
  /// `FAMILY_SHARED`: a member of the family.
  case familyShared
  /// Any other name.
  case other(String)

  /// What that text stands for.
  public init(rawValue: String) {
    switch rawValue {
    case "PURCHASED": self = .purchased
    case "FAMILY_SHARED": self = .familyShared
    default: self = .other(rawValue)
    }
  }

  /// The text.
  public var rawValue: String {
    switch self {
    case .purchased: "PURCHASED"
    case .familyShared: "FAMILY_SHARED"
    case .other(let text): text
    }
  }
}

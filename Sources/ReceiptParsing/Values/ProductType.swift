/// The kind of a product, as attribute 1707 numbers it. Apple has not documented the numbers; 0–3 are known from many
/// receipts, 4 from the time of Newsstand. New numbers may come.
public enum ProductType: RawRepresentable, Hashable, Sendable {
  /// 0: bought once and kept.
  case nonConsumable
  /// 1: bought to be used up.
  case consumable
  /// 2: a subscription that ends.
  case nonRenewingSubscription
  /// 3: a subscription that renews automatically.
  case autoRenewableSubscription
  /// 4: a free subscription.
  case freeSubscription
  /// Any other number.
  case other(Int64)

  /// The kind with this number.
  public init(rawValue: Int64) {
    switch rawValue {
    case 0: self = .nonConsumable
    case 1: self = .consumable
    case 2: self = .nonRenewingSubscription
    case 3: self = .autoRenewableSubscription
    case 4: self = .freeSubscription
    default: self = .other(rawValue)
    }
  }

  /// The number.
  public var rawValue: Int64 {
    switch self {
    case .nonConsumable: 0
    case .consumable: 1
    case .nonRenewingSubscription: 2
    case .autoRenewableSubscription: 3
    case .freeSubscription: 4
    case .other(let number): number
    }
  }
}

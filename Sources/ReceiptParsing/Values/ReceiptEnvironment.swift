import TextCoding

/// Where a receipt comes from, as attribute 0 names it. New names may come.
public enum ReceiptEnvironment: RawRepresentable, Hashable, Sendable {
  /// `Production`: the App Store.
  case production
  /// `ProductionVPP`: the App Store, bought in volume by an organization.
  case productionVPP
  /// `ProductionSandbox`: the sandbox and TestFlight.
  case productionSandbox
  /// `ProductionVPPSandbox`: the sandbox for volume purchases.
  case productionVPPSandbox
  /// `Xcode`: StoreKit testing on a developer's machine; anyone can make such a receipt.
  case xcode
  /// Any other name.
  case other(String)

  /// All but other names.
  package static let known: [ReceiptEnvironment] = [
    .production, .productionSandbox, .productionVPP, .productionVPPSandbox, .xcode,
  ]

  /// The environment with this name.
  public init(rawValue: String) {
    let name = UTF8Text(rawValue)
    self = Self.known.first { UTF8Text($0.rawValue) == name } ?? .other(rawValue)
  }

  /// The name.
  public var rawValue: String {
    switch self {
    case .production: "Production"
    case .productionVPP: "ProductionVPP"
    case .productionSandbox: "ProductionSandbox"
    case .productionVPPSandbox: "ProductionVPPSandbox"
    case .xcode: "Xcode"
    case .other(let name): name
    }
  }

  /// Whether nobody paid: the sandbox, which testers, TestFlight and App Review use. False for Xcode's receipts, which
  /// anyone can make, and for names that aren't known.
  public var isSandbox: Bool { self == .productionSandbox || self == .productionVPPSandbox }
}

// Names are compared byte by byte: Unicode's equality takes quadratic time for a long run of combining marks, and a
// name may come from an unverified receipt.
extension ReceiptEnvironment {
  /// Whether both have the same name, byte by byte.
  public static func == (first: ReceiptEnvironment, second: ReceiptEnvironment) -> Bool {
    UTF8Text(first.rawValue) == UTF8Text(second.rawValue)
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(UTF8Text(rawValue)) }
}

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

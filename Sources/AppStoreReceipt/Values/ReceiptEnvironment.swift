/// Where a receipt comes from, as attribute 0 names it. New names may come.
public enum ReceiptEnvironment: RawRepresentable, Hashable, Sendable {
  /// `Production`: the App Store.
  case production
  /// `ProductionVPP`: the App Store, bought in volume by an organisation.
  case productionVPP
  /// `ProductionSandbox`: the sandbox and TestFlight.
  case productionSandbox
  /// `ProductionVPPSandbox`: the sandbox for volume purchases.
  case productionVPPSandbox
  /// `Xcode`: StoreKit testing on a developer's machine; anyone can make such a receipt.
  case xcode
  /// Any other name.
  case other(String)

  /// The environment of that name.
  public init(rawValue: String) {
    switch rawValue {
    case "Production": self = .production
    case "ProductionVPP": self = .productionVPP
    case "ProductionSandbox": self = .productionSandbox
    case "ProductionVPPSandbox": self = .productionVPPSandbox
    case "Xcode": self = .xcode
    default: self = .other(rawValue)
    }
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
}

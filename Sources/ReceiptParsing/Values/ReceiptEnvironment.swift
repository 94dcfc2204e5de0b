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

  /// Every environment but `other`, in the order in which the tool lists them.
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

/// Which of Apple's servers answered, or would have: `environment`. New names may come.
public enum VerifyReceiptEnvironment: RawRepresentable, Hashable, Sendable {
  /// `Production`: the App Store.
  case production
  /// `Sandbox`: the sandbox and TestFlight.
  case sandbox
  /// `Xcode`: StoreKit testing. Apple's servers do not know such receipts; only offline answers have it.
  case xcode
  /// Any other name.
  case other(String)

  /// What that text stands for.
  public init(rawValue: String) {
    switch rawValue {
    case "Production": self = .production
    case "Sandbox": self = .sandbox
    case "Xcode": self = .xcode
    default: self = .other(rawValue)
    }
  }

  /// The text.
  public var rawValue: String {
    switch self {
    case .production: "Production"
    case .sandbox: "Sandbox"
    case .xcode: "Xcode"
    case .other(let text): text
    }
  }
}

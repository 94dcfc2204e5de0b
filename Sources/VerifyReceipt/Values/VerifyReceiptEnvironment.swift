import ReceiptParsing

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
    let known: [VerifyReceiptEnvironment] = [.production, .sandbox, .xcode]
    self = known.first { $0.rawValue.hasBytes(of: rawValue) } ?? .other(rawValue)
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

// A name may be out of a receipt that nobody has verified: see `UTF8Text`.
extension VerifyReceiptEnvironment {
  /// Whether both have the same name, byte by byte.
  public static func == (
    first: VerifyReceiptEnvironment, second: VerifyReceiptEnvironment
  ) -> Bool {
    first.rawValue.hasBytes(of: second.rawValue)
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(UTF8Text(rawValue)) }
}

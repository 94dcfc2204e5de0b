public import Foundation

/// Where Apple answers, or answered: the service is deprecated.
public enum VerifyReceiptEndpoint: String, Hashable, Sendable, CaseIterable {
  /// The App Store. Ask it first.
  case production = "https://buy.itunes.apple.com/verifyReceipt"
  /// The sandbox and TestFlight.
  case sandbox = "https://sandbox.itunes.apple.com/verifyReceipt"

  /// The address.
  public var url: URL {
    guard let url = URL(string: rawValue) else { preconditionFailure("a constant of ours") }
    return url
  }

  /// The other one.
  public var other: VerifyReceiptEndpoint { self == .production ? .sandbox : .production }
}

/// In which form a receipt was given.
public struct ReceiptForm: Hashable, Sendable {
  /// How the container is encoded.
  public enum Encoding: Hashable, Sendable {
    /// DER, as the App Store writes it.
    case der
    /// BER, as Xcode writes it. It was rewritten as DER.
    case ber
  }

  /// How the container is encoded.
  public let encoding: Encoding

  /// Whether it came as Base64 text.
  public let isBase64: Bool
}

import TextCoding

/// What a receipt is bound to: the MAC address of a Mac, or the `identifierForVendor` of any other device.
///
/// | platform | bytes |
/// |---|---|
/// | macOS and Mac Catalyst | the 6 of a built-in network interface's MAC address |
/// | iOS, iPadOS, tvOS, watchOS, visionOS, and iOS apps on a Mac | the 16 of `identifierForVendor` |
public struct DeviceIdentifier: Hashable, Sendable {
  /// The bytes that go into the hash.
  public let bytes: [UInt8]

  /// Any bytes.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// A MAC address; `nil` unless there are 6 bytes.
  public init?(macAddress bytes: [UInt8]) {
    guard bytes.count == 6 else { return nil }
    self.bytes = bytes
  }

  /// A MAC address, `00:1B:63:84:45:E6`, or a UUID, `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`, in letters of
  /// either case, with colons, hyphens or nothing between pairs of digits; `nil` for everything else.
  public init?(_ text: String) {
    var bytes: [UInt8] = []
    var high: UInt8?
    var separator: UInt8?
    var isAfterPair = false
    for character in text.utf8 {
      if let digit = character.digitValue(radix: 16) {
        isAfterPair = high != nil
        if let first = high { bytes.append(first << 4 | digit) }
        high = isAfterPair ? nil : digit
      } else {
        // Separators come between pairs only, and are all the same.
        let isSeparator = character == UInt8(ascii: ":") || character == UInt8(ascii: "-")
        guard isSeparator, isAfterPair, separator ?? character == character else { return nil }
        separator = character
        isAfterPair = false
      }
    }
    guard isAfterPair, bytes.count == 6 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }
}

extension DeviceIdentifier: CustomStringConvertible {
  /// A MAC address with colons, a UUID with hyphens, anything else as plain hexadecimal digits.
  public var description: String {
    var text = ""
    for (index, byte) in bytes.enumerated() {
      switch (bytes.count, index) {
      case (6, 1...): text += ":"
      case (16, 4), (16, 6), (16, 8), (16, 10): text += "-"
      default: break
      }
      text += CollectionOfOne(byte).hexadecimal
    }
    return text
  }
}

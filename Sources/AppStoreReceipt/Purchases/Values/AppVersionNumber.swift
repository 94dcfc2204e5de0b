/// A version whose parts are numbers, such as `2.10.1`, in the order that people expect: `2.9` comes before `2.10`,
/// and `2.0` is `2`.
///
/// The parts may have any number of digits (`2020.10.02.1149`); they are compared as numbers.
public struct AppVersionNumber: Hashable, Comparable, Sendable {
  /// Without zeros at the end, so that equal versions have equal parts.
  private let parts: [DecimalNumber]

  /// Reads a version: ASCII digits with single dots between them. `nil` for everything else, such as `1.0b3`.
  ///
  /// - Complexity: O(n).
  public init?(_ text: String) {
    var parts: [DecimalNumber] = []
    for part in text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
      guard let number = DecimalNumber(part) else { return nil }
      parts.append(number)
    }
    while parts.last?.digitCount == 0 { parts.removeLast() }
    self.parts = parts
  }

  /// Whether the first is the older one.
  public static func < (first: AppVersionNumber, second: AppVersionNumber) -> Bool {
    first.parts.lexicographicallyPrecedes(second.parts)
  }
}

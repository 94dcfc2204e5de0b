import Foundation
import FuzzSupport

// Somebody else's reader of property lists.

extension TransactionProperty {
  /// Foundation reads the same keys and values. It takes Unicode's line ends for those of ASCII, refuses two escapes for
  /// one character, and takes `\v` and `\f` for U+0017 and U+0018.
  static func checkWithFoundation(_ bytes: [UInt8], _ list: NaivePropertyList) {
    let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
    let others: [[UInt8]] =
      [[0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9]]
      + [#"\Ud"#, #"\UD"#, #"\v"#, #"\f"#].map { Array($0.utf8) }
    let hasOthers = others.contains { bytes.firstRange(of: $0) != nil }
    // Unicode takes some other keys for the same.
    guard isUTF8, !hasOthers, list.entries.allSatisfy({ $0.key.allSatisfy { $0 < 0x80 } })
    else { return }
    let found = try? PropertyListDecoder().decode([String: String].self, from: Data(bytes))
    guard let found, found.count == list.entries.count else {
      return require(false, "not Foundation's \(found, default: "nothing")")
    }
    for entry in list.entries {
      let value = found[String(decoding: entry.key, as: UTF8.self)]
      require(
        value.map { Array($0.utf8) } == entry.value,
        "Foundation's \(value, default: "nothing"), not \(entry)")
    }
  }
}

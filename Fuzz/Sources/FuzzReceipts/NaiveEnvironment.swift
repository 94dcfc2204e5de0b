import FuzzSupport
import ReceiptParsing

/// What is known of each environment's name; of all others, nothing.
enum NaiveEnvironment {
  private static let table: [(name: String, environment: ReceiptEnvironment, isSandbox: Bool)] = [
    ("Production", .production, false), ("ProductionVPP", .productionVPP, false),
    ("ProductionSandbox", .productionSandbox, true),
    ("ProductionVPPSandbox", .productionVPPSandbox, true), ("Xcode", .xcode, false),
  ]

  /// The text as a name, each known one, and one that differs from it in a byte.
  static func check(_ text: String) {
    check(name: text)
    for (place, row) in table.enumerated() {
      check(name: row.name)
      require(ReceiptEnvironment(rawValue: row.name) == row.environment, row.name)
      var bytes = Array(row.name.utf8)
      bytes[text.utf8.count % bytes.count] ^= UInt8(1 << ((text.utf8.count + place) % 7))
      check(name: String(decoding: bytes, as: UTF8.self))
    }
    Hashes.check((table.map(\.name) + [text]).map { ReceiptEnvironment(rawValue: $0) }) {
      Array($0.rawValue.utf8)
    }
  }

  private static func check(name: String) {
    let environment = ReceiptEnvironment(rawValue: name)
    require(environment.rawValue.utf8.elementsEqual(name.utf8), "\(environment) is \(name)")
    let row = table.first { $0.name.utf8.elementsEqual(name.utf8) }
    require(environment.isSandbox == (row?.isSandbox ?? false), "the sandbox: \(name)")
    require(environment == ReceiptEnvironment.other(name), "the same name: \(name)")
    for other in table {
      let isSame = other.name.utf8.elementsEqual(name.utf8)
      require((environment == other.environment) == isSame, "\(name) is \(other.name)")
    }
  }
}

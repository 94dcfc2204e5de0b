import FuzzSupport
import ReceiptParsing
import ReceiptValidation

/// What is known of each environment's name; of all others, nothing.
enum NaiveEnvironment {
  private static let table: [(name: String, environment: ReceiptEnvironment, isSandbox: Bool)] = [
    ("Production", .production, false), ("ProductionVPP", .productionVPP, false),
    ("ProductionSandbox", .productionSandbox, true),
    ("ProductionVPPSandbox", .productionVPPSandbox, true), ("Xcode", .xcode, false),
  ]

  /// The text as a name, each known one, and one that differs from it in a byte.
  static func check(_ text: String) {
    _ = areRefused
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

  /// Where no environment is accepted, what is said of a receipt from each. Asked once: no input changes it.
  private static let areRefused: Void = {
    for (name, _, _) in table {
      let payload = RedactionProperty.attribute(0, Message.element(0x0C, Array(name.utf8)))
      let report = Answer(Message.signed(payload).bytes).receipt?.report(
        ReceiptExpectations(
          bundleIdentifier: "", devices: .notChecked, now: .notChecked, environments: []),
        verifier: TrustingVerifier())
      let failure = report?.failures.first { $0.check == .environment }
      require(failure?.found == name, "accepted, or no receipt: \(name)")
      failure.map { Sentences.check($0) }
    }
  }()

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

import FuzzReceipts

/// Writes receipts: every attribute is encoded once and then copied, since there are few values.
struct EntryEncoding {
  static let products = ["a", "b", "c"]
  private static let broken: [UInt8] = [0x05, 0x00]

  private let isXcode: Bool
  private let dates: [[UInt8]]
  private let texts: [[UInt8]]
  private let transactions: [[UInt8]]
  private let nameless: [UInt8]

  private static let all = Dictionary(
    uniqueKeysWithValues: Clock.units.flatMap { unit in
      [false, true].map { isXcode in
        ([unit, isXcode ? 1 : 0], EntryEncoding(clock: Clock(unit: unit), isXcode: isXcode))
      }
    })

  static func shared(clock: Clock, isXcode: Bool) -> EntryEncoding {
    all[[clock.unit, isXcode ? 1 : 0]] ?? EntryEncoding(clock: clock, isXcode: isXcode)
  }

  private init(clock: Clock, isXcode: Bool) {
    self.isXcode = isXcode
    dates = (0..<Clock.ticks).map { Self.element(0x16, Array(clock.text($0).utf8)) }
    texts = Self.products.map { Self.element(0x0C, Array($0.utf8)) }
    transactions = (0..<9).map {
      Self.element(0x0C, Array(Self.transaction($0, isXcode: isXcode).utf8))
    }
    nameless =
      Self.attribute(0, Self.element(0x0C, Array((isXcode ? "Xcode" : "Production").utf8)))
      + Self.attribute(2, Self.element(0x0C, Array("app".utf8)))
      + Self.attribute(3, Self.element(0x0C, Array("1".utf8)))
  }

  /// Numbers of nine digits and of ten: in another order as texts.
  static func transaction(_ number: Int, isXcode: Bool) -> String {
    isXcode ? "\(number)" : "\(999_999_996 + number)"
  }

  func container(_ receipt: ReceiptOfEntries) -> [UInt8] {
    var contents = nameless + Self.attribute(12, dates[receipt.creation])
    for entry in receipt.entries {
      contents += Self.attribute(17, Self.element(0x31, encoding(entry)))
    }
    return Message.signed(contents).bytes
  }

  private func encoding(_ entry: Entry) -> [UInt8] {
    var bytes: [UInt8] = []
    func add(_ type: Int, _ said: Said, _ value: (Int) -> [UInt8]) {
      switch said {
      case .nothing: break
      case .nonsense: bytes += Self.attribute(type, Self.broken)
      case .value(let number): bytes += Self.attribute(type, value(number))
      }
    }
    func number(_ number: Int) -> [UInt8] {
      number == .max
        ? [2, 8, 0x7F] + Array(repeating: 0xFF, count: 7)
        : [2, 1, UInt8(truncatingIfNeeded: number)]
    }
    add(1701, entry.quantity, number)
    add(1702, entry.product) { texts[$0] }
    add(1703, entry.transaction) { transactions[$0] }
    add(1704, entry.start) { dates[$0] }
    add(1705, entry.original) { transactions[$0] }
    add(1706, entry.firstStart) { dates[$0] }
    add(1707, entry.kind, number)
    add(1708, entry.end) { dates[$0] }
    add(1712, entry.cancellation) { dates[$0] }
    add(1713, entry.trial, number)
    add(1719, entry.introductory, number)
    return bytes
  }

  /// Of version 1; the value has at most 127 bytes less what is around it, or is a purchase.
  private static func attribute(_ type: Int, _ value: [UInt8]) -> [UInt8] {
    let number: [UInt8] =
      type < 128 ? [2, 1, UInt8(type)] : [2, 2, UInt8(type >> 8), UInt8(type & 255)]
    return element(0x30, number + [2, 1, 1] + element(4, value))
  }

  private static func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
    switch contents.count {
    case ..<128: [tag, UInt8(contents.count)] + contents
    case ..<256: [tag, 0x81, UInt8(contents.count)] + contents
    default: [tag, 0x82, UInt8(contents.count >> 8), UInt8(contents.count & 255)] + contents
    }
  }
}

import DERParsing
import FuzzSupport
import ReceiptValidation

/// Texts of other values than dates, by readers that split and count.
enum Words {
  static func check(_ text: String) {
    checkDevice(text)
    checkObjectIdentifier(text)
    NaiveEnvironment.check(text)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  private static func checkDevice(_ text: String) {
    let device = DeviceIdentifier(text)
    let bytes = Self.device(text)
    require(device?.bytes == bytes, "a device: \(text)")
    guard let bytes else { return }
    var grouped = Array(bytes.hexadecimal.utf8)
    for place in bytes.count == 6 ? [10, 8, 6, 4, 2] : [20, 16, 12, 8] {
      grouped.insert(bytes.count == 6 ? UInt8(ascii: ":") : UInt8(ascii: "-"), at: place)
    }
    require(device?.description.utf8.elementsEqual(grouped) == true, "\(text) is \(grouped)")
    if bytes.count == 16 { checkUUID(String(decoding: grouped, as: UTF8.self), bytes) }
    for count in 5...7 {
      let address = Array((bytes + [0]).prefix(count))
      let expected = count == 6 ? address : nil
      require(
        DeviceIdentifier(macAddress: address)?.bytes == expected, "\(count) bytes of an address")
    }
    // Of other lengths, digits alone.
    for count in [0, 1, 2, 5, 7, 15, 17] {
      let others = Array((bytes + bytes + bytes).prefix(count))
      let other = "\(DeviceIdentifier(bytes: others))"
      require(other.utf8.elementsEqual(others.hexadecimal.utf8), "\(others) as text: \(other)")
    }
    let others = [[bytes[0] ^ 1] + bytes.dropFirst(), bytes + [0], bytes]
    Hashes.check(others.map { DeviceIdentifier(bytes: $0) }) { $0.bytes }
  }

  /// The bytes of pairs of hexadecimal digits, between some of which stands the same separator.
  static func device(_ text: String) -> [UInt8]? {
    let separators = Set(text.utf8.filter { ":-".utf8.contains($0) })
    let groups = text.utf8.split(omittingEmptySubsequences: false) { separators.contains($0) }
    let digits = groups.joined().map { UInt8(ascii: "A")...UInt8(ascii: "F") ~= $0 ? $0 + 32 : $0 }
    guard separators.count <= 1, groups.allSatisfy({ !$0.isEmpty && $0.count % 2 == 0 }),
      digits.allSatisfy({ isDigit($0) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 })
    else { return nil }
    let values = digits.map { isDigit($0) ? $0 - 0x30 : $0 &- 0x61 &+ 10 }
    var bytes: [UInt8] = []
    for index in stride(from: 1, to: values.count, by: 2) {
      bytes.append(values[index - 1] &* 16 &+ values[index])
    }
    return bytes.count == 6 || bytes.count == 16 ? bytes : nil
  }

  /// Numbers with dots between them, none with a zero too many, and their encoding by X.690 §8.19.
  private static func checkObjectIdentifier(_ text: String) {
    let identifier = DERObjectIdentifier(text)
    let contents = contents(text)
    require((identifier != nil) == (contents != nil), "an object identifier: \(text)")
    guard let identifier, let contents else { return }
    require(identifier.description == text, "\(identifier) is not \(text)")
    let read = ([6, UInt8(contents.count)] + contents).withBytes { bytes in
      try? DERObjectIdentifier(derEncoded: bytes)
    }
    require(read == identifier, "\(text) is \(contents.hexadecimal)")
  }

  private static func contents(_ text: String) -> [UInt8]? {
    let arcs = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard arcs.count >= 2, arcs[0].count == 1, let root = arcs[0].first, 0x30...0x32 ~= root,
      arcs.allSatisfy({ arc in
        !arc.isEmpty && arc.allSatisfy(isDigit) && (arc.count == 1 || arc.first != 0x30)
      }),
      root == 0x32 || arcs[1].count == 1 || arcs[1].count == 2 && (arcs[1].first ?? 0) < 0x34
    else { return nil }
    var contents = inBase128(arcs[1], adding: Int(root - 0x30) * 40)
    for arc in arcs.dropFirst(2) { contents += inBase128(arc, adding: 0) }
    return contents.count <= 63 ? contents : nil
  }

  private static func inBase128(_ digits: Substring.UTF8View, adding summand: Int) -> [UInt8] {
    var places = [0]  // the lowest first
    func carry(_ start: Int) {
      var rest = start
      for index in places.indices {
        rest += places[index]
        places[index] = rest % 128
        rest /= 128
      }
      if rest > 0 { places.append(rest) }
    }
    for digit in digits {
      places = places.map { $0 * 10 }
      carry(Int(digit - 0x30))
    }
    carry(summand)
    return places.enumerated().map { UInt8($0.element) | ($0.offset == 0 ? 0 : 0x80) }.reversed()
  }
}

/// JSON text with one member or element a line, for people; the order stays.
struct IndentedJSON {
  let bytes: [UInt8]

  /// - Parameter json: well-formed JSON without white space.
  init(_ json: [UInt8]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(json.count * 2)
    var depth = 0
    var isInString = false
    var isEscaped = false
    for (index, byte) in json.enumerated() {
      if isInString {
        bytes.append(byte)
        isInString = byte != UInt8(ascii: "\"") || isEscaped
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        continue
      }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        bytes.append(byte)
        depth += 1
        let isEmpty = [UInt8(ascii: "}"), UInt8(ascii: "]")].contains(json[index + 1])
        if !isEmpty { Self.addLine(depth, to: &bytes) }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if ![UInt8(ascii: "{"), UInt8(ascii: "[")].contains(json[index - 1]) {
          Self.addLine(depth, to: &bytes)
        }
        bytes.append(byte)
      case UInt8(ascii: ","):
        bytes.append(byte)
        Self.addLine(depth, to: &bytes)
      case UInt8(ascii: ":"): bytes += [byte, UInt8(ascii: " ")]
      default:
        bytes.append(byte)
        isInString = byte == UInt8(ascii: "\"")
      }
    }
    self.bytes = bytes + [UInt8(ascii: "\n")]
  }

  private static func addLine(_ depth: Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\n"))
    bytes += Array(repeating: UInt8(ascii: " "), count: depth * 2)
  }
}

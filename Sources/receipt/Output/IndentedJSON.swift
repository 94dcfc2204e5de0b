/// JSON text with one member or element a line, for people; the order stays.
struct IndentedJSON {
  let octets: [UInt8]

  /// - Parameter json: well-formed JSON without white space.
  init(_ json: [UInt8]) {
    var octets: [UInt8] = []
    octets.reserveCapacity(json.count * 2)
    var depth = 0
    var isInString = false
    var isEscaped = false
    for (index, octet) in json.enumerated() {
      if isInString {
        octets.append(octet)
        isInString = octet != UInt8(ascii: "\"") || isEscaped
        isEscaped = octet == UInt8(ascii: "\\") && !isEscaped
        continue
      }
      switch octet {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        octets.append(octet)
        depth += 1
        let isEmpty = [UInt8(ascii: "}"), UInt8(ascii: "]")].contains(json[index + 1])
        if !isEmpty { Self.addLine(depth, to: &octets) }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if ![UInt8(ascii: "{"), UInt8(ascii: "[")].contains(json[index - 1]) {
          Self.addLine(depth, to: &octets)
        }
        octets.append(octet)
      case UInt8(ascii: ","):
        octets.append(octet)
        Self.addLine(depth, to: &octets)
      case UInt8(ascii: ":"): octets += [octet, UInt8(ascii: " ")]
      default:
        octets.append(octet)
        isInString = octet == UInt8(ascii: "\"")
      }
    }
    self.octets = octets + [UInt8(ascii: "\n")]
  }

  private static func addLine(_ depth: Int, to octets: inout [UInt8]) {
    octets.append(UInt8(ascii: "\n"))
    octets += Array(repeating: UInt8(ascii: " "), count: depth * 2)
  }
}

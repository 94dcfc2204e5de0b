import DERParsing
import ReceiptParsing
import TestSupport
import Testing

/// The short cut into the SET of a purchase is given the same bytes as the plain path, and both have to agree.
@Suite struct OpenedPurchaseTests {
  /// What becomes of a SET: where its contents lie and how many levels are left.
  private enum Opened: Equatable {
    case contents(Range<Int>, depth: Int)
    case failure(ReceiptError)

    init(_ value: [UInt8], depth: Int, isPlain: Bool) {
      // In front of and behind the value are other bytes.
      let bytes = [0x31] + value + [0x31]
      self = withExactlySized(bytes) { bytes in
        do throws(ReceiptError) {
          let range = 1..<bytes.byteCount - 1
          let reader =
            isPlain
            ? try AttributeReader(plainSetIn: range, of: bytes, depth: depth)
            : try AttributeReader(setIn: range, of: bytes, depth: depth)
          return .contents(reader.position..<reader.end, depth: reader.depth)
        } catch {
          return .failure(error)
        }
      }
    }
  }

  @Test(arguments: [0, 1, 2, 127, 128, 255, 256, 257, 511, 512, 65_535, 65_536])
  func `A purchase is opened as the plain path does`(count: Int) {
    let set = DER.element(0x31, [UInt8](repeating: 0x30, count: count))
    let values = (0..<min(set.count, 5)).flatMap { offset in
      (UInt8.min...UInt8.max).map { value in
        var bytes = set
        bytes[offset] = value
        return bytes
      }
    }
    // For the long ones one value in sixteen, which takes long enough.
    for (index, value) in values.enumerated() where count < 1000 || index % 16 == index / 256 {
      for depth in [0, 1, 8] {
        let (short, plain) = (
          Opened(value, depth: depth, isPlain: false), Opened(value, depth: depth, isPlain: true)
        )
        if short != plain { Issue.record("\(value.prefix(6).hexadecimal): \(short), not \(plain)") }
      }
    }
    let contents = [UInt8](repeating: 0x30, count: count)
    let others = [
      set + [0], Array(set.dropLast()), DER.longLength(0x31, lengthOctets: 2, contents),
      DER.longLength(0x31, lengthOctets: 3, contents),
    ]
    for bytes in others {
      #expect(Opened(bytes, depth: 8, isPlain: false) == Opened(bytes, depth: 8, isPlain: true))
    }
    let header = set.count - count
    #expect(
      Opened(set, depth: 8, isPlain: false) == .contents(1 + header..<1 + set.count, depth: 7))
  }
}

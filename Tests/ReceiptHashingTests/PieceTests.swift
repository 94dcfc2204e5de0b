import ReceiptHashing
import TestSupport
import Testing

/// A message gives the same digest however it is cut.
struct PieceTests {
  static let lengths = (0...200).thinnedInDebug(by: 7)

  private func message(_ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: 31 &* $0 &+ 17) }
  }

  private func everySplit<Function: HashFunction>(_: Function.Type, of message: [UInt8]) {
    withExactlySized(message) { whole in
      let expected = Function.hash(whole)
      for cut in 0...message.count {
        let first = whole.extracting(first: cut)
        let second = whole.extracting(droppingFirst: cut)
        var function = Function()
        function.update(first)
        function.update(second)
        #expect(function.finalize() == expected, "cut at \(cut) of \(message.count)")
      }
    }
  }

  @Test(arguments: lengths)
  func twoUpdates(_ length: Int) {
    everySplit(SHA1.self, of: message(length))
    everySplit(PortableSHA1.self, of: message(length))
    everySplit(SHA256.self, of: message(length))
    everySplit(PortableSHA256.self, of: message(length))
    everySplit(SHA384.self, of: message(length))
    everySplit(SHA512.self, of: message(length))
  }

  private func threeUpdates<Function: HashFunction>(_: Function.Type, of message: [UInt8]) {
    withExactlySized(message) { whole in
      let expected = Function.hash(whole)
      #expect(Function.hash(message) == expected)
      for cut in stride(from: 0, through: message.count, by: 13) {
        let rest = whole.extracting(droppingFirst: cut)
        for secondCut in stride(from: 0, through: message.count - cut, by: 29) {
          var function = Function()
          function.update(whole.extracting(first: cut))
          function.update(rest.extracting(first: secondCut))
          function.update(rest.extracting(droppingFirst: secondCut))
          #expect(function.finalize() == expected, "cuts at \(cut) and \(cut + secondCut)")
        }
      }
    }
  }

  @Test(arguments: [0, 1, 55, 64, 127, 128, 129, 300])
  func severalUpdates(_ length: Int) {
    threeUpdates(SHA1.self, of: message(length))
    threeUpdates(PortableSHA1.self, of: message(length))
    threeUpdates(SHA256.self, of: message(length))
    threeUpdates(PortableSHA256.self, of: message(length))
    threeUpdates(SHA384.self, of: message(length))
    threeUpdates(SHA512.self, of: message(length))
  }

  private func byteByByte<Function: HashFunction>(_: Function.Type) {
    withExactlySized(message(500)) { whole in
      var function = Function()
      for index in 0..<500 {
        function.update(whole.extracting(index..<index + 1))
        function.update(whole.extracting(first: 0))
        // A copy is finished, the original goes on.
        let copy = function
        #expect(copy.finalize() == Function.hash(whole.extracting(first: index + 1)))
      }
      #expect(function.finalize() == Function.hash(whole))
    }
  }

  @Test func oneByteAtATime() {
    byteByByte(SHA1.self)
    byteByByte(PortableSHA1.self)
    byteByByte(SHA256.self)
    byteByByte(PortableSHA256.self)
    byteByByte(SHA384.self)
    byteByByte(SHA512.self)
  }

  /// The words of a block are loaded from any address.
  @Test(arguments: 0..<16)
  func anyAlignment(_ offset: Int) {
    let message = message(400)
    let expected = (SHA1.hash(message), SHA256.hash(message), SHA512.hash(message))
    withExactlySized([UInt8](repeating: 0xee, count: offset) + message) { shifted in
      let bytes = shifted.extracting(droppingFirst: offset)
      #expect(SHA1.hash(bytes) == expected.0)
      #expect(PortableSHA1.hash(bytes) == expected.0)
      #expect(SHA256.hash(bytes) == expected.1)
      #expect(PortableSHA256.hash(bytes) == expected.1)
      #expect(SHA512.hash(bytes) == expected.2)
    }
  }
}

import FuzzSupport
import InstructionPairs

/// A signature and a key that fits it, of any bytes: with the exponent 3, a modulus is the signature's cube less the
/// encoded message. No private key is needed.
struct ForgedSignature {
  private let bytes: [UInt8]
  private let digest: Int
  private let signature: [UInt8]
  private let modulus: [UInt8]
  private let bitCount: Int
  private let isRight: Bool

  /// `nil` if the bytes make no odd modulus of at least 128 bytes.
  init?(_ bytes: [UInt8]) {
    guard bytes.count > 8 else { return nil }
    self.bytes = bytes
    digest = Int(bytes[0] & 3)
    let count = 43 + Int(bytes[1]) % 130
    var signature = Array(repeatElement(bytes[6...], count: 1 + count / (bytes.count - 6)).joined())
    signature.removeLast(signature.count - count)
    signature[0] |= 1
    let digits = NaiveNumber.shortened(Self.cube(signature))
    var message = NaiveSignature.encoded(bytes, NaiveHash.allCases[digest], digits.count)
    let right = message
    if bytes[2] & 1 == 1 {
      // What is signed then is not quite that.
      let place = (Int(bytes[3]) << 8 | Int(bytes[4])) % message.count
      message[place] ^= max(bytes[5], 1)
    }
    isRight = message == right
    let isEven = message[message.count - 1] & 1 == signature[count - 1] & 1
    if isEven { signature[count - 1] ^= 1 }
    let cube = NaiveNumber.shortened(Self.cube(signature))
    guard cube.count == message.count, message.lexicographicallyPrecedes(cube) else { return nil }
    let modulus = NaiveNumber.shortened(NaiveNumber.difference(cube, message))
    // The message is less than the modulus then, so it is what the power gives.
    guard modulus.count == message.count, message.lexicographicallyPrecedes(modulus),
      modulus.count >= 94
    else { return nil }
    self.signature = NaiveNumber.padded(signature, modulus.count)
    self.modulus = modulus
    bitCount = 8 * modulus.count - modulus[0].leadingZeroBitCount
  }

  func check() {
    let bits = 1024...4096
    let isVerified = isRight && bits ~= bitCount
    require(isAccepted() == isVerified, "\(bitCount) bits, right: \(isRight): \(isAccepted())")
    guard isVerified else { return }
    require(isAccepted(minimumBits: bitCount), "as many bits as required")
    require(!isAccepted(minimumBits: bitCount + 1), "fewer bits than required")
    let (sum, carry) = NaiveNumber.sum(signature, modulus)
    require(carry == 1 || !isAccepted(signature: sum), "the signature and the modulus")
    require(!isAccepted(signature: [0] + signature), "a byte too many in front")
    require(!isAccepted(signature: signature + [0]), "a byte too many behind")
    require(!isAccepted(signature: Array(signature.dropFirst())), "a byte less in front")
    require(!isAccepted(digest: (digest + 1) % 4), "another digest")
    require(!isAccepted(message: bytes + [0]), "another message")
    for exponent: [UInt8] in [[], [0], [1], [2], [4], [5], [0, 3], [3, 0, 0, 0, 1]] {
      require(!isAccepted(exponent: exponent), "the exponent \(exponent)")
    }
    // With a zero in front only if the first bit is set.
    require(isAccepted(modulus: [0] + modulus) == (modulus[0] >= 0x80), "a minimal modulus")
    require(!isAccepted(modulus: [0, 0] + modulus), "a minimal modulus")
  }

  private func isAccepted(
    modulus: [UInt8]? = nil, exponent: [UInt8] = [3], minimumBits: Int = 0,
    signature: [UInt8]? = nil, digest: Int? = nil, message: [UInt8]? = nil
  ) -> Bool {
    RSAAnswer(
      modulus: modulus ?? self.modulus, exponent: exponent, minimumBits: minimumBits,
      signature: signature ?? self.signature, digest: digest ?? self.digest, of: message ?? bytes)
      == .verified
  }

  private static func cube(_ number: [UInt8]) -> [UInt8] {
    NaiveNumber.product(NaiveNumber.product(number, number), number)
  }
}

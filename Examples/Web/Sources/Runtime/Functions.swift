// What compiled Swift expects of the platform's C library, as far as the module needs it.

/// `memcmp`: below 0, 0 or above it.
@c(memcmp)
public func compare(
  _ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>, _ count: UInt
) -> Int32 {
  var index: UInt = 0
  while index < count {
    let (one, other) = unsafe (first[Int(index)], second[Int(index)])
    if one != other { return Int32(one) - Int32(other) }
    index += 1
  }
  return 0
}

/// The product of two numbers of 128 bits, cut to 128 bits: the low half first.
///
/// RSA spends its time here. Without the type of 128 bits, whose product would call this function.
@c(__multi3)
public func multiply(
  _ result: UnsafeMutablePointer<UInt64>, _ low0: UInt64, _ high0: UInt64, _ low1: UInt64,
  _ high1: UInt64
) {
  let (a0, a1) = (low0 & 0xFFFF_FFFF, low0 >> 32)
  let (b0, b1) = (low1 & 0xFFFF_FFFF, low1 >> 32)
  // Products of two numbers below 2³²; a sum of one and two such numbers is below 2⁶⁴.
  let low = a0 &* b0
  let middle = a1 &* b0 &+ (low >> 32)
  let other = a0 &* b1 &+ (middle & 0xFFFF_FFFF)
  unsafe result[0] = other << 32 | low & 0xFFFF_FFFF
  unsafe result[1] =
    a1 &* b1 &+ (middle >> 32) &+ (other >> 32) &+ low0 &* high1 &+ high0 &* low1
}

/// The seed of hashing: always the same. The module hashes nothing but the environments that its caller allows, so
/// nobody can make it slow, and it needs no import.
@c(arc4random_buf)
public func fillWithSeed(_ bytes: UnsafeMutablePointer<UInt8>, _ count: UInt) {
  var index: UInt = 0
  while index < count {
    unsafe bytes[Int(index)] = 0x5A
    index += 1
  }
}

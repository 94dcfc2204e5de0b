// The functions of a C library that compiled Swift needs here.

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

/// The low 128 bits of the product of two 128-bit numbers, low half first.
///
/// RSA spends its time here. It can't use `UInt128`, whose product calls this function.
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

/// Random bits of the host: the module may not import any.
nonisolated(unsafe) private var seed: (UInt64, UInt64) = (0, 0)

/// Takes random bits for hashing, before anything else is called. Without them, texts could be chosen that collide.
@c(seed)
public func setSeed(_ low: UInt64, _ high: UInt64) {
  unsafe seed = (low, high)
}

/// The seed of hashing, of 16 bytes, which the standard library asks for once.
@c(arc4random_buf)
public func fillWithSeed(_ bytes: UnsafeMutablePointer<UInt8>, _ count: UInt) {
  var index: UInt = 0
  while index < count {
    let word = unsafe index & 8 == 0 ? seed.0 : seed.1
    unsafe bytes[Int(index)] = UInt8(truncatingIfNeeded: word >> UInt64(8 * (index & 7)))
    index += 1
  }
}

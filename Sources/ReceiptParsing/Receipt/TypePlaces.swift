/// At which place in a purchase each type stands. The purchases of a receipt are written alike, so what is true
/// of one is where to look first in the others.
struct TypePlaces: Sendable {
  /// By the five lowest bits of the type: those of the known types, 1701–1722, all differ.
  private var even = SIMD16<UInt8>(repeating: 0)
  private var odd = SIMD16<UInt8>(repeating: 0)

  /// Where to look for an attribute of that type: a guess, to be confirmed.
  subscript(type: Int32) -> Int {
    let index = Int(truncatingIfNeeded: type >> 1 & 0xF)
    return Int(type & 1 == 0 ? even[index] : odd[index])
  }

  /// Remembers that an attribute of that type stands at `place`.
  mutating func note(_ type: Int32, at place: Int) {
    let index = Int(truncatingIfNeeded: type >> 1 & 0xF)
    let place = UInt8(truncatingIfNeeded: place)  // wrong from 256 on, as a guess may be
    if type & 1 == 0 { even[index] = place } else { odd[index] = place }
  }
}

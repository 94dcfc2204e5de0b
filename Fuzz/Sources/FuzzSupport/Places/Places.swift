/// Other places for the octets of an input: at the edges of inaccessible pages, at an odd address in heap
/// memory of exactly their size, in an array.
package struct Places: ~Copyable {
  private let guarded = GuardedMemory(capacity: 1 << 20)

  /// Maps the memory.
  package init() {}

  /// Calls `body` with a copy in another place, or with none: as the octets decide, since all places every
  /// time would take most of the time.
  package borrowing func forEach(_ octets: [UInt8], _ body: (RawSpan, _ place: String) -> Void) {
    switch (octets.count &+ Int(octets.last ?? 0)) % 8 {
    case 0...2 where octets.count <= guarded.capacity: with(octets, at: .end, body)
    case 3 where octets.count <= guarded.capacity: with(octets, at: .start, body)
    case 4: octets.withOddlyPlaced { body($0, "oddly placed memory") }
    case 5: octets.withOctets { body($0, "an array") }
    default: break
    }
  }

  private borrowing func with(
    _ octets: [UInt8], at edge: GuardedMemory.Edge, _ body: (RawSpan, String) -> Void
  ) {
    octets.withOctets { octets in
      guarded.withOctets(octets, at: edge) { body($0, "guarded memory") }
    }
  }
}

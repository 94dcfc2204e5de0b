/// Other places for the bytes of an input: at the edges of inaccessible pages, at an odd address in heap
/// memory of exactly their size, in an array.
public struct Places: ~Copyable {
  private let guarded = GuardedMemory(capacity: 1 << 20)

  /// Maps the memory.
  public init() {}

  /// Calls `body` with a copy in another place, or with none: as the bytes decide, since all places every
  /// time would take most of the time.
  public borrowing func forEach(_ bytes: [UInt8], _ body: (RawSpan, _ place: String) -> Void) {
    switch (bytes.count &+ Int(bytes.last ?? 0)) % 8 {
    case 0...2 where bytes.count <= guarded.capacity: with(bytes, at: .end, body)
    case 3 where bytes.count <= guarded.capacity: with(bytes, at: .start, body)
    case 4: bytes.withOddlyPlaced { body($0, "oddly placed memory") }
    case 5: bytes.withBytes { body($0, "an array") }
    default: break
    }
  }

  private borrowing func with(
    _ bytes: [UInt8], at edge: GuardedMemory.Edge, _ body: (RawSpan, String) -> Void
  ) {
    bytes.withBytes { bytes in
      guarded.withBytes(bytes, at: edge) { body($0, "guarded memory") }
    }
  }
}

@_exported public import FuzzSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a fuzzer calls with the inputs of libFuzzer.
@safe
public enum Fuzzer {
  // libFuzzer calls from one thread.
  private nonisolated(unsafe) static let places = Places()
  private nonisolated(unsafe) static let guarded = GuardedMemory(capacity: 1 << 20)
  private static let isEverywhere = unsafe getenv("FUZZ_EVERY_PLACE") != nil
  nonisolated(unsafe) static var mutatesTree = true

  /// Checks a property with one input: the body of `LLVMFuzzerTestOneInput`.
  ///
  /// With `FUZZ_EVERY_PLACE` in the environment, the input itself lies at both edges of inaccessible pages, and at an odd
  /// address in memory of exactly its size, one after the other.
  ///
  /// - Parameters:
  ///   - property: what has to hold.
  ///   - data: where the input is; readable until this returns.
  ///   - count: how many bytes it has.
  /// - Returns: 0, as libFuzzer wants it; a property that doesn't hold ends the process.
  public static func check<Property: FuzzProperty>(
    _ property: Property.Type, _ data: UnsafePointer<UInt8>?, _ count: Int
  ) -> CInt {
    unsafe mutatesTree = property.isTree
    // libFuzzer keeps `count` bytes there while it waits for the answer.
    let input = unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(start: data, count: count))
    guard isEverywhere else {
      unsafe property.check(input, places)
      return 0
    }
    for edge in GuardedMemory.Edge.allCases where unsafe count <= guarded.capacity {
      unsafe guarded.withBytes(input, at: edge) { unsafe property.check($0, places) }
    }
    input.copy.withOddlyPlaced { unsafe property.check($0, places) }
    return 0
  }

  /// Checks a parser with one input, as ``ParserProperty`` says.
  ///
  /// - Returns: 0, as libFuzzer wants it; a property that doesn't hold ends the process.
  public static func check<Parser: FuzzedParser>(
    _ parser: Parser.Type, _ data: UnsafePointer<UInt8>?, _ count: Int
  ) -> CInt {
    unsafe check(ParserProperty<Parser>.self, data, count)
  }
}

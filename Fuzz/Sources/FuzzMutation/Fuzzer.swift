package import FuzzSupport

/// What the executables share: memory that is mapped once, and whether the mutator may change trees.
package enum Fuzzer {
  // libFuzzer calls from one thread.
  private nonisolated(unsafe) static let places = Places()
  nonisolated(unsafe) static var mutatesTree = true

  /// Checks a property with an input of libFuzzer's.
  package static func check<Property: FuzzProperty>(
    _ property: Property.Type, _ data: UnsafePointer<UInt8>?, _ count: Int
  ) -> CInt {
    unsafe mutatesTree = property.isTree
    // libFuzzer keeps `count` bytes there while it waits for the answer.
    let bytes = unsafe UnsafeRawBufferPointer(start: data, count: count)
    unsafe property.check(RawSpan(_unsafeBytes: bytes), places)
    return 0
  }
}

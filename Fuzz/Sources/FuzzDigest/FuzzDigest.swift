import FuzzHarness
import FuzzInstructions

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  unsafe Fuzzer.check(DigestProperty.self, data, count)
}

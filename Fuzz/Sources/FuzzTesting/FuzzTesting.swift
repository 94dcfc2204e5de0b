import FuzzReceipts
import FuzzHarness

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  unsafe Fuzzer.check(TestingProperty.self, data, count)
}

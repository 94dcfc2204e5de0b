import FuzzHarness
import HistoryModel

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  unsafe Fuzzer.check(HistoryProperty.self, data, count)
}

import FuzzMutation
import FuzzInstructions

/// What libFuzzer calls with each input.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  unsafe Fuzzer.check(DigestProperty.self, data, count)
}

import FuzzInstructions
import FuzzMutation

/// What libFuzzer calls with each input.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  unsafe Fuzzer.check(ModulusProperty.self, data, count)
}

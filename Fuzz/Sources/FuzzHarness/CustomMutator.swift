import CLibFuzzer
import FuzzSupport

// libFuzzer calls from one thread.
private nonisolated(unsafe) var mutator = TLVMutator(seed: 0)

/// libFuzzer's hook: every other change is one of the tree of elements, the others are its own.
@_cdecl("LLVMFuzzerCustomMutator")
public func customMutator(
  _ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int, _ seed: UInt32
) -> Int {
  guard unsafe seed & 1 == 0 && count > 1 && Fuzzer.mutatesTree else {
    return unsafe LLVMFuzzerMutate(data, count, capacity)
  }
  let input = unsafe UnsafeRawBufferPointer(start: data, count: count)
  unsafe mutator.reseed(UInt64(seed))
  let changed = unsafe mutator.mutate([UInt8](input))
  guard changed.count <= capacity, !changed.isEmpty else {
    return unsafe LLVMFuzzerMutate(data, count, capacity)
  }
  // `capacity` bytes may be written there.
  unsafe UnsafeMutableRawBufferPointer(start: data, count: capacity).copyBytes(from: changed)
  return changed.count
}

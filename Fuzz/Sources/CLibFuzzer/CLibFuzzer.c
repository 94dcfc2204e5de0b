#include "CLibFuzzer.h"

// In place of libFuzzer's own, which write down every comparison: half of the time. `run --fast` links these with
// --wrap. The fuzzer then sees no constants that inputs are compared with; coverage is the same.
#define IGNORED(name, type) \
  void __wrap___sanitizer_cov_trace_##name(type first, type second); \
  void __wrap___sanitizer_cov_trace_##name(type first, type second) {}

IGNORED(cmp1, uint8_t)
IGNORED(cmp2, uint16_t)
IGNORED(cmp4, uint32_t)
IGNORED(cmp8, uint64_t)
IGNORED(const_cmp1, uint8_t)
IGNORED(const_cmp2, uint16_t)
IGNORED(const_cmp4, uint32_t)
IGNORED(const_cmp8, uint64_t)

#ifdef __linux__
#include <stdlib.h>
#include <unistd.h>

// Swift's backtracer reads the crashed process in ways that AddressSanitizer reports as a crash of their own. The
// variable that turns it off counts at the start only, so the fuzzer starts itself again with it. A harness may have its
// own LLVMFuzzerInitialize.
__attribute__((weak)) int LLVMFuzzerInitialize(int *argc, char ***argv);
__attribute__((weak)) int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  if (getenv("SWIFT_BACKTRACE") == NULL && setenv("SWIFT_BACKTRACE", "enable=no", 0) == 0) {
    execv("/proc/self/exe", *argv);
  }
  return 0;
}
#endif

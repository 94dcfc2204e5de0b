#include "CLibFuzzer.h"

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

#include "callgrind.h"

#include "measuring.h"

_Thread_local int callgrind_collects;

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>

int callgrind_is_running(void) { return RUNNING_ON_VALGRIND != 0; }

void callgrind_toggle_collecting(void) { CALLGRIND_TOGGLE_COLLECT; }

void callgrind_start(void) {
  CALLGRIND_ZERO_STATS;
  callgrind_collects = 1;
  CALLGRIND_TOGGLE_COLLECT;
}

void callgrind_stop(const char *name) {
  CALLGRIND_TOGGLE_COLLECT;
  callgrind_collects = 0;
  CALLGRIND_DUMP_STATS_AT(name);
}

#else

int callgrind_is_running(void) { return 0; }
void callgrind_toggle_collecting(void) {}
void callgrind_start(void) {}
void callgrind_stop(const char *name) { (void)name; }

#endif

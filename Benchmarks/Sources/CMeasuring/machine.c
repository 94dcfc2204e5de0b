#include <stdlib.h>
#include <time.h>

#include "measuring.h"

void black_hole(uint64_t result) { __asm__ volatile("" : : "r"(result)); }

static uint64_t nanoseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

uint64_t processor_nanoseconds(void) { return nanoseconds(CLOCK_PROCESS_CPUTIME_ID); }

uint64_t wall_nanoseconds(void) { return nanoseconds(CLOCK_MONOTONIC); }

const char *c_compiler(void) { return __VERSION__; }

double load_average(void) {
  double loads[1];
  return getloadavg(loads, 1) == 1 ? loads[0] : -1;
}

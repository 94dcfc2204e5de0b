#define _GNU_SOURCE
#include <sched.h>
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

#ifdef __linux__

static cpu_set_t allowed;

/// Those that the process began with.
static int count_allowed(void) {
  static int count;
  if (count == 0 && sched_getaffinity(0, sizeof allowed, &allowed) == 0) count = CPU_COUNT(&allowed);
  return count;
}

void use_processor(unsigned number) {
  int count = count_allowed();
  if (count == 0) return;
  int left = (int)(number % (unsigned)count);
  for (int i = 0; i < CPU_SETSIZE; i++) {
    if (!CPU_ISSET(i, &allowed) || left-- > 0) continue;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(i, &one);
    sched_setaffinity(0, sizeof one, &one);
    return;
  }
}

void use_all_processors(void) {
  if (count_allowed() > 0) sched_setaffinity(0, sizeof allowed, &allowed);
}

#else

void use_processor(unsigned number) { (void)number; }
void use_all_processors(void) {}

#endif

const char *c_compiler(void) { return __VERSION__; }

double load_average(void) {
  double loads[1];
  return getloadavg(loads, 1) == 1 ? loads[0] : -1;
}

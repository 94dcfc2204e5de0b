#include <stdlib.h>
#include <time.h>

#include "measuring.h"

void black_hole(uint64_t result) { __asm__ volatile("" : : "r"(result)); }

uint64_t monotonic_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

double load_average(void) {
  double loads[1];
  return getloadavg(loads, 1) == 1 ? loads[0] : -1;
}

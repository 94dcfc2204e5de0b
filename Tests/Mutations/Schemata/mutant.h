#ifndef MUTANT_H
#define MUTANT_H
#include <stdbool.h>

// Whether each mutant is switched on, and whether it was reached. No comparison: a fuzzer would try to make it true.
extern bool mutant_active[];
extern unsigned char mutant_reached[];

static inline bool M(long number) {
  mutant_reached[number] = 1;
  return mutant_active[number];
}
#endif

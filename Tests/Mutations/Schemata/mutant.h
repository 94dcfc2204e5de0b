#ifndef MUTANT_H
#define MUTANT_H
#include <stdbool.h>

// The mutant that is switched on, 0 for none, and those that were reached.
extern int mutant_active;
extern unsigned char mutant_reached[];

static inline bool M(long number) {
  mutant_reached[number] = 1;
  return number == mutant_active;
}
#endif

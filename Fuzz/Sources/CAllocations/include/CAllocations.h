// Counts the bytes that the process has allocated: for the largest amount at any time.
#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stddef.h>

/// Whether allocations are counted on this platform.
int allocations_are_counted(void);

/// From now on what was freed is kept for later, so that nobody waits for new pages a second time.
void allocations_keep_memory(void);

/// Begins a count: the present amount is 0.
void allocations_begin(void);

/// The largest amount since then, in bytes.
size_t allocations_peak(void);

#endif

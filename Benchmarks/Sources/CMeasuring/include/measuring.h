// What a benchmark needs of the machine: allocations counted, a clock, and a place where results go.

#ifndef MEASURING_H
#define MEASURING_H

#include <stdint.h>

/// Whether calls of malloc and its relatives go through the counter of this program: with glibc they do.
int allocations_are_counted(void);

/// Begins to count the allocations of all threads, from 0.
void allocations_start(void);

/// Stops, and gives the number of calls of malloc, calloc, realloc, posix_memalign, aligned_alloc and memalign.
uint64_t allocations_stop(void);

/// The most bytes of the heap that were in use at once between the last start and stop, beyond those at its start.
uint64_t allocations_peak(void);

/// Keeps the calling thread, and what it starts, on one of the processors that the process may use, counted round. Does
/// nothing where the system is not Linux.
void use_processor(unsigned number);

/// Lets it use all of them again.
void use_all_processors(void);

/// The compiler of this package's C, in its own words.
const char *c_compiler(void);

/// Takes a result, so that the work for it cannot be left out.
void black_hole(uint64_t result);

/// Nanoseconds that processors have spent on this process: what others do on them meanwhile does not count.
uint64_t processor_nanoseconds(void);

/// Nanoseconds of a clock on the wall that never goes back.
uint64_t wall_nanoseconds(void);

/// How many processes were running in the last minute; negative if not known.
double load_average(void);

/// Whether this process runs under valgrind's callgrind, and was built where its header is.
int callgrind_is_running(void);

/// Begins to count instructions, from 0. Those of the allocator are left out.
void callgrind_start(void);

/// Stops, and writes the count to callgrind's next file, under this name.
void callgrind_stop(const char *name);

#endif

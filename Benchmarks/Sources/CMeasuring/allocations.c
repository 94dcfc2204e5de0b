// The program's own malloc, in front of that of glibc: the dynamic linker binds every library to it.

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#include "callgrind.h"
#include "measuring.h"

#ifdef __GLIBC__
#include <malloc.h>

static atomic_bool counting;
static atomic_uint_fast64_t allocations;
static atomic_int_fast64_t live, peak;

/// Called before and after glibc's allocator, which is left out: what it does depends on all that was freed before, and
/// so even on the length of the program's path.
static inline void callgrind_toggle(void) {
  if (__builtin_expect(callgrind_collects, 0)) callgrind_toggle_collecting();
}

static inline int is_counting(void) {
  return __builtin_expect(atomic_load_explicit(&counting, memory_order_relaxed), 0);
}

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);

static void add_live(int64_t bytes) {
  int_fast64_t now = atomic_fetch_add_explicit(&live, bytes, memory_order_relaxed) + bytes;
  int_fast64_t most = atomic_load_explicit(&peak, memory_order_relaxed);
  while (now > most && !atomic_compare_exchange_weak(&peak, &most, now)) {
  }
}

/// Counts an allocation, by the bytes that the allocator gave for it.
static __attribute__((noinline)) void *counted(void *memory) {
  atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
  add_live((int64_t)malloc_usable_size(memory));
  return memory;
}

void *malloc(size_t size) {
  callgrind_toggle();
  void *memory = __libc_malloc(size);
  callgrind_toggle();
  return is_counting() ? counted(memory) : memory;
}

void *calloc(size_t number, size_t size) {
  callgrind_toggle();
  void *memory = __libc_calloc(number, size);
  callgrind_toggle();
  return is_counting() ? counted(memory) : memory;
}

void *realloc(void *memory, size_t size) {
  int counts = is_counting();
  int64_t before = counts ? (int64_t)malloc_usable_size(memory) : 0;
  callgrind_toggle();
  void *moved = __libc_realloc(memory, size);
  callgrind_toggle();
  if (!counts) return moved;
  if (moved != NULL || size == 0) add_live(-before);
  return counted(moved);
}

void *memalign(size_t alignment, size_t size) {
  callgrind_toggle();
  void *memory = __libc_memalign(alignment, size);
  callgrind_toggle();
  return is_counting() ? counted(memory) : memory;
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) {
    return EINVAL;
  }
  void *allocated = memalign(alignment, size);
  if (allocated == NULL) return ENOMEM;
  *memory = allocated;
  return 0;
}

void free(void *memory) {
  if (is_counting()) add_live(-(int64_t)malloc_usable_size(memory));
  callgrind_toggle();
  __libc_free(memory);
  callgrind_toggle();
}

/// One call through the dynamic linker, to see whether it comes here.
int allocations_are_counted(void) {
  allocations_start();
  void *volatile memory = malloc(1);
  free(memory);
  return allocations_stop() == 1;
}

void allocations_start(void) {
  atomic_store(&allocations, 0);
  atomic_store(&live, 0);
  atomic_store(&peak, 0);
  atomic_store(&counting, 1);
}

uint64_t allocations_stop(void) {
  atomic_store(&counting, 0);
  return atomic_load(&allocations);
}

uint64_t allocations_peak(void) { return (uint64_t)atomic_load(&peak); }

#else

int allocations_are_counted(void) { return 0; }
void allocations_start(void) {}
uint64_t allocations_stop(void) { return 0; }
uint64_t allocations_peak(void) { return 0; }

#endif

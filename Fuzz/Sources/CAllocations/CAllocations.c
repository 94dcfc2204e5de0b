#include "CAllocations.h"

#if defined(__linux__)
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>

// The allocator of glibc under its other names; those in this file take the place of the usual ones.
extern void *__libc_malloc(size_t size);
extern void __libc_free(void *memory);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static atomic_long live, peak;

static void *add(void *memory) {
  if (memory) {
    long now = atomic_fetch_add(&live, (long)malloc_usable_size(memory)) + (long)malloc_usable_size(memory);
    long most = atomic_load(&peak);
    while (now > most && !atomic_compare_exchange_weak(&peak, &most, now)) {}
  }
  return memory;
}

static void take(void *memory) {
  if (memory) atomic_fetch_sub(&live, (long)malloc_usable_size(memory));
}

void *malloc(size_t size) { return add(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return add(__libc_calloc(count, size)); }
void *memalign(size_t alignment, size_t size) { return add(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return add(__libc_memalign(alignment, size)); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  *memory = add(__libc_memalign(alignment, size));
  return *memory ? 0 : ENOMEM;
}

void free(void *memory) {
  take(memory);
  __libc_free(memory);
}

void *realloc(void *memory, size_t size) {
  size_t old = memory ? malloc_usable_size(memory) : 0;
  void *moved = __libc_realloc(memory, size);
  if (!moved && size > 0) return NULL;
  atomic_fetch_sub(&live, (long)old);
  return add(moved);
}

int allocations_are_counted(void) { return 1; }
void allocations_keep_memory(void) {
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, 0x7fffffff);
}
void allocations_begin(void) {
  atomic_store(&live, 0);
  atomic_store(&peak, 0);
}
size_t allocations_peak(void) {
  long most = atomic_load(&peak);
  return most > 0 ? (size_t)most : 0;
}
#else
int allocations_are_counted(void) { return 0; }
void allocations_keep_memory(void) {}
void allocations_begin(void) {}
size_t allocations_peak(void) { return 0; }
#endif

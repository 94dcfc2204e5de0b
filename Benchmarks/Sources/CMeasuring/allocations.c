// The program's own malloc, in front of that of glibc: the dynamic linker binds every library to it.

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#include "measuring.h"

#ifdef __GLIBC__

static atomic_bool counting;
static atomic_uint_fast64_t allocations;

static inline void count(void) {
  if (atomic_load_explicit(&counting, memory_order_relaxed)) {
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
  }
}

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
  count();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count();
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  count();
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) {
    return EINVAL;
  }
  count();
  void *allocated = __libc_memalign(alignment, size);
  if (allocated == NULL) return ENOMEM;
  *memory = allocated;
  return 0;
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
  atomic_store(&counting, 1);
}

uint64_t allocations_stop(void) {
  atomic_store(&counting, 0);
  return atomic_load(&allocations);
}

#else

int allocations_are_counted(void) { return 0; }
void allocations_start(void) {}
uint64_t allocations_stop(void) { return 0; }

#endif

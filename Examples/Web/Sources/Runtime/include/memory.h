// Two things of WebAssembly that Swift has no words for.

#pragma once

#include <stdint.h>

extern unsigned char __heap_base;

/// Where the linker ended: the first byte that nothing uses.
static inline uintptr_t heapStart(void) { return (uintptr_t)&__heap_base; }

/// How many pages of 64 KiB there are.
static inline uintptr_t memoryPages(void) { return __builtin_wasm_memory_size(0); }

/// Appends pages, and says whether the host had them.
static inline _Bool growMemory(uintptr_t pages) {
  return __builtin_wasm_memory_grow(0, pages) != (uintptr_t)-1;
}

// The same yardstick for DER that is no receipt: every element, depth first.

#ifndef DER_WALKER_H
#define DER_WALKER_H

#include <stddef.h>
#include <stdint.h>

/// What a pass over all elements adds up.
typedef struct {
  uint64_t elements;
  uint64_t identifiers;
  uint64_t primitive_bytes;
} der_sum;

/// Walks one element and all below it, with lengths checked against what is around them; minimal lengths are not
/// checked. Returns 1, or 0 if it is not whole, has tag numbers above 30, or is nested more deeply than 32 levels.
int der_sum_plain(const uint8_t *bytes, size_t count, der_sum *sum);

#endif

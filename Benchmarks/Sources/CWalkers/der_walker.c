#include "der_walker.h"

#include <stdbool.h>

enum { CONSTRUCTED = 0x20, HIGH_TAG = 0x1F, DEPTH = 32 };

static bool walk(const uint8_t *at, const uint8_t *end, int depth, der_sum *sum) {
  if (depth == 0) return false;
  while (at < end) {
    if (end - at < 2) return false;
    uint8_t identifier = *at++;
    if ((identifier & HIGH_TAG) == HIGH_TAG) return false;
    size_t length = *at++;
    if (length >= 0x80) {
      size_t bytes = length & 0x7F;
      if (bytes == 0 || bytes > 4 || bytes > (size_t)(end - at)) return false;
      length = 0;
      while (bytes-- > 0) length = length << 8 | *at++;
    }
    if (length > (size_t)(end - at)) return false;
    sum->elements++;
    sum->identifiers += identifier;
    if (identifier & CONSTRUCTED) {
      if (!walk(at, at + length, depth - 1, sum)) return false;
    } else {
      sum->primitive_bytes += length;
    }
    at += length;
  }
  return true;
}

int der_sum_plain(const uint8_t *bytes, size_t count, der_sum *sum) {
  *sum = (der_sum){0};
  return walk(bytes, bytes + count, DEPTH, sum);
}

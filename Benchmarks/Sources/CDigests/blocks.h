#ifndef BLOCKS_H
#define BLOCKS_H

#include <stdint.h>
#include <string.h>

static inline uint32_t load_big_endian(const uint8_t *at) {
  uint32_t word;
  memcpy(&word, at, 4);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  word = __builtin_bswap32(word);
#endif
  return word;
}

static inline void store_big_endian(uint8_t *at, uint32_t word) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  word = __builtin_bswap32(word);
#endif
  memcpy(at, &word, 4);
}

static inline uint32_t rotate_left(uint32_t word, int bits) {
  return word << bits | word >> (32 - bits);
}

static inline uint32_t rotate_right(uint32_t word, int bits) {
  return word >> bits | word << (32 - bits);
}

/// Hashes whole blocks, then the rest with its padding (FIPS 180-4 §5.1.1).
static inline __attribute__((always_inline)) void hash_message(
    void (*compress)(uint32_t *, const uint8_t *), uint32_t *state, const uint8_t *bytes,
    size_t count) {
  uint64_t bits = (uint64_t)count * 8;
  for (; count >= 64; bytes += 64, count -= 64) compress(state, bytes);
  uint8_t last[128] = {0};
  if (count > 0) memcpy(last, bytes, count);
  last[count] = 0x80;
  size_t end = count < 56 ? 64 : 128;
  store_big_endian(last + end - 8, (uint32_t)(bits >> 32));
  store_big_endian(last + end - 4, (uint32_t)bits);
  compress(state, last);
  if (end == 128) compress(state, last + 64);
}

#endif

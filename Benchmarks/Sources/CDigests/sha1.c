#include "blocks.h"
#include "digests.h"

#define CHOOSE(b, c, d) ((d) ^ ((b) & ((c) ^ (d))))
#define PARITY(b, c, d) ((b) ^ (c) ^ (d))
#define MAJORITY(b, c, d) (((b) & (c)) + ((d) & ((b) ^ (c))))

#define W(t) w[(t) & 15]
#define FIRST(t) (W(t) = load_big_endian(block + 4 * (t)))
#define NEXT(t) (W(t) = rotate_left(W((t) + 13) ^ W((t) + 8) ^ W((t) + 2) ^ W(t), 1))

#define ROUND(f, k, word, a, b, c, d, e)                   \
  do {                                                     \
    e += rotate_left(a, 5) + f(b, c, d) + (k) + (word);    \
    b = rotate_left(b, 30);                                \
  } while (0)

#define FIVE(f, k, word, t)                   \
  ROUND(f, k, word((t) + 0), a, b, c, d, e);  \
  ROUND(f, k, word((t) + 1), e, a, b, c, d);  \
  ROUND(f, k, word((t) + 2), d, e, a, b, c);  \
  ROUND(f, k, word((t) + 3), c, d, e, a, b);  \
  ROUND(f, k, word((t) + 4), b, c, d, e, a)

static void compress(uint32_t *state, const uint8_t *block) {
  uint32_t w[16];
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
  FIVE(CHOOSE, 0x5A827999, FIRST, 0);
  FIVE(CHOOSE, 0x5A827999, FIRST, 5);
  FIVE(CHOOSE, 0x5A827999, FIRST, 10);
  ROUND(CHOOSE, 0x5A827999, FIRST(15), a, b, c, d, e);
  ROUND(CHOOSE, 0x5A827999, NEXT(16), e, a, b, c, d);
  ROUND(CHOOSE, 0x5A827999, NEXT(17), d, e, a, b, c);
  ROUND(CHOOSE, 0x5A827999, NEXT(18), c, d, e, a, b);
  ROUND(CHOOSE, 0x5A827999, NEXT(19), b, c, d, e, a);
  FIVE(PARITY, 0x6ED9EBA1, NEXT, 20);
  FIVE(PARITY, 0x6ED9EBA1, NEXT, 25);
  FIVE(PARITY, 0x6ED9EBA1, NEXT, 30);
  FIVE(PARITY, 0x6ED9EBA1, NEXT, 35);
  FIVE(MAJORITY, 0x8F1BBCDC, NEXT, 40);
  FIVE(MAJORITY, 0x8F1BBCDC, NEXT, 45);
  FIVE(MAJORITY, 0x8F1BBCDC, NEXT, 50);
  FIVE(MAJORITY, 0x8F1BBCDC, NEXT, 55);
  FIVE(PARITY, 0xCA62C1D6, NEXT, 60);
  FIVE(PARITY, 0xCA62C1D6, NEXT, 65);
  FIVE(PARITY, 0xCA62C1D6, NEXT, 70);
  FIVE(PARITY, 0xCA62C1D6, NEXT, 75);
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
}

void plain_sha1(const uint8_t *bytes, size_t count, uint8_t *digest) {
  uint32_t state[5] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
  hash_message(compress, state, bytes, count);
  for (int word = 0; word < 5; word++) store_big_endian(digest + 4 * word, state[word]);
}

#include "blocks.h"
#include "digests.h"

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

#define CHOOSE(e, f, g) ((g) ^ ((e) & ((f) ^ (g))))
#define MAJORITY(a, b, c) (((a) & (b)) | ((c) & ((a) | (b))))
#define SUM0(a) (rotate_right(a, 2) ^ rotate_right(a, 13) ^ rotate_right(a, 22))
#define SUM1(e) (rotate_right(e, 6) ^ rotate_right(e, 11) ^ rotate_right(e, 25))
#define SIGMA0(w) (rotate_right(w, 7) ^ rotate_right(w, 18) ^ ((w) >> 3))
#define SIGMA1(w) (rotate_right(w, 17) ^ rotate_right(w, 19) ^ ((w) >> 10))

#define W(t) w[(t) & 15]
#define FIRST(t) (W(t) = load_big_endian(block + 4 * (t)))
#define NEXT(t) (W(t) += SIGMA1(W((t) + 14)) + W((t) + 9) + SIGMA0(W((t) + 1)))

#define ROUND(word, t, a, b, c, d, e, f, g, h)                         \
  do {                                                                 \
    uint32_t t1 = h + SUM1(e) + CHOOSE(e, f, g) + K[t] + word(t);      \
    d += t1;                                                           \
    h = t1 + SUM0(a) + MAJORITY(a, b, c);                              \
  } while (0)

#define EIGHT(word, t)                               \
  ROUND(word, (t) + 0, a, b, c, d, e, f, g, h);      \
  ROUND(word, (t) + 1, h, a, b, c, d, e, f, g);      \
  ROUND(word, (t) + 2, g, h, a, b, c, d, e, f);      \
  ROUND(word, (t) + 3, f, g, h, a, b, c, d, e);      \
  ROUND(word, (t) + 4, e, f, g, h, a, b, c, d);      \
  ROUND(word, (t) + 5, d, e, f, g, h, a, b, c);      \
  ROUND(word, (t) + 6, c, d, e, f, g, h, a, b);      \
  ROUND(word, (t) + 7, b, c, d, e, f, g, h, a)

static void compress(uint32_t *state, const uint8_t *block) {
  uint32_t w[16];
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
  uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
  EIGHT(FIRST, 0);
  EIGHT(FIRST, 8);
  EIGHT(NEXT, 16);
  EIGHT(NEXT, 24);
  EIGHT(NEXT, 32);
  EIGHT(NEXT, 40);
  EIGHT(NEXT, 48);
  EIGHT(NEXT, 56);
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

void plain_sha256(const uint8_t *bytes, size_t count, uint8_t *digest) {
  uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  hash_message(compress, state, bytes, count);
  for (int word = 0; word < 8; word++) store_big_endian(digest + 4 * word, state[word]);
}

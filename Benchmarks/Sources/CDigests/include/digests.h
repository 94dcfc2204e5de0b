// SHA-1 and SHA-256 of FIPS 180-4 in plain C: unrolled rounds, a schedule of sixteen words, no instructions that
// only some processors have. What a careful C programmer writes and a compiler optimises.

#ifndef DIGESTS_H
#define DIGESTS_H

#include <stddef.h>
#include <stdint.h>

/// Writes the 20 bytes of the SHA-1 digest.
void plain_sha1(const uint8_t *bytes, size_t count, uint8_t *digest);

/// Writes the 32 bytes of the SHA-256 digest.
void plain_sha256(const uint8_t *bytes, size_t count, uint8_t *digest);

#endif

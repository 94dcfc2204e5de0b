// The yardstick: a receipt walked in plain C, as fast as we can write it without tricks, and once more
// with one trick.
//
// All four functions check the same things: identifiers, that every length stays inside what is around it, and
// that nothing is left over. They walk the container down to the signature and then every attribute, also
// those inside in-app purchases. They are less strict than the library: no minimal lengths, no limits, no
// object identifiers compared. What walks DER of other kinds is in der_walker.h.

#ifndef RECEIPT_WALKERS_H
#define RECEIPT_WALKERS_H

#include <stddef.h>
#include <stdint.h>

/// One attribute: its two numbers and where its value lies.
typedef struct {
  const uint8_t *value;
  uint32_t length;
  int32_t type;
  int32_t version;
} receipt_field;

/// What a pass over all attributes adds up, to compare and so that nothing is optimised away.
typedef struct {
  uint64_t attributes;
  uint64_t types;
  uint64_t value_bytes;
} receipt_sum;

/// Walks a DER container and adds up all attributes. Returns 1, or 0 if it is not a receipt.
int receipt_sum_plain(const uint8_t *bytes, size_t count, receipt_sum *sum);

/// The same with one masked compare for the header that most attributes have.
int receipt_sum_fused(const uint8_t *bytes, size_t count, receipt_sum *sum);

/// Walks a DER container and writes down every attribute, at most `capacity`. Returns their number, or 0 if
/// it is not a receipt or there are more.
size_t receipt_record_plain(
    const uint8_t *bytes, size_t count, receipt_field *fields, size_t capacity);

/// The same with one masked compare for the header that most attributes have.
size_t receipt_record_fused(
    const uint8_t *bytes, size_t count, receipt_field *fields, size_t capacity);

#endif

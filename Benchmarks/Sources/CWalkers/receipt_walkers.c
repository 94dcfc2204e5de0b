#include "receipt_walkers.h"

#include <stdbool.h>
#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the masks are written for little-endian machines"
#endif

// Each of the four functions is this code with the constants `fused` and `sink.fields == NULL` folded in.
#define FOLDED static inline __attribute__((always_inline))

enum { INTEGER = 0x02, OCTET_STRING = 0x04, OID = 0x06, SEQUENCE = 0x30, SET = 0x31, TAG_0 = 0xA0 };
enum { IN_APP_RECEIPT = 17 };

typedef struct {
  const uint8_t *at;
  const uint8_t *end;
} cursor;

typedef struct {
  receipt_sum sum;
  receipt_field *fields;
  size_t capacity;
} sink;

/// A length of more than one byte.
static __attribute__((noinline)) bool long_length(
    const uint8_t **at, const uint8_t *end, size_t *length) {
  size_t bytes = *(*at)++ & 0x7F;
  if (bytes == 0 || bytes > 4 || bytes > (size_t)(end - *at)) return false;
  size_t value = 0;
  while (bytes-- > 0) value = value << 8 | *(*at)++;
  *length = value;
  return true;
}

/// Reads one element with this identifier octet and gives its contents.
FOLDED bool read(cursor *from, uint8_t identifier, cursor *contents) {
  const uint8_t *at = from->at;
  if (from->end - at < 2 || at[0] != identifier) return false;
  size_t length = at[1];
  if (__builtin_expect(length < 0x80, 1)) {
    at += 2;
  } else {
    at += 1;
    if (!long_length(&at, from->end, &length)) return false;
  }
  if (length > (size_t)(from->end - at)) return false;
  contents->at = at;
  from->at = contents->end = at + length;
  return true;
}

/// Reads an INTEGER from 0 to 2³¹ − 1.
FOLDED bool read_number(cursor *from, int32_t *number) {
  cursor contents;
  if (!read(from, INTEGER, &contents)) return false;
  size_t count = (size_t)(contents.end - contents.at);
  if (count == 1) {
    *number = (int8_t)contents.at[0];
  } else if (count == 2) {
    *number = (int16_t)(contents.at[0] << 8 | contents.at[1]);
  } else {
    if (count == 0 || count > 4) return false;
    uint32_t value = contents.at[0] & 0x80 ? UINT32_MAX : 0;
    while (contents.at < contents.end) value = value << 8 | *contents.at++;
    *number = (int32_t)value;
  }
  return *number >= 0;
}

FOLDED bool emit(sink *to, int32_t type, int32_t version, cursor value, bool record) {
  size_t length = (size_t)(value.end - value.at);
  if (record) {
    if (to->sum.attributes == to->capacity) return false;
    to->fields[to->sum.attributes++] =
        (receipt_field){value.at, (uint32_t)length, type, version};
  } else {
    to->sum.attributes += 1;
    to->sum.types += (uint64_t)type;
    to->sum.value_bytes += length;
  }
  return true;
}

/// Whether the next attribute has the header that most have, a type of two bytes and a version and lengths of
/// one: `30 LL 02 02 tt tt 02 01 vv 04 ll`. If it has, reads it.
FOLDED bool read_common(cursor *from, int32_t *type, int32_t *version, cursor *value) {
  const uint8_t *at = from->at;
  if (from->end - at < 12) return false;
  // Loaded by itself: the next position depends on it, and on nothing else.
  size_t length = at[1];
  uint64_t head;
  uint32_t tail;
  memcpy(&head, at, 8);
  memcpy(&tail, at + 8, 4);
  // No sign bit in LL, tt and vv; LL = ll + 9 also keeps ll below 0x80.
  if ((head & 0xFFFF0080FFFF80FF) != 0x0102000002020030 || (tail & 0xFF80) != 0x0400) return false;
  if (length != (tail >> 16 & 0xFF) + 9 || length + 2 > (size_t)(from->end - at)) return false;
  *type = (int32_t)((head >> 32 & 0xFF) << 8 | (head >> 40 & 0xFF));
  *version = (int32_t)(tail & 0xFF);
  value->at = at + 11;
  from->at = value->end = at + 2 + length;
  return true;
}

FOLDED bool read_attribute(
    cursor *from, int32_t *type, int32_t *version, cursor *value, bool fused) {
  if (fused && read_common(from, type, version, value)) return true;
  cursor contents;
  return read(from, SEQUENCE, &contents) && read_number(&contents, type) &&
         read_number(&contents, version) && read(&contents, OCTET_STRING, value) &&
         contents.at == contents.end;
}

FOLDED bool walk_purchase(cursor value, sink *to, bool fused, bool record) {
  cursor set;
  if (!read(&value, SET, &set) || value.at != value.end) return false;
  while (set.at < set.end) {
    int32_t type, version;
    cursor inner;
    if (!read_attribute(&set, &type, &version, &inner, fused)) return false;
    if (!emit(to, type, version, inner, record)) return false;
  }
  return true;
}

FOLDED bool walk_payload(cursor content, sink *to, bool fused, bool record) {
  cursor set;
  if (!read(&content, SET, &set) || content.at != content.end) return false;
  while (set.at < set.end) {
    int32_t type, version;
    cursor value;
    // A purchase is longer than 127 bytes, so the common header cannot be it.
    if (!read_attribute(&set, &type, &version, &value, false)) return false;
    if (!emit(to, type, version, value, record)) return false;
    if (type == IN_APP_RECEIPT && !walk_purchase(value, to, fused, record)) return false;
  }
  return true;
}

/// The parts of the message that somebody who verifies it needs.
typedef struct {
  int32_t version;
  cursor digest_algorithms, content_type, content, certificates;
  int32_t signer_version;
  cursor issuer, serial, digest_algorithm, signature_algorithm, signature;
} message;

FOLDED bool read_signer(cursor from, message *to) {
  cursor info, sid;
  return read(&from, SEQUENCE, &info) && from.at == from.end &&
         read_number(&info, &to->signer_version) && read(&info, SEQUENCE, &sid) &&
         read(&sid, SEQUENCE, &to->issuer) && read(&sid, INTEGER, &to->serial) &&
         sid.at == sid.end && read(&info, SEQUENCE, &to->digest_algorithm) &&
         read(&info, SEQUENCE, &to->signature_algorithm) &&
         read(&info, OCTET_STRING, &to->signature) && info.at == info.end;
}

FOLDED bool read_message(cursor from, message *to) {
  cursor info, oid, tagged, data, encapsulated, explicit_content, signers;
  return read(&from, SEQUENCE, &info) && from.at == from.end && read(&info, OID, &oid) &&
         read(&info, TAG_0, &tagged) && info.at == info.end &&
         read(&tagged, SEQUENCE, &data) && tagged.at == tagged.end &&
         read_number(&data, &to->version) && read(&data, SET, &to->digest_algorithms) &&
         read(&data, SEQUENCE, &encapsulated) && read(&encapsulated, OID, &to->content_type) &&
         read(&encapsulated, TAG_0, &explicit_content) && encapsulated.at == encapsulated.end &&
         read(&explicit_content, OCTET_STRING, &to->content) &&
         explicit_content.at == explicit_content.end && read(&data, TAG_0, &to->certificates) &&
         read(&data, SET, &signers) && data.at == data.end && read_signer(signers, to);
}

/// Keeps the parts of the message from being optimised away.
static void use(const message *parts) { __asm__ volatile("" : : "r"(parts) : "memory"); }

FOLDED bool walk(const uint8_t *bytes, size_t count, sink *to, bool fused, bool record) {
  message parts;
  if (!read_message((cursor){bytes, bytes + count}, &parts)) return false;
  use(&parts);
  return walk_payload(parts.content, to, fused, record);
}

int receipt_sum_plain(const uint8_t *bytes, size_t count, receipt_sum *sum) {
  sink to = {0};
  bool done = walk(bytes, count, &to, false, false);
  *sum = to.sum;
  return done;
}

int receipt_sum_fused(const uint8_t *bytes, size_t count, receipt_sum *sum) {
  sink to = {0};
  bool done = walk(bytes, count, &to, true, false);
  *sum = to.sum;
  return done;
}

size_t receipt_record_plain(
    const uint8_t *bytes, size_t count, receipt_field *fields, size_t capacity) {
  sink to = {.fields = fields, .capacity = capacity};
  return walk(bytes, count, &to, false, true) ? to.sum.attributes : 0;
}

size_t receipt_record_fused(
    const uint8_t *bytes, size_t count, receipt_field *fields, size_t capacity) {
  sink to = {.fields = fields, .capacity = capacity};
  return walk(bytes, count, &to, true, true) ? to.sum.attributes : 0;
}

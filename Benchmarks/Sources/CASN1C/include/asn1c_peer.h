// The decoder that asn1c generates from Receipt.asn1, as a peer. See generate.sh.

#ifndef ASN1C_PEER_H
#define ASN1C_PEER_H

#include <stddef.h>
#include <stdint.h>

/// Whether the decoder was generated before this was compiled.
int asn1c_is_available(void);

/// Decodes a payload and each in-app receipt in it, counts, and frees everything. Returns the number of all
/// attributes, or 0 if something cannot be decoded, and the sums of their types and of the lengths of their values.
size_t asn1c_decode(
    const uint8_t *payload, size_t count, uint64_t *types, uint64_t *bytes_of_values);

#endif

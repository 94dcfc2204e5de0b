#include "asn1c_peer.h"

#if __has_include("Generated/Payload.h")
#include "Generated/InAppReceipt.h"
#include "Generated/Payload.h"

enum { IN_APP_RECEIPT = 17 };

int asn1c_is_available(void) { return 1; }

static size_t decode_purchase(
    const OCTET_STRING_t *value, uint64_t *types, uint64_t *bytes_of_values) {
  InAppReceipt_t *purchase = NULL;
  asn_dec_rval_t result =
      ber_decode(NULL, &asn_DEF_InAppReceipt, (void **)&purchase, value->buf, (size_t)value->size);
  size_t count = 0;
  if (result.code == RC_OK) {
    count = (size_t)purchase->list.count;
    for (int i = 0; i < purchase->list.count; i++) {
      *types += (uint64_t)purchase->list.array[i]->type;
      *bytes_of_values += (uint64_t)purchase->list.array[i]->value.size;
    }
  }
  ASN_STRUCT_FREE(asn_DEF_InAppReceipt, purchase);
  return count;
}

size_t asn1c_decode(
    const uint8_t *bytes, size_t count, uint64_t *types, uint64_t *bytes_of_values) {
  *types = *bytes_of_values = 0;
  Payload_t *payload = NULL;
  asn_dec_rval_t result = ber_decode(NULL, &asn_DEF_Payload, (void **)&payload, bytes, count);
  size_t attributes = 0;
  if (result.code == RC_OK) {
    attributes = (size_t)payload->list.count;
    for (int i = 0; i < payload->list.count; i++) {
      const ReceiptAttribute_t *attribute = payload->list.array[i];
      *types += (uint64_t)attribute->type;
      *bytes_of_values += (uint64_t)attribute->value.size;
      if (attribute->type != IN_APP_RECEIPT) continue;
      size_t inner = decode_purchase(&attribute->value, types, bytes_of_values);
      if (inner == 0) {
        attributes = 0;
        break;
      }
      attributes += inner;
    }
  }
  ASN_STRUCT_FREE(asn_DEF_Payload, payload);
  return attributes;
}

#else

int asn1c_is_available(void) { return 0; }

size_t asn1c_decode(
    const uint8_t *bytes, size_t count, uint64_t *types, uint64_t *bytes_of_values) {
  (void)bytes, (void)count;
  *types = *bytes_of_values = 0;
  return 0;
}

#endif

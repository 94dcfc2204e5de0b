// OpenSSL 3 as a peer. The library is opened when the program runs, by its name in the system, so that the
// package builds without its headers, and nothing here meets the symbols of other copies of it.

#ifndef OPENSSL_PEER_H
#define OPENSSL_PEER_H

#include <stddef.h>
#include <stdint.h>

/// Opens the library. Returns its version text, or NULL if it is not there or is too old.
const char *openssl_open(void);

/// Reads a message with d2i_PKCS7 and frees it. Returns 1 on success.
int openssl_read(const uint8_t *bytes, size_t count);

/// Reads a message in the same way and returns how many bytes it has when it is written again, or 0.
size_t openssl_reencoded_count(const uint8_t *bytes, size_t count);

/// A place for trusted roots, and the time at which certificates are judged, in seconds since 1970.
void *openssl_store(int64_t seconds);

/// Trusts a certificate. Returns 1 on success.
int openssl_trust(void *store, const uint8_t *root, size_t count);

/// Reads a message with d2i_CMS_ContentInfo, verifies signature and certificate path with CMS_verify, and frees
/// it. Returns how many bytes its content has, or 0 if it does not verify.
size_t openssl_verify_message(void *store, const uint8_t *bytes, size_t count);

/// Writes a digest with the algorithm fetched before. Returns 1 on success.
int openssl_sha1(const uint8_t *bytes, size_t count, uint8_t *digest);
int openssl_sha256(const uint8_t *bytes, size_t count, uint8_t *digest);

/// An RSA key out of a SubjectPublicKeyInfo, ready for PKCS #1 v1.5 over SHA-256. NULL if it cannot be read.
void *openssl_key(const uint8_t *bytes, size_t count);

/// Whether this is a signature over a SHA-256 digest.
int openssl_verify(
    void *key, const uint8_t *signature, size_t count, const uint8_t *digest);

/// What a pass over all elements of an encoding adds up.
typedef struct {
  uint64_t elements;
  uint64_t identifiers;
  uint64_t primitive_bytes;
} openssl_sum;

/// Walks one element and all below it with ASN1_get_object, as asn1parse does. Returns 1, or 0 if it can't.
int openssl_walk(const uint8_t *bytes, size_t count, openssl_sum *sum);

/// Some fields of a certificate.
typedef struct {
  int64_t serial_bytes;
  int64_t not_after;
  int64_t key_bytes;
  int64_t extensions;
} openssl_fields;

/// Reads a certificate with d2i_X509 and frees it; takes fields out if `fields` is given. Returns 1 on success.
int openssl_certificate(const uint8_t *bytes, size_t count, openssl_fields *fields);

#endif

#include "openssl_peer.h"

#include <dlfcn.h>
#include <time.h>

// The prototypes of OpenSSL 3 that are used here, with `void` for every type of its own.
#define FUNCTIONS(F)                                                                             \
  F(const char *, OpenSSL_version, (int))                                                        \
  F(void *, d2i_PKCS7, (void **, const uint8_t **, long))                                        \
  F(int, i2d_PKCS7, (const void *, uint8_t **))                                                  \
  F(void, PKCS7_free, (void *))                                                                  \
  F(int, ASN1_STRING_length, (const void *))                                                     \
  F(void *, d2i_CMS_ContentInfo, (void **, const uint8_t **, long))                              \
  F(int, CMS_verify, (void *, void *, void *, void *, void *, unsigned))                         \
  F(void **, CMS_get0_content, (void *))                                                         \
  F(void, CMS_ContentInfo_free, (void *))                                                        \
  F(void *, d2i_X509, (void **, const uint8_t **, long))                                         \
  F(void, X509_free, (void *))                                                                   \
  F(void *, X509_STORE_new, (void))                                                              \
  F(int, X509_STORE_add_cert, (void *, void *))                                                  \
  F(void *, X509_STORE_get0_param, (void *))                                                     \
  F(void, X509_VERIFY_PARAM_set_time, (void *, time_t))                                          \
  F(int, X509_VERIFY_PARAM_set_purpose, (void *, int))                                           \
  F(void *, EVP_MD_fetch, (void *, const char *, const char *))                                  \
  F(void *, EVP_MD_CTX_new, (void))                                                              \
  F(int, EVP_DigestInit_ex2, (void *, const void *, const void *))                               \
  F(int, EVP_DigestUpdate, (void *, const void *, size_t))                                       \
  F(int, EVP_DigestFinal_ex, (void *, uint8_t *, unsigned *))                                    \
  F(void *, d2i_PUBKEY, (void **, const uint8_t **, long))                                       \
  F(void *, EVP_PKEY_CTX_new, (void *, void *))                                                  \
  F(int, EVP_PKEY_verify_init, (void *))                                                         \
  F(int, EVP_PKEY_CTX_set_rsa_padding, (void *, int))                                            \
  F(int, EVP_PKEY_CTX_set_signature_md, (void *, const void *))                                  \
  F(int, ASN1_get_object, (const uint8_t **, long *, int *, int *, long))                        \
  F(void *, X509_get0_serialNumber, (const void *))                                              \
  F(void *, X509_get0_notAfter, (const void *))                                                  \
  F(void *, X509_get0_pubkey_bitstr, (const void *))                                             \
  F(int, X509_get_ext_count, (const void *))                                                     \
  F(int, ASN1_TIME_to_tm, (const void *, struct tm *))                                           \
  F(int, EVP_PKEY_verify, (void *, const uint8_t *, size_t, const uint8_t *, size_t))

enum { RSA_PKCS1_PADDING = 1, X509_PURPOSE_ANY = 7 };
enum { CMS_BINARY = 0x80 };

#define DECLARE(result, name, parameters) static result(*name) parameters;
FUNCTIONS(DECLARE)

static void *sha1, *sha256, *digest_context;

const char *openssl_open(void) {
  static const char *const names[] = {"libcrypto.so.3", "libcrypto.3.dylib"};
  void *library = NULL;
  for (size_t i = 0; library == NULL && i < sizeof names / sizeof *names; i++) {
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  }
  if (library == NULL) return NULL;
#define FIND(result, name, parameters)                             \
  name = (__typeof__(name))dlsym(library, #name);                  \
  if (name == NULL) return NULL;
  FUNCTIONS(FIND)
  sha1 = EVP_MD_fetch(NULL, "SHA1", NULL);
  sha256 = EVP_MD_fetch(NULL, "SHA256", NULL);
  digest_context = EVP_MD_CTX_new();
  if (sha1 == NULL || sha256 == NULL || digest_context == NULL) return NULL;
  return OpenSSL_version(0);
}

int openssl_read(const uint8_t *bytes, size_t count) {
  void *message = d2i_PKCS7(NULL, &bytes, (long)count);
  PKCS7_free(message);
  return message != NULL;
}

size_t openssl_reencoded_count(const uint8_t *bytes, size_t count) {
  void *message = d2i_PKCS7(NULL, &bytes, (long)count);
  if (message == NULL) return 0;
  int reencoded = i2d_PKCS7(message, NULL);
  PKCS7_free(message);
  return reencoded < 0 ? 0 : (size_t)reencoded;
}

void *openssl_store(int64_t seconds) {
  void *store = X509_STORE_new();
  if (store == NULL) return NULL;
  void *parameters = X509_STORE_get0_param(store);
  X509_VERIFY_PARAM_set_time(parameters, (time_t)seconds);
  X509_VERIFY_PARAM_set_purpose(parameters, X509_PURPOSE_ANY);
  return store;
}

int openssl_trust(void *store, const uint8_t *root, size_t count) {
  void *certificate = d2i_X509(NULL, &root, (long)count);
  if (certificate == NULL) return 0;
  int done = X509_STORE_add_cert(store, certificate);
  X509_free(certificate);
  return done;
}

size_t openssl_verify_message(void *store, const uint8_t *bytes, size_t count) {
  void *message = d2i_CMS_ContentInfo(NULL, &bytes, (long)count);
  if (message == NULL) return 0;
  size_t length = 0;
  if (CMS_verify(message, NULL, store, NULL, NULL, CMS_BINARY) == 1) {
    void **content = CMS_get0_content(message);
    if (content != NULL && *content != NULL) length = (size_t)ASN1_STRING_length(*content);
  }
  CMS_ContentInfo_free(message);
  return length;
}

static int write_digest(
    const void *algorithm, const uint8_t *bytes, size_t count, uint8_t *digest) {
  return EVP_DigestInit_ex2(digest_context, algorithm, NULL) == 1 &&
         EVP_DigestUpdate(digest_context, bytes, count) == 1 &&
         EVP_DigestFinal_ex(digest_context, digest, NULL) == 1;
}

int openssl_sha1(const uint8_t *bytes, size_t count, uint8_t *digest) {
  return write_digest(sha1, bytes, count, digest);
}

int openssl_sha256(const uint8_t *bytes, size_t count, uint8_t *digest) {
  return write_digest(sha256, bytes, count, digest);
}

void *openssl_key(const uint8_t *bytes, size_t count) {
  void *key = d2i_PUBKEY(NULL, &bytes, (long)count);
  void *context = key == NULL ? NULL : EVP_PKEY_CTX_new(key, NULL);
  if (context == NULL || EVP_PKEY_verify_init(context) != 1 ||
      EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) != 1 ||
      EVP_PKEY_CTX_set_signature_md(context, sha256) != 1) {
    return NULL;
  }
  return context;
}

int openssl_verify(
    void *key, const uint8_t *signature, size_t count, const uint8_t *digest) {
  return EVP_PKEY_verify(key, signature, count, digest, 32) == 1;
}

// What ASN1_get_object returns, and what it takes for a primitive element.
enum { ASN1_FAILED = 0x80, ASN1_CONSTRUCTED = 0x20, ASN1_INDEFINITE = 0x01, DEPTH = 32 };

static int walk(const uint8_t *at, const uint8_t *end, int depth, openssl_sum *sum) {
  if (depth == 0) return 0;
  while (at < end) {
    long length;
    int number, class;
    int form = ASN1_get_object(&at, &length, &number, &class, end - at);
    if (form & (ASN1_FAILED | ASN1_INDEFINITE)) return 0;
    sum->elements++;
    sum->identifiers += (uint64_t)(class | (form & ASN1_CONSTRUCTED) | number);
    if (form & ASN1_CONSTRUCTED) {
      if (!walk(at, at + length, depth - 1, sum)) return 0;
    } else {
      sum->primitive_bytes += (uint64_t)length;
    }
    at += length;
  }
  return 1;
}

int openssl_walk(const uint8_t *bytes, size_t count, openssl_sum *sum) {
  *sum = (openssl_sum){0};
  return walk(bytes, bytes + count, DEPTH, sum);
}

int openssl_certificate(const uint8_t *bytes, size_t count, openssl_fields *fields) {
  const uint8_t *end = bytes + count;
  void *certificate = d2i_X509(NULL, &bytes, (long)count);
  int read = certificate != NULL && bytes == end;
  struct tm time;
  if (read && fields != NULL && ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &time) == 1) {
    fields->serial_bytes = ASN1_STRING_length(X509_get0_serialNumber(certificate));
    fields->not_after = timegm(&time);
    fields->key_bytes = ASN1_STRING_length(X509_get0_pubkey_bitstr(certificate));
    int extensions = X509_get_ext_count(certificate);
    fields->extensions = extensions < 0 ? 0 : extensions;
  }
  X509_free(certificate);
  return read;
}

import COpenSSL

/// OpenSSL 3, if the system has it.
struct OpenSSL {
  /// Its own word on what it is.
  let version: String

  init?() {
    guard let version = unsafe openssl_open() else { return nil }
    self.version = unsafe String(cString: version)
  }

  /// `d2i_PKCS7`: the container, nothing of the payload.
  func read(_ bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBufferPointer { unsafe openssl_read($0.baseAddress, $0.count) == 1 }
  }

  /// A key out of a `SubjectPublicKeyInfo`; `nil` if it cannot be read.
  func key(_ bytes: [UInt8]) -> Key? { Key(bytes) }

  /// A store of roots; `nil` if one of them cannot be read.
  func store(roots: [[UInt8]], at seconds: Int64) -> Store? { Store(roots: roots, at: seconds) }

  /// How many bytes the message has that `i2d_PKCS7` writes of what was read.
  func reencodedCount(_ bytes: [UInt8]) -> Int {
    unsafe bytes.withUnsafeBufferPointer {
      unsafe openssl_reencoded_count($0.baseAddress, $0.count)
    }
  }

  /// `ASN1_get_object` over every element; `nil` if it refuses one.
  func walk(_ bytes: [UInt8]) -> DERSum? {
    var sum = openssl_sum()
    let isRead = unsafe bytes.withUnsafeBufferPointer {
      unsafe openssl_walk($0.baseAddress, $0.count, &sum) == 1
    }
    guard isRead else { return nil }
    return DERSum(
      elements: Int(sum.elements), identifiers: Int(sum.identifiers),
      primitiveBytes: Int(sum.primitive_bytes))
  }

  /// Whether `d2i_X509` reads a certificate.
  func readsCertificate(_ bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBufferPointer {
      unsafe openssl_certificate($0.baseAddress, $0.count, nil) == 1
    }
  }

  /// What it reads; `nil` if it refuses it.
  func certificate(_ bytes: [UInt8]) -> CertificateFields? {
    var fields = openssl_fields()
    let isRead = unsafe bytes.withUnsafeBufferPointer {
      unsafe openssl_certificate($0.baseAddress, $0.count, &fields) == 1
    }
    guard isRead else { return nil }
    return CertificateFields(
      serialBytes: Int(fields.serial_bytes), notAfter: fields.not_after,
      keyBytes: Int(fields.key_bytes), extensions: Int(fields.extensions))
  }

  /// SHA-1, fetched once.
  func sha1() -> CDigest {
    unsafe CDigest(count: 20) { message, count, digest in
      unsafe precondition(openssl_sha1(message, count, digest) == 1)
    }
  }

  /// SHA-256, fetched once.
  func sha256() -> CDigest {
    unsafe CDigest(count: 32) { message, count, digest in
      unsafe precondition(openssl_sha256(message, count, digest) == 1)
    }
  }

  /// Roots and a time.
  @safe
  final class Store {
    private let store: UnsafeMutableRawPointer

    /// Trusts these certificates, at a time in seconds since 1970.
    fileprivate init?(roots: [[UInt8]], at seconds: Int64) {
      guard let store = unsafe openssl_store(seconds) else { return nil }
      unsafe self.store = unsafe store
      for root in roots {
        let isTrusted = unsafe root.withUnsafeBufferPointer {
          unsafe openssl_trust(store, $0.baseAddress, $0.count) == 1
        }
        guard isTrusted else { return nil }
      }
    }

    /// `d2i_CMS_ContentInfo` and `CMS_verify`: the number of bytes of the content, 0 for a bad message.
    func verify(_ bytes: [UInt8]) -> Int {
      unsafe bytes.withUnsafeBufferPointer {
        unsafe openssl_verify_message(store, $0.baseAddress, $0.count)
      }
    }
  }

  /// An RSA key, kept.
  @safe
  final class Key {
    private let key: UnsafeMutableRawPointer

    /// Reads a `SubjectPublicKeyInfo`.
    fileprivate init?(_ bytes: [UInt8]) {
      let key = unsafe bytes.withUnsafeBufferPointer {
        unsafe openssl_key($0.baseAddress, $0.count)
      }
      guard let key = unsafe key else { return nil }
      unsafe self.key = unsafe key
    }

    /// Whether this is a PKCS #1 v1.5 signature over a SHA-256 digest.
    func verify(_ signature: [UInt8], _ digest: [UInt8]) -> Bool {
      unsafe signature.withUnsafeBufferPointer { signature in
        unsafe digest.withUnsafeBufferPointer {
          unsafe openssl_verify(
            key, signature.baseAddress, signature.count, $0.baseAddress) == 1
        }
      }
    }
  }
}

extension TrustAnchor {
  /// "Apple Root CA", serial number 2, valid from 2006-04-25 to 2035-02-09: name, key, validity, and the
  /// SHA-256 fingerprint that Apple publishes with the certificate.
  public static let appleRootCA = TrustAnchor(
    subject: [UInt8](
      constant: """
        MQswCQYDVQQGEwJVUzETMBEGA1UEChMKQXBwbGUgSW5jLjEmMCQGA1UECxMdQXBwbGUgQ2VydGlmaWNhdGlvbiBB
        dXRob3JpdHkxFjAUBgNVBAMTDUFwcGxlIFJvb3QgQ0E=
        """),
    subjectPublicKeyInfo: [UInt8](
      constant: """
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA5JGpCR+R2x5HUOsF7V55hC3rNqJXTFXsixmJ3vlLbPUH
        qyIwAugYPvhQCdN/QaiY+dHKZpwkaxHQo7vkGyrDH5WeegykR4tb1BY3M8vED03OFGnRyRly9V0O1X9fm/IlA7pV
        j01dDfFkNSMVSxVZHbOU9/acns9QusFYUGePCLQg98usLCBvcLY/ATCMt0PPD5098ytJKBrI/s61uQ7ZXhzWyz21
        Oq30Dw4AkguxIRYudNU8DdtiFqujcZJHU1XBry9Bs/j743DN5qNMRX4fTGtQlkGJxHRiCxCDQYczioGxMFjsWgQy
        jGizjx3eZXP/Z15lvEnYdp8zFGWhd5TJLQIDAQAB
        """),
    validity: 1_146_001_236...2_054_670_036,
    fingerprint: [UInt8](constant: "sLFzDsvH/0UFFCxJ8Slebtpryu1+LGjFvpG1oRAB8CQ="))
}

// The certificates of Apple's that issued the signers of transaction receipts, as constants: no file that could be lost or
// exchanged. They prove nothing by being here; the root's signature on them is checked each time.

extension IssuerCertificate {
  /// All that are known, those of version 2 first.
  public static let apple = [
    appleITunesStore, appleDeveloperRelations2008, appleDeveloperRelations2013,
    appleDeveloperRelationsG5, appleDeveloperRelationsG7, appleDeveloperRelationsG8,
  ]

  /// "Apple iTunes Store Certification Authority", serial number 1A hexadecimal, valid from 2009-05-19 to 2016-05-18, which
  /// issued the signers of version 2.
  package static let appleITunesStore = IssuerCertificate(
    base64: """
      MIIECzCCAvOgAwIBAgIBGjANBgkqhkiG9w0BAQUFADBiMQswCQYDVQQGEwJVUzETMBEGA1UEChMKQXBwbGUgSW5j
      LjEmMCQGA1UECxMdQXBwbGUgQ2VydGlmaWNhdGlvbiBBdXRob3JpdHkxFjAUBgNVBAMTDUFwcGxlIFJvb3QgQ0Ew
      HhcNMDkwNTE5MTgzMTMwWhcNMTYwNTE4MTgzMTMwWjB/MQswCQYDVQQGEwJVUzETMBEGA1UECgwKQXBwbGUgSW5j
      LjEmMCQGA1UECwwdQXBwbGUgQ2VydGlmaWNhdGlvbiBBdXRob3JpdHkxMzAxBgNVBAMMKkFwcGxlIGlUdW5lcyBT
      dG9yZSBDZXJ0aWZpY2F0aW9uIEF1dGhvcml0eTCCASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoCggEBAKS8rzKU
      Qz4LvDeHzWOJ8szZviBNWrT+h2fSmt4aVJ2i89+H5EzLkxF4oDCPNEHB075mbUdsmLjsetXJ3aXk6sZw9DXQkfez
      2AoRmas6Yjq9e/RWT9ufJJNRUHwg1WZNZvMYpBOWIhb9Maf0OWab+2JpXEuflKhL6OxbZFoYeYoWdWNCpEnZjDPe
      rXvWOQT04p0KaYzrSxIoSzRIB5sOWfkfYrADnza4TqPTdVnU8zoFysUzO/jABgkIk9vnTb8R81IspRY1FfNBAs0C
      0fz1+MWEvWNqhta2mfaGrl/9A9Qoilpdr7xldNH3GsOSCPQcrWnoAkwOlRUHvL5qb8GzraECAwEAAaOBrjCBqzAO
      BgNVHQ8BAf8EBAMCAYYwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQUNh3o4p2C0gEYtTJrDtdDC5FYQzowHwYD
      VR0jBBgwFoAUK9BpR5R2Cf70a40uQKb3R01/CF4wNgYDVR0fBC8wLTAroCmgJ4YlaHR0cDovL3d3dy5hcHBsZS5j
      b20vYXBwbGVjYS9yb290LmNybDAQBgoqhkiG92NkBgICBAIFADANBgkqhkiG9w0BAQUFAAOCAQEAdaaQ5pqn22Vw
      pgmTbwjfLNvpKI1AG1deoOr07BNlG3FKTdyASE/y5an7hWy3Hp3b9BhIEHkX6sM9h9i0eW0UUK3Svz1O/A3ixQOU
      dYBzTaWhkf4c3hUXrIlxKm8PZwrTnDChaPvPcBfK2UD8+Bu/zrDErvRKLamZhwZCCYYiaoRAOfS7rFYY95ocAYFc
      jG5B8l0ZLBccSUbZHH6TEhPIZ5nC6oPjoowOuDsq3xy/S4tvGrjul2dK2Kuvi6TaXIceILjF87HEmKI3+J7Gmmul
      rfZ4lg6CjwRGHLKl/ZowUSj9UgQVA9U8rf72eODqNe9ltSF226Tvy3LvVGsBDcfdGg==
      """)
}

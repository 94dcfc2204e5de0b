import DERParsing

/// Certificates of Apple's that no receipt of the App Store may lead to, so that an error can name them.
enum KnownCertificates {
  /// Whether a name is that of "Apple Root CA - G2" or "Apple Root CA - G3", which issue other things.
  static func isOtherAppleRoot(_ name: RawSpan) -> Bool {
    let names = [appleRootG2Name, appleRootG3Name]
    return names.contains { candidate in candidate.withRawSpan { $0.hasSameBytes(as: name) } }
  }

  private static let appleRootG2Name = [UInt8](
    constant: """
      MRswGQYDVQQDDBJBcHBsZSBSb290IENBIC0gRzIxJjAkBgNVBAsMHUFwcGxlIENlcnRpZmljYXRpb24gQXV0aG9y
      aXR5MRMwEQYDVQQKDApBcHBsZSBJbmMuMQswCQYDVQQGEwJVUw==
      """)

  private static let appleRootG3Name = [UInt8](
    constant: """
      MRswGQYDVQQDDBJBcHBsZSBSb290IENBIC0gRzMxJjAkBgNVBAsMHUFwcGxlIENlcnRpZmljYXRpb24gQXV0aG9y
      aXR5MRMwEQYDVQQKDApBcHBsZSBJbmMuMQswCQYDVQQGEwJVUw==
      """)
}

import AppStoreReceipt
import ReceiptTesting
import TestSupport
import Testing

/// One verifier for all threads, with the verdicts of one that remembers nothing.
@Suite struct RememberingVerifierTests {
  private static func isSigned(_ receipt: AppReceipt, _ verifier: some ReceiptSignatureVerifier)
    -> Bool
  {
    do throws(ReceiptSignatureError) {
      try receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
        try verifier.verify(material)
      }
      return true
    } catch {
      return false
    }
  }

  @Test func `Threads that verify at once get the verdicts of one alone`() async throws {
    let authorities = (0..<20).map { TestAuthority(name: "Authority \($0)") }
    let builder = ReceiptBuilder(bundleIdentifier: "com.example.app", appVersion: "1.0")
    let forged = authorities.map { authority in
      var bytes = builder.bytes(signedBy: authority)
      bytes[bytes.count - 1] ^= 1
      return bytes
    }
    let receipts = try (authorities.map { builder.bytes(signedBy: $0) } + forged).map {
      try AppReceipt($0)
    }
    // Half of the authorities are trusted, and more paths than are remembered.
    let cold = AppleSignatureVerifier(anchors: authorities.prefix(18).map(\.anchor))
    let expected = receipts.map { Self.isSigned($0, cold) }
    #expect(expected == (0..<40).map { $0 < 18 })
    let warm = RememberingVerifier(cold)
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        group.addTask {
          (0..<80).allSatisfy { step in
            let index = (step * 7 + task * 5) % receipts.count
            return Self.isSigned(receipts[index], warm) == expected[index]
          }
        }
      }
      for await isSame in group { #expect(isSame) }
    }
  }

  @Test func `Certificates that were judged aren't read again`() throws {
    let authority = TestAuthority()
    let bytes = ReceiptBuilder(bundleIdentifier: "com.example.app", appVersion: "1.0")
      .bytes(signedBy: authority)
    let verifier = RememberingVerifier(AppleSignatureVerifier(anchors: [authority.anchor]))
    // Enough for the receipt, and not for its certificates.
    let shallow = try AppReceipt(bytes, limits: ReceiptLimits(der: DERLimits(maximumDepth: 11)))
    #expect(!Self.isSigned(shallow, verifier))
    #expect(Self.isSigned(try AppReceipt(bytes), verifier))
    #expect(Self.isSigned(shallow, verifier))
  }

  /// Nothing public says what it wraps, so this looks inside.
  @Test func `By default it trusts Apple's root alone, and not Xcode`() throws {
    for verifier in [RememberingVerifier.apple, RememberingVerifier()] {
      let parts = Mirror(reflecting: verifier).children.map(\.value)
      let inner = try #require(parts.compactMap { $0 as? AppleSignatureVerifier }.first)
      #expect(inner.anchors == [.appleRootCA] && !inner.allowsXcode)
    }
  }

  @Test func `Apple's root is the one that counts`() throws {
    let authority = TestAuthority()
    let receipt = try AppReceipt(
      ReceiptBuilder(bundleIdentifier: "com.example.app", appVersion: "1.0")
        .bytes(signedBy: authority))
    #expect(!Self.isSigned(receipt, RememberingVerifier.apple))
    let error = #expect(throws: ReceiptValidationError.self) {
      try receipt.validate(bundleIdentifier: "com.example.app", devices: .notChecked)
    }
    #expect(error?.check == .signature)
  }
}

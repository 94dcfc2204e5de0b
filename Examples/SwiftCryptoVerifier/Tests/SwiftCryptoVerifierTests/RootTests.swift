import AppStoreReceipt
import Foundation
import SwiftCryptoVerifier
import Testing

/// What can be trusted, and what trusting nothing means.
@Suite struct RootTests {
  @Test(arguments: [[], [0x30, 0x00], [0x04, 0x00], [0x30, 0x80, 0x00, 0x00]] as [[UInt8]])
  func whatIsNoCertificateIsNoRoot(bytes: [UInt8]) {
    #expect(throws: ReceiptSignatureError.self) {
      try SwiftCryptoVerifier(roots: [bytes])
    }
  }

  @Test func aRootThatIsNeverValidIsNone() throws {
    // The last year of the root, 35, becomes 05, which is before its first.
    var root = try Files.certificate("root")
    let end = try #require(root.firstRange(of: Array("350209".utf8)))
    root[end.lowerBound] = UInt8(ascii: "0")
    #expect(throws: ReceiptSignatureError(.malformedCertificate)) {
      try SwiftCryptoVerifier(roots: [root])
    }
  }

  @Test func whatIsNoAuthorityIsNoRoot() throws {
    let leaf = try Files.certificate("receipt-signing-sha256")
    #expect(throws: ReceiptSignatureError(.notAnAuthority)) {
      try SwiftCryptoVerifier(roots: [leaf])
    }
  }

  @Test func withoutRootsNothingIsAccepted() throws {
    let verifiers = try BothVerifiers(roots: [], allowsXcode: true)
    let answers = try verifiers.answers(Files.receipt("ios-sha256-subscriptions"))
    #expect(answers.first.code == .untrustedRoot)
    #expect(answers.second.code == .untrustedRoot)
  }

  @Test func anotherRootBesideTheTrueOneDoesNoHarm() throws {
    let roots = try [Files.certificate("storekit-test"), Files.certificate("root")]
    let verifiers = try BothVerifiers(roots: roots, allowsXcode: false)
    let answers = try verifiers.answers(Files.receipt("ios-sha1-purchases"))
    #expect(answers.first == .accepted)
    #expect(answers.second == .accepted)
  }
}

import DERParsing
import Foundation
import ReceiptValidation
import TestSupport
import Testing

@testable import ReceiptTrust

/// The page that an auditor prints, once more by hand.
@Suite struct ApplePolicyTests {
  @Test func `Identifiers are Apple's`() {
    #expect(ApplePolicy.receiptSigningMarker.description == "1.2.840.113635.100.6.11.1")
    #expect(ApplePolicy.developerRelationsMarker.description == "1.2.840.113635.100.6.2.1")
    #expect(ApplePolicy.purchaseSigningMarker.description == "1.2.840.113635.100.6.5.1")
    #expect(ApplePolicy.storeMarker.description == "1.2.840.113635.100.6.2.2")
    #expect(ApplePolicy.receiptSigningPolicy.description == "1.2.840.113635.100.5.6.1")
  }

  @Test(
    arguments: [
      ("1.2.840.113635.100.5.6.1", "Apple receipt-signing policy"),
      ("1.2.840.113635.100.6.2.1", "Apple WWDR intermediate marker"),
      ("1.2.840.113635.100.6.11.1", "Apple receipt-signing marker"),
      ("2.5.29.15", "keyUsage"), ("1.2.3", nil),
    ] as [(DERObjectIdentifier, String?)])
  func `They have names beside the well-known ones`(
    identifier: DERObjectIdentifier, name: String?
  ) {
    #expect(ApplePolicy.name(of: identifier) == name)
  }

  @Test func `Roles demand what the table says`() {
    let roles: [(ApplePolicy.Role, DERObjectIdentifier?, DERObjectIdentifier?, Bool, Int)] = [
      (.signer, "1.2.840.113635.100.6.11.1", "1.2.840.113635.100.5.6.1", false, 0),
      (.intermediate, "1.2.840.113635.100.6.2.1", nil, true, 5),
      (.purchaseSigner, "1.2.840.113635.100.6.5.1", nil, false, 0),
      (.storeIntermediate, "1.2.840.113635.100.6.2.2", nil, true, 5),
      (.anchor, nil, nil, true, 5),
    ]
    for (role, marker, policy, isAuthority, bit) in roles {
      #expect(role.marker == marker && role.policy == policy)
      #expect(role.isAuthority == isAuthority && role.keyUsage.rawValue == bit)
      #expect(role.keyUsageIsOptional == (role == .anchor))
      #expect(role.purposesMayBeCritical == (role == .anchor))
    }
  }

  @Test func `Kinds of receipts ask for their signers and keys`() throws {
    #expect(ApplePolicy.receipts.signer == .signer)
    #expect(ApplePolicy.receipts.intermediate == .intermediate)
    #expect(ApplePolicy.receipts.minimumSignerKeyBits == 2048)
    let second = try #require(ApplePolicy.transactionReceipts(version: 2))
    #expect(second.signer == .purchaseSigner && second.intermediate == .storeIntermediate)
    #expect(second.minimumSignerKeyBits == 1024)
    let third = try #require(ApplePolicy.transactionReceipts(version: 3))
    #expect(third.signer == .signer && third.minimumSignerKeyBits == 2048)
    for version in [0, 1, 4, 255] as [UInt8] {
      #expect(ApplePolicy.transactionReceipts(version: version) == nil)
    }
  }

  @Test func `The largest key fills the memory of RSA`() {
    #expect(ApplePolicy.maximumKeyBits == 64 * Limbs.capacity)
    #expect(AppleSignatureVerifier().minimumKeyBits == ApplePolicy.minimumKeyBits)
  }

  @Test func `Each of Apple's identifiers stands once in the sources`() throws {
    let folder = Fixtures.root.appending(path: "Sources")
    let literals = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
      .filter { $0.hasSuffix(".swift") }
      .flatMap { path in
        try String(contentsOf: folder.appending(path: path), encoding: .utf8)
          .matches(of: /"1\.2\.840\.113635[.0-9]*"/)
          .map { (path: path, literal: String($0.output)) }
      }
    #expect(Set(literals.map(\.path)) == ["ReceiptTrust/ApplePolicy.swift"])
    #expect(literals.count == 5 && Set(literals.map(\.literal)).count == 5)
  }
}

import AppStoreReceipt
// "Writing a verifier" and "Which SHA is which".

import CMSParsing
import TestSupport
import Testing

@Suite struct VerifierSnippets {
  /// The test authority's in place of Apple's.
  typealias AppleSignatureVerifier = TestVerifier

  /// Apple's policy, and a list of signers whose receipts are refused.
  struct DenyingVerifier: ReceiptSignatureVerifier {
    var verifier = AppleSignatureVerifier()
    private let denied: Set<String>

    /// - Parameter denied: serial numbers of certificates, in hexadecimal digits, however a program prints them.
    init(denied: [String]) { self.denied = Set(denied.map { normalized($0) }) }

    func verify(
      _ material: borrowing ReceiptSignatureMaterial
    ) throws(ReceiptSignatureError) {
      try verifier.verify(material)
      guard case .issuerAndSerialNumber(let signer) = material.signerInfo.sid else {
        throw ReceiptSignatureError(.unsupportedSignerIdentifier)
      }
      let serialNumber = signer.serialNumber.contentsRange
      let digits = hexadecimal(material.container.extracting(serialNumber))
      guard !denied.contains(normalized(digits)) else {
        throw ReceiptSignatureError(.other, at: serialNumber.lowerBound)
      }
    }
  }

  private let receipt: AppReceipt
  private let expectations: ReceiptExpectations

  init() throws {
    receipt = try AppReceipt(Fixtures.receipt("ios-sha256-subscriptions"))
    expectations = ReceiptExpectations(
      bundleIdentifier: "com.example.app", devices: .notChecked,
      now: ReceiptDate(millisecondsSince1970: 1_767_225_600_000))
  }

  @Test func `A signer on a list is denied`() throws {
    _ = try receipt.validate(expectations, verifier: DenyingVerifier(denied: ["00"]))
    let signer = try receipt.containerBytes.withDERReader { (reader) throws(DERError) in
      var signers = receipt.signedData.signerInfos.reader(in: reader.bytes)
      let signer: SignerInfo = try signers.read()
      _ = reader.readRemaining()
      return signer
    }
    guard case .issuerAndSerialNumber(let name) = signer.sid else {
      Issue.record("not an issuer and serial number")
      return
    }
    let bytes = receipt.containerBytes[name.serialNumber.contentsRange]
    // As in DER, as openssl prints it, and as browsers do.
    let pairs = bytes.map { String(Int($0) + 0x100, radix: 16).dropFirst() }
    let printed = String(pairs.joined().drop { $0 == "0" }).uppercased()
    for digits in [pairs.joined(), printed, "0\(printed)", pairs.joined(separator: ":")] {
      let error = #expect(throws: ReceiptValidationError.self, "\(digits)") {
        try receipt.validate(expectations, verifier: DenyingVerifier(denied: ["1", digits]))
      }
      #expect(error?.reason.name == "other" && error?.offset == bytes.startIndex)
    }
  }

  @Test func `The digest of the signature`() throws {
    let digest = try receipt.withSignatureMaterial { $0.digestAlgorithm }
    print(digest == .sha256 ? "signed with SHA-256" : "signed with SHA-1")
    #expect(digest == .sha256)
    let old = try AppReceipt(Fixtures.receipt("ios-sha1-purchases"))
    #expect(try old.withSignatureMaterial { $0.digestAlgorithm } == .sha1)
  }
}

func hexadecimal(_ bytes: RawSpan) -> String {
  let copy = unsafe bytes.withUnsafeBytes { unsafe [UInt8]($0) }
  return copy.map { String(Int($0) + 0x100, radix: 16).dropFirst() }.joined()
}

/// Without colons, spaces and leading zeros, in lower case. DER begins with 00 where the first bit is 1.
func normalized(_ digits: String) -> String {
  String(digits.lowercased().filter(\.isHexDigit).drop { $0 == "0" })
}

import CMSParsing
import DERParsing
package import FuzzSupport
import ReceiptParsing
import ReceiptTrust
import ReceiptValidation

/// The input is a signed container. Whatever has happened to it, only what the test authority has signed is
/// verified, with its certificates, by a verifier that remembers as by one that does not. What an error says is true of
/// what it points at.
package enum VerifierProperty: FuzzProperty {
  package static let name = "verifier"

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    _ = (Documented.limits, Documented.codes)
    let bytes = input.copy
    let answer = Answer(bytes)
    let fixtures = SignedFixtures.shared
    fixtures.check(bytes, answer)
    guard let receipt = answer.receipt else {
      // What is refused cannot be validated: there is no receipt to do it with. Streaming refuses it, too.
      return
    }
    let expectations = ReceiptExpectations(
      bundleIdentifier: receipt.bundleIdentifier ?? "", devices: .notChecked,
      now: ReceiptDate(millisecondsSince1970: 0),
      environments: receipt.environment.map { [$0] } ?? [])
    let found = error(of: receipt, fixtures.verifier)
    let cold = found == nil
    require(cold == isVerified(receipt, fixtures.warmVerifier), "with a memory as without one")
    if cold {
      require(fixtures.isGenuine(receipt), "verified \(bytes.hexadecimal)")
      let wrongCodes: [ReceiptSignatureError.Code?] = [
        .certificateNotYetValid, .certificateExpired, .certificateNotYetValid,
        .certificateNotYetValid, .certificateNotYetValid, nil,
      ]
      for (verifier, wrongCode) in zip(fixtures.otherVerifiers, wrongCodes) {
        let error = error(of: receipt, verifier)
        require(
          error != nil && error?.code != wrongCode,
          "\(error, default: "nothing") with a root of other dates, or Xcode's")
      }
      checkPermission(receipt)
      checkLimits(receipt)
      checkRootKeyLength(receipt)
      checkSigner(receipt)
      checkRoots(receipt)
      require(receipt.creationDate != nil, "judged at a date")
      for (cold, warm) in fixtures.boundVerifiers {
        require(
          isVerified(receipt, cold) == isVerified(receipt, warm),
          "a path before or after its root is valid")
      }
    }
    if let found { checkKeyLength(receipt, found) }
    if cold || bytes.count % 4 == 0 { checkRemembering(receipt, found) }
    if let failure = failure(of: receipt, expectations) {
      if case .signature(let error) = failure.reason {
        require(error == found && failure.offset == error.offset, "\(failure), not \(error)")
      }
      checkBER(bytes, expectations, failure)
    } else {
      require(cold, "validated \(bytes.hexadecimal)")
      require(isStreamed(receipt), "validated, and streaming refuses it")
    }
    // Without our anchor nothing of ours is genuine.
    require(!isVerified(receipt, AppleSignatureVerifier()), "verified under Apple's root")
  }

  private static func failure(
    of receipt: AppReceipt, _ expectations: ReceiptExpectations
  ) -> ReceiptValidationError? {
    do throws(ReceiptValidationError) {
      _ = try receipt.validate(expectations, verifier: SignedFixtures.shared.verifier)
      return nil
    } catch {
      return error
    }
  }

  /// A container of indefinite length fails at the same place.
  private static func checkBER(
    _ bytes: [UInt8], _ expectations: ReceiptExpectations, _ error: ReceiptValidationError
  ) {
    guard let header = Message.headerCount(bytes), let offset = error.offset,
      let receipt = Answer(Message.indefinite(bytes)).receipt
    else { return }
    let other = failure(of: receipt, expectations)
    require(
      other?.check == error.check && other?.offset == offset + 2 - header,
      "as BER: \(other, default: "valid"), not \(error)")
  }

  /// A path that is remembered is that of its signer: the same certificates prove nothing about one of another number.
  ///
  /// - Parameter receipt: one that the fixtures' verifier has verified.
  private static func checkSigner(_ receipt: AppReceipt) {
    var verifier = SignedFixtures.shared.verifier
    require((try? verifier.verifyAndRemember(receipt)) != nil, "verified, but not remembered")
    var bytes = receipt.containerBytes
    let signer = try? receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
      material.signerInfo.sid
    }
    guard case .issuerAndSerialNumber(let name)? = signer,
      let last = name.serialNumber.contentsRange.last
    else { return }
    bytes[last] ^= 1
    guard let other = Answer(bytes).receipt else { return }
    require(!isVerified(other, verifier), "verified with the number of another signer")
  }

  private static func isStreamed(_ receipt: AppReceipt) -> Bool {
    receipt.withContainerBytes { StreamedAttributes($0).error == nil }
  }

  private static func isVerified(
    _ receipt: AppReceipt, _ verifier: AppleSignatureVerifier
  ) -> Bool {
    error(of: receipt, verifier) == nil
  }

  static func error(
    of receipt: AppReceipt, _ verifier: AppleSignatureVerifier
  ) -> ReceiptSignatureError? {
    guard let error = judgement(of: receipt, verifier) else { return nil }
    Sentences.check(error)
    SignatureClaims.check(error, receipt, verifier)
    return error
  }
}

import AppStoreReceipt
import CMSParsing
import DERParsing
import ReceiptHashing

/// What the message around a receipt's payload says about its certificates and its signer.
struct MessageSummary {
  struct CertificateSummary {
    let subject: String
    let issuer: String
    let serialNumber: String
    let notBefore: DERTime
    let notAfter: DERTime
    let sha256: String
  }

  struct SignerSummary {
    let digestAlgorithm: String
    let signatureAlgorithm: String
    let hasSignedAttributes: Bool
  }

  private(set) var certificates: [CertificateSummary] = []
  private(set) var signer: SignerSummary?
  /// What could not be read of the receipt and of the message around it.
  private(set) var problems: ProblemList

  init(_ receipt: AppReceipt) {
    problems = receipt.problemList
    receipt.containerOctets.withRawSpan { read(receipt, $0) }
  }

  private mutating func read(_ receipt: AppReceipt, _ octets: RawSpan) {
    var set = DERReader(octets, contents: receipt.signedData.certificates ?? 0..<0)
    var number = 0
    while !set.isAtEnd {
      number += 1
      do throws(DERError) {
        let element = try set.readElement()
        do throws(DERError) {
          certificates.append(try Self.certificate(element, octets))
        } catch {
          report(error, of: "certificate \(number)", receipt)
        }
      } catch {
        report(error, of: "certificates", receipt)
        break
      }
    }
    do throws(DERError) {
      signer = try Self.signer(receipt.signedData, octets)
    } catch {
      report(error, of: "signer", receipt)
    }
  }

  private mutating func report(
    _ error: DERError, of subject: @autoclosure () -> String, _ receipt: AppReceipt
  ) {
    let moved = error.moved(to: receipt.inputOffset(ofContainerOctet: error.offset))
    problems.add("\(subject()): " + (moved.field.cmsName.map { $0 + ": " } ?? "") + "\(moved)")
  }

  private static func certificate(
    _ element: DERElement, _ octets: RawSpan
  ) throws(DERError) -> CertificateSummary {
    var reader = DERReader(octets, contents: element.encoding)
    let fields = try reader.read(as: Certificate.self).tbsCertificate
    return CertificateSummary(
      subject: try fields.subject.text(in: octets), issuer: try fields.issuer.text(in: octets),
      serialNumber: fields.serialNumber.decimal(in: octets),
      notBefore: fields.validity.notBefore, notAfter: fields.validity.notAfter,
      sha256: SHA256.hash(octets.extracting(element.encoding)).description)
  }

  /// The first signer.
  private static func signer(
    _ signedData: SignedData, _ octets: RawSpan
  ) throws(DERError) -> SignerSummary? {
    var set = DERReader(octets, contents: signedData.signerInfos)
    guard !set.isAtEnd else { return nil }
    let signer: SignerInfo = try set.read()
    let (digest, signature) = (
      signer.digestAlgorithm.algorithm, signer.signatureAlgorithm.algorithm
    )
    return SignerSummary(
      digestAlgorithm: digest.name ?? digest.description,
      signatureAlgorithm: signature.name ?? signature.description,
      hasSignedAttributes: signer.signedAttrs != nil)
  }
}

extension DERInteger {
  /// The number in decimal.
  ///
  /// - Complexity: quadratic in the number's length, so numbers of more than 64 octets, which no
  ///   serial number may have, come in hexadecimal.
  func decimal(in octets: RawSpan) -> String {
    let own = octets.extracting(self.octets)
    guard own.byteCount <= 64 else { return "0x" + own.hexadecimal }
    // Two's complement: a negative number is the complement of one that is one less.
    var digits: [Int] = [0]
    for offset in 0..<own.byteCount {
      let octet = own.octet(at: offset)
      var carry = Int(isNegative ? ~octet : octet)
      for index in digits.indices {
        carry += digits[index] << 8
        digits[index] = carry % 10
        carry /= 10
      }
      while carry > 0 {
        digits.append(carry % 10)
        carry /= 10
      }
    }
    if isNegative {
      var index = 0
      while index < digits.count, digits[index] == 9 {
        digits[index] = 0
        index += 1
      }
      if index == digits.count { digits.append(1) } else { digits[index] += 1 }
    }
    return (isNegative ? "-" : "") + digits.reversed().map(String.init).joined()
  }
}

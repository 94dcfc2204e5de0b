import CMSParsing
package import DERParsing
import ReceiptHashing
package import ReceiptParsing
import TextCoding

/// The certificates and the signer of a receipt.
package struct MessageSummary {
  package struct CertificateSummary {
    /// Where it begins in the input.
    package let offset: Int
    package let subject: String
    package let issuer: String
    package let serialNumber: String
    package let notBefore: DERTime
    package let notAfter: DERTime
    package let sha256: String
    fileprivate let fields: TBSCertificate
  }

  package struct SignerSummary {
    /// Where it begins in the input.
    package let offset: Int
    /// The place among the certificates of the one that it names; `nil` if there is no such certificate.
    package let certificate: Int?
    package let digestAlgorithm: String
    package let signatureAlgorithm: String
    package let hasSignedAttributes: Bool
  }

  package private(set) var certificates: [CertificateSummary] = []
  package private(set) var signer: SignerSummary?
  /// What is unreadable in the receipt and its message.
  package private(set) var problems: ProblemList

  package init(_ receipt: AppReceipt) {
    problems = receipt.problemList
    receipt.containerBytes.withRawSpan { read(receipt, $0) }
  }

  private mutating func read(_ receipt: AppReceipt, _ bytes: RawSpan) {
    var set = DERReader(bytes, contents: receipt.signedData.certificates?.contentsRange ?? 0..<0)
    var number = 0
    do throws(DERError) {
      while !set.isAtEnd {
        number += 1
        let element = try set.readElement()
        do throws(DERError) {
          certificates.append(try Self.certificate(element, bytes, receipt))
        } catch {
          report(error, of: "certificate \(number)", receipt)
        }
      }
    } catch {
      report(error, of: "certificates", receipt)
    }
    do throws(DERError) {
      var signers = receipt.signedData.signerInfos.reader(in: bytes)
      guard !signers.isAtEnd else { return }
      let offset = signers.offset
      let read: SignerInfo = try signers.read()
      signer = SignerSummary(
        offset: receipt.inputOffset(ofContainerByte: offset),
        certificate: certificate(of: read, bytes),
        digestAlgorithm: read.digestAlgorithm.text,
        signatureAlgorithm: read.signatureAlgorithm.text,
        hasSignedAttributes: read.signedAttrs != nil)
    } catch {
      report(error, of: "signer", receipt)
    }
  }

  private mutating func report(
    _ error: DERError, of subject: @autoclosure () -> String, _ receipt: AppReceipt
  ) {
    let moved = error.moved(to: receipt.inputOffset(ofContainerByte: error.offset))
    problems.add("\(subject()): \(moved)")
  }

  /// The place of the certificate that a signer names by issuer and serial number, which `AppleSignatureVerifier`
  /// verifies the signature with.
  private func certificate(of signer: SignerInfo, _ bytes: RawSpan) -> Int? {
    guard case .issuerAndSerialNumber(let name) = signer.sid else { return nil }
    let issuer = bytes.extracting(name.issuer.contentsRange)
    let serialNumber = bytes.extracting(name.serialNumber.contentsRange)
    return certificates.firstIndex {
      bytes.extracting($0.fields.issuer.contentsRange).hasSameBytes(as: issuer)
        && bytes.extracting($0.fields.serialNumber.contentsRange).hasSameBytes(as: serialNumber)
    }
  }

  private static func certificate(
    _ element: DERElement, _ bytes: RawSpan, _ receipt: AppReceipt
  ) throws(DERError) -> CertificateSummary {
    var reader = DERReader(bytes, contents: element.encodingRange)
    let fields = try reader.read(as: Certificate.self).tbsCertificate
    return CertificateSummary(
      offset: receipt.inputOffset(ofContainerByte: element.offset),
      subject: try fields.subject.text(in: bytes), issuer: try fields.issuer.text(in: bytes),
      serialNumber: fields.serialNumber.decimal(in: bytes),
      notBefore: fields.validity.notBefore, notAfter: fields.validity.notAfter,
      sha256: SHA256.hash(bytes.extracting(element.encodingRange)).description, fields: fields)
  }
}

extension AlgorithmIdentifier {
  /// The name, or the number if it has none.
  fileprivate var text: String { algorithm.name ?? algorithm.description }
}

extension DERInteger {
  /// The number in decimal.
  ///
  /// - Complexity: quadratic, so numbers of more than 64 bytes, too long for a serial number, are hexadecimal.
  func decimal(in bytes: RawSpan) -> String {
    let own = bytes.extracting(self.contentsRange)
    guard own.byteCount <= 64 else { return "0x" + own.hexadecimal }
    // Two's complement: -n is the complement of n - 1, so the last byte counts one more.
    var digits: [Int] = [0]
    for offset in 0..<own.byteCount {
      let byte = own.byte(at: offset)
      var carry = Int(isNegative ? ~byte : byte)
      if isNegative, offset == own.byteCount - 1 { carry += 1 }
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
    return (isNegative ? "-" : "") + digits.reversed().map(String.init).joined()
  }
}

/// The problems of an input, a sentence each. A hundred are listed, the rest counted: an input may have one every few
/// bytes.
package struct ProblemList {
  private static let most = 100

  private var listed: [String] = []
  package private(set) var count = 0

  mutating func add(_ problem: @autoclosure () -> String) {
    count += 1
    if count <= Self.most { listed.append(problem()) }
  }

  /// The listed problems, and the number of others.
  package var sentences: [String] {
    let rest = count - listed.count
    return listed + (rest > 0 ? ["more problem".counted(rest) + " not listed"] : [])
  }
}

extension AppReceipt {
  /// What is unreadable in the payload.
  package var problemList: ProblemList {
    var list = ProblemList()
    for problem in problems { list.add(problem.description) }
    return list
  }
}

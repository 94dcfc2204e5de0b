import CMSParsing
import DERParsing
import Foundation
import ReceiptParsing
import ReceiptRedaction
import ReceiptTrust
import ReceiptValidation
import TestSupport
import TransactionReceipts
import VerifyReceipt

/// A receipt to be cut, and everything that is asked about what is left of it.
struct CutReceipt: Sendable {
  let name: String
  let bytes: [UInt8]
  /// Whether the receipt is valid: the test authority has signed it, or Apple.
  let isValid: Bool
  /// Parts of what identifies somebody, eight bytes each: of signature, hash and opaque value.
  let secrets: Set<ArraySlice<UInt8>>
  /// The elements whose ends can be dropped, or which can be put into another receipt: contents of the payload, each
  /// certificate, the signature.
  let parts: [Part]

  /// An element, and the elements around it.
  struct Part: Sendable {
    enum Role: Sendable { case payload, certificates, certificate, signers, signature }
    let role: Role
    let element: Range<Int>
    let contents: Range<Int>
    /// From the outermost on: where each begins.
    let path: [Int]
  }

  /// `nil` for what is not DER.
  init?(_ name: String, _ bytes: [UInt8]) {
    guard let receipt = try? AppReceipt(bytes), receipt.form.encoding == .der,
      !receipt.form.isBase64
    else { return nil }
    (self.name, self.bytes) = (name, bytes)
    parts = Self.parts(bytes)
    isValid = Verdicts.isValid(bytes)
    let signatures = parts.filter { $0.role == .signature }.map { Array(bytes[$0.contents]) }
    let values = [receipt.opaqueValue, receipt.sha1Hash].compactMap { $0.map(Array.init) }
    secrets = Set((values + signatures).flatMap(Self.eights))
  }

  static func eights(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.count < 8 ? [] : (0...bytes.count - 8).map { bytes[$0..<$0 + 8] }
  }

  // MARK: Elements

  /// Where the contents of an element begin, and its end.
  private static func open(_ bytes: [UInt8], _ start: Int) -> Range<Int> {
    let first = Int(bytes[start + 1])
    guard first >= 0x80 else { return start + 2..<start + 2 + first }
    let head = start + 2 + (first & 0x7F)
    let length = bytes[start + 2..<head].reduce(0) { $0 << 8 | Int($1) }
    return head..<head + length
  }

  private static func children(_ bytes: [UInt8], _ contents: Range<Int>) -> [Int] {
    var starts: [Int] = []
    var position = contents.lowerBound
    while position < contents.upperBound {
      starts.append(position)
      position = open(bytes, position).upperBound
    }
    return starts
  }

  /// ContentInfo, `[0]`, SignedData, and what is in it, by RFC 5652.
  private static func parts(_ bytes: [UInt8]) -> [Part] {
    let explicit = children(bytes, open(bytes, 0))[1]
    let message = open(bytes, explicit).lowerBound
    let around = [0, explicit, message]
    let fields = children(bytes, open(bytes, message))
    func part(_ role: Part.Role, _ start: Int, _ path: [Int]) -> Part {
      let contents = open(bytes, start)
      return Part(
        role: role, element: start..<contents.upperBound, contents: contents, path: path)
    }
    let content = children(bytes, open(bytes, fields[2]))
    let string = open(bytes, content[1]).lowerBound
    var parts = [part(.payload, string, around + [fields[2], content[1]])]
    if bytes[fields[3]] == 0xA0 {
      parts.append(part(.certificates, fields[3], around))
      for start in children(bytes, open(bytes, fields[3])) {
        parts.append(part(.certificate, start, around + [fields[3]]))
      }
    }
    let signers = fields[fields.count - 1]
    parts.append(part(.signers, signers, around))
    for signer in children(bytes, open(bytes, signers)) {
      let strings = children(bytes, open(bytes, signer)).filter { bytes[$0] == 0x04 }
      if let string = strings.last {
        parts.append(part(.signature, string, around + [signers, signer]))
      }
    }
    return parts
  }

  /// The receipt with other contents of an element, and with lengths that fit.
  func replacing(_ part: Part, with contents: [UInt8]) -> [UInt8] {
    replacing(part.element, of: part.path) { DER.element(bytes[part.element.lowerBound], contents) }
  }

  /// The receipt with something else for a whole element.
  func replacing(_ part: Part, withElement element: [UInt8]) -> [UInt8] {
    replacing(part.element, of: part.path) { element }
  }

  private func replacing(
    _ range: Range<Int>, of path: [Int], with element: () -> [UInt8]
  ) -> [UInt8] {
    var (result, range) = (element(), range)
    for start in path.reversed() {
      let contents = Self.open(bytes, start)
      let inside =
        bytes[contents.lowerBound..<range.lowerBound] + result
        + bytes[range.upperBound..<contents.upperBound]
      result = DER.element(bytes[start], Array(inside))
      range = start..<contents.upperBound
    }
    return result
  }
}

/// What every entry point says about some bytes.
enum Verdicts {
  private static let date = ReceiptDate(millisecondsSince1970: 1_750_000_000_000)

  /// Apple's anchors, and those of the test authority.
  private static let verifier: AppleSignatureVerifier = {
    do {
      return AppleSignatureVerifier(
        anchors: [.appleRootCA, try TrustAnchor(certificate: Fixtures.certificate("root"))])
    } catch {
      fatalError("no test authority: \(error)")
    }
  }()

  private static let responder = VerifyReceiptResponder(
    for: .any, at: nil, verifier: verifier, transactionVerifier: AppleTransactionVerifier())

  static func isValid(_ bytes: [UInt8]) -> Bool {
    guard let receipt = try? AppReceipt(bytes) else { return false }
    let expectations = ReceiptExpectations(
      bundleIdentifier: receipt.bundleIdentifier ?? "", devices: .notChecked, now: .notChecked,
      environments: receipt.environment.map { [$0] } ?? [])
    return (try? receipt.validate(expectations, verifier: verifier)) != nil
  }

  /// The status of verifyReceipt.
  static func status(_ bytes: [UInt8]) -> Int64? {
    let text = Data(bytes).base64EncodedString()
    let body = Array(#"{"receipt-data":"\#(text)"}"#.utf8)
    return responder.answer(body: body, at: date).response.status?.rawValue
  }

  /// Reads the bytes in all ways there are; gives the codes of those who refuse them, and whether somebody reads them.
  static func readings(_ bytes: [UInt8]) -> (codes: [ReceiptError.Code], isRead: Bool) {
    var codes: [ReceiptError.Code] = []
    var isRead = false
    func attempt(_ read: () throws(ReceiptError) -> Void) {
      do throws(ReceiptError) {
        try read()
        isRead = true
      } catch {
        codes.append(error.code)
      }
    }
    attempt { () throws(ReceiptError) in _ = try AppReceipt(bytes) }
    attempt { () throws(ReceiptError) in
      _ = try AppReceipt(base64: Data(bytes).base64EncodedString())
    }
    attempt { () throws(ReceiptError) in
      try withExactlySized(bytes) { (span) throws(ReceiptError) in
        var attributes = try ReceiptContainer(span).attributes
        while let attribute = try attributes.next() {
          guard attribute.type == .inAppReceipt else { continue }
          var inner = try attribute.inAppAttributes()
          while try inner.next() != nil {}
        }
      }
    }
    if (try? TransactionReceipt(bytes)) != nil { isRead = true }
    return (codes, isRead)
  }

  /// What is left of a receipt's secrets when the bytes are redacted.
  static func leaks(_ bytes: [UInt8], _ secrets: Set<ArraySlice<UInt8>>, seed: Int) -> Bool {
    var generator = SeededGenerator(seed: UInt64(seed))
    guard let redaction = try? ReceiptRedaction(bytes, using: &generator) else { return false }
    return redaction.bytes.count != bytes.count
      || CutReceipt.eights(redaction.bytes).contains(where: secrets.contains)
  }
}

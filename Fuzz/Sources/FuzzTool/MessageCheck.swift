import CMSParsing
import DERParsing
import FuzzSupport
import Inspection
import ReceiptParsing

/// What is said of certificates and of the signer is what stands at their places.
enum MessageCheck {
  static func check(_ receipt: AppReceipt) {
    let message = MessageSummary(receipt)
    let bytes = receipt.containerBytes
    var certificates: [Certificate?] = []
    // Two that are the same are the same.
    var byHash: [String: [UInt8]] = [:]
    for encoding in (try? receipt.certificateEncodings()) ?? [] {
      byHash[NaiveHash.sha256.digest(Array(encoding)).hexadecimal] = Array(encoding)
    }
    var encodings: [[UInt8]] = []
    let isDER = receipt.form.encoding == .der
    for summary in message.certificates {
      guard let encoding = byHash[summary.sha256] else {
        return require(false, "no certificate: \(summary)")
      }
      let certificate = try? Certificate(derEncoded: encoding)
      encodings.append(encoding)
      certificates.append(certificate)
      if isDER {
        let place = summary.offset..<summary.offset + encoding.count
        require(
          place.lowerBound > 0 && place.upperBound <= bytes.count
            && bytes[place].elementsEqual(encoding), "a certificate at \(place)")
      }
      guard let fields = certificate?.tbsCertificate else { continue }
      let names = encoding.withBytes { bytes in
        [try? fields.subject.text(in: bytes), try? fields.issuer.text(in: bytes)]
      }
      require(
        isSame(summary.subject, names[0]) && isSame(summary.issuer, names[1])
          && summary.notBefore == fields.validity.notBefore
          && summary.notAfter == fields.validity.notAfter, "\(summary), not \(names)")
    }
    let offsets = message.certificates.map(\.offset)
    let areInOrder = zip(offsets, offsets.dropFirst()).allSatisfy { $0 < $1 }
    require(!isDER || areInOrder, "places: \(offsets)")
    guard isDER, let signer = message.signer else { return }
    check(signer, bytes, encodings, certificates)
  }

  private static func isSame(_ text: String, _ other: String?) -> Bool {
    other.map { Array($0.utf8) } == Array(text.utf8)
  }

  /// Version, name, digest, perhaps attributes, and how it is signed: RFC 5652 §5.3.
  private static func check(
    _ signer: MessageSummary.SignerSummary, _ bytes: [UInt8], _ encodings: [[UInt8]],
    _ certificates: [Certificate?]
  ) {
    func parts(_ element: [Int]) -> [[Int]] {
      NaiveTree.places(bytes, in: element[1]..<element[2]) ?? []
    }
    guard 0..<bytes.count ~= signer.offset,
      let element = NaiveTree.places(bytes, in: signer.offset..<bytes.count)?.first
    else { return require(false, "no signer at \(signer.offset)") }
    let own = parts(element)
    guard own.count >= 5, bytes[own[0][0]] == 0x02 else {
      return require(false, "no signer at \(signer.offset)")
    }
    let hasAttributes = bytes[own[3][0]] == 0xA0
    require(signer.hasSignedAttributes == hasAttributes, "attributes: \(hasAttributes)")
    checkName(signer.digestAlgorithm, parts(own[2]), bytes)
    checkName(signer.signatureAlgorithm, parts(own[hasAttributes ? 4 : 3]), bytes)
    var place: Int?
    let name = parts(own[1])
    if bytes[own[1][0]] == 0x30, name.count == 2 {
      let texts = name.map { bytes[$0[1]..<$0[2]] }
      place = zip(encodings, certificates).map { (encoding, certificate) -> Bool in
        guard let fields = certificate?.tbsCertificate else { return false }
        return encoding[fields.issuer.contentsRange].elementsEqual(texts[0])
          && encoding[fields.serialNumber.contentsRange].elementsEqual(texts[1])
      }.firstIndex(of: true)
    }
    require(
      signer.certificate == place,
      "signed by \(signer.certificate, default: "none"), not \(place, default: "none")")
  }

  /// An algorithm is called by its name, if it has one, or by its number.
  private static func checkName(_ name: String, _ parts: [[Int]], _ bytes: [UInt8]) {
    guard let identifier = parts.first, bytes[identifier[0]] == 0x06 else {
      return require(false, "no algorithm is called \(name)")
    }
    let contents = bytes[identifier[1]..<identifier[2]]
    // The numbers of a long identifier take long.
    guard contents.count <= 24 else { return }
    let dotted = NaiveNumber.dotted(contents)
    let isNamed = NaiveIdentifierNames.text(dotted) == "\(dotted) (\(name))"
    require(isNamed || name == dotted || !name.contains("."), "\(dotted) is called \(name)")
    // What has a name of a standard is called by it.
    let isStandard =
      !dotted.hasPrefix("1.2.840.113635.") && NaiveIdentifierNames.text(dotted) != dotted
    require(isNamed || !isStandard, "\(dotted) is called \(name)")
  }
}

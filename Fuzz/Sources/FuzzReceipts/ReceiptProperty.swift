import AppStoreReceipt
import CMSParsing
import DERParsing
import Foundation
package import FuzzSupport
import ReceiptParsing
import ReceiptValidation

/// The input is a container. Owned and streaming agree; what was BER is strict DER afterwards, and reads the
/// same; Base64 of it, other places in memory and other entry points give the same answer.
package enum ReceiptProperty: FuzzProperty {
  package static let name = "receipt"

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let bytes = input.copy
    let first = Answer(bytes)
    let streamed = StreamedAttributes(input)
    switch first {
    case .receipt(let receipt):
      check(receipt, bytes, streamed)
    case .refused(let error):
      Sentences.check(error)
      require(0...max(bytes.count, 1) ~= error.offset, "offset of \(error)")
      let isOwnRule = error.code == .duplicateAttribute || error.code == .appAttestReceipt
      let isText = isText(bytes)
      require(streamed.error != nil || isOwnRule || isText, "streamed, not owned: \(error)")
      require(isOwnRule || isText || !isReadable(bytes), "readable: \(error)")
      if !isOwnRule, !isText {
        checkRewritten(error, bytes)
        checkForeign(error, bytes)
      }
    }
    places.forEach(bytes) { bytes, place in
      require(Answer(bytes) == first, "the same answer in \(place)")
    }
    if bytes.first == 0x30, !isText(bytes) {
      let base64 = Answer(Array(NaiveBase64.encode(bytes).utf8))
      require(base64 == first, "Base64: \(base64)")
    }
  }

  /// Whether what begins like a SEQUENCE goes on like text.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(16).dropFirst().allSatisfy { 0x20...0x7E ~= $0 || 9...13 ~= $0 }
  }

  /// Whether the bytes are DER of a receipt.
  private static func isReadable(_ bytes: [UInt8]) -> Bool {
    guard let payload = NaiveMessage(bytes)?.payload else { return false }
    return NaiveAttribute.list(bytes, payload.range, levels: payload.levels) != nil
  }

  /// What can be read once it is rewritten is refused for its first certificate that isn't DER as it was given, and for
  /// nothing else: a signature covers the bytes of a certificate as they are.
  private static func checkRewritten(_ error: ReceiptError, _ bytes: [UInt8]) {
    let isAboutCertificate = error.code == .certificateNotDER
    let rewritten = try? NaiveTranscoding(bytes)
    if let rewritten { checkContent(error, rewritten) }
    guard let rewriting = rewritten, isReadable(rewriting.bytes) else {
      return require(!isAboutCertificate, "unreadable, but \(error)")
    }
    let certificates = NaiveMessage(rewriting.bytes)?.certificates ?? []
    // Headers that were made anew come from nowhere.
    let changed = certificates.first { rewriting.places[$0].contains(nil) }
    let place = changed.flatMap { rewriting.places[$0.lowerBound] }
    require(
      isAboutCertificate && place == error.offset, "readable once it is rewritten: \(error)")
  }

  /// A message of another content type, or without its content, is refused as such, where the content's type is.
  private static func checkContent(_ error: ReceiptError, _ rewriting: NaiveTranscoding) {
    guard let message = NaiveMessage(rewriting.bytes) else { return }
    guard let fault = message.contentFault else {
      let isAboutContent = [.contentTypeNotData, .detachedContent].contains(error.code)
      return require(!isAboutContent, "with content, but \(error)")
    }
    require(
      error.code.rawValue == fault.code && error.offset == rewriting.places[fault.offset]
        && error.field == nil, "\(error), not \(fault)")
  }

  private static func check(
    _ receipt: AppReceipt, _ given: [UInt8], _ streamed: StreamedAttributes
  ) {
    let container = receipt.containerBytes
    let bytes = receipt.form.isBase64 ? NaiveBase64.decode(given) : given
    guard let bytes else { fatalError("VIOLATED: no Base64 \(given.hexadecimal)") }
    if receipt.form.encoding == .der {
      require(container == bytes, "DER stays as it is")
    } else {
      require((try? NaiveTranscoding(bytes))?.bytes == container, "BER becomes DER")
      checkCertificates(receipt, bytes)
      guard case .receipt(let again) = Answer(container) else {
        fatalError("VIOLATED: what was BER is refused as DER")
      }
      require(again == receipt && again.form.encoding == .der, "idempotent")
    }
    let strict = container.withBytes { StreamedAttributes($0) }
    require(strict.error == nil, "\(String(describing: strict.error))")
    if !receipt.form.isBase64 && receipt.form.encoding == .der {
      require(streamed == strict, "streamed from where it lies")
    }
    guard let message = NaiveMessage(container), let payload = message.payload,
      let naive = NaiveAttribute.list(container, payload.range, levels: payload.levels)
    else { fatalError("VIOLATED: \(given.hexadecimal) has no attributes") }
    require(
      message.content.map { container[$0] } == receipt.contentBytes,
      "what is signed is what is read")
    require(strict.content == message.content, "what is signed is what is streamed")
    let certificates = message.certificates.map { container[$0] }
    require((try? receipt.certificateEncodings()) == certificates, "each certificate, in order")
    require(strict.attributes == naive, "\(strict.attributes), not \(naive)")
    OwnedFields.check(receipt, naive)
    checkDescription(receipt)
    checkSigned(receipt)
    checkFoundation(receipt, given, naive.reduce(0) { $0 + 1 + $1.inApp.count })
    checkEquality(receipt)
    if given.count % 4 == 0 { checkSize(receipt, bytes) }
    if bytes[1] >= 0x80 { checkDecodedAsText(bytes) }
    let decoded = requireStored(Array(receipt.inAppReceipts.prefix(2)))
    for (purchase, attribute) in zip(decoded, naive.filter({ $0.type == 17 })) {
      require(
        purchase.attributes.map(\.type) == attribute.inApp.map(\.type),
        "stored and read: the same attributes")
      OwnedFields.check(purchase, NaiveScope(bytes: container, attributes: attribute.inApp))
    }
  }

  /// Bytes that somebody has decoded as UTF-8 or ISO 8859-1 and encoded as UTF-8 are refused as such.
  private static func checkDecodedAsText(_ bytes: [UInt8]) {
    let latin = bytes.flatMap { $0 < 0x80 ? [$0] : [0xC0 | $0 >> 6, 0x80 | $0 & 0x3F] }
    for text in [Array(String(decoding: bytes, as: UTF8.self).utf8), latin] {
      let error = Answer(text).error
      require(error?.code == .decodedAsText, "text: \(error, default: "no error")")
    }
  }

  /// From `Data` and from a file, within the limits that are given.
  private static func checkFoundation(_ receipt: AppReceipt, _ given: [UInt8], _ count: Int) {
    require((try? AppReceipt(data: Data(given))) == receipt, "from Data")
    require(receipt.containerData == Data(receipt.containerBytes), "as Data")
    let file = FileManager.default.temporaryDirectory.appending(path: "receipt-\(getpid())")
    // Files take their time.
    let isOnDisk = given.count % 32 == 0 && (try? Data(given).write(to: file)) != nil
    defer { if isOnDisk { try? FileManager.default.removeItem(at: file) } }
    for (limit, isEnough) in [(count, true), (count - 1, false)] where limit >= 0 {
      let limits = ReceiptLimits(maximumAttributes: limit)
      require(((try? AppReceipt(data: Data(given), limits: limits)) != nil) == isEnough, "\(limit)")
      guard isOnDisk else { continue }
      let read = try? AppReceipt(contentsOf: file, limits: limits)
      require(read == (isEnough ? receipt : nil), "a file, within \(limit)")
    }
  }

  /// Certificates are signed as they are encoded, so they stay so.
  private static func checkCertificates(_ receipt: AppReceipt, _ bytes: [UInt8]) {
    guard !receipt.form.isBase64 else { return }
    for encoding in (try? receipt.certificateEncodings()) ?? [] {
      let start = receipt.inputOffset(ofContainerByte: encoding.startIndex)
      require(bytes.dropFirst(start).starts(with: encoding), "a certificate as it was")
    }
  }

  /// App, version, environment, date, number of purchases.
  private static func checkDescription(_ receipt: AppReceipt) {
    let texts = [receipt.bundleIdentifier ?? "", receipt.appVersion, receipt.environment?.rawValue]
    let quoted = texts.map { $0.map(NaiveQuotation.unlessName) }
    let count = receipt.inAppReceipts.count
    let parts: [String?] = [
      quoted.prefix(2).compactMap(\.self).joined(separator: " "), quoted[2],
      receipt.creationDate.map { "created " + $0.utcText },
      "\(count) purchase" + (count == 1 ? "" : "s"),
    ]
    let text = parts.compactMap(\.self).joined(separator: ", ")
    require("\(receipt)" == text, "\(receipt), not \(text)")
  }

  /// The certificates of a message are those that a verifier gets; what is judged wrong says what to do.
  private static func checkSigned(_ receipt: AppReceipt) {
    var certificates: Range<Int>?
    do throws(ReceiptSignatureError) {
      certificates = try receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
        var reader = material.certificates
        let start = reader.offset
        while let element = try? reader.readElement() { _ = element }
        return reader.isAtEnd ? start..<reader.offset : nil
      }
      let expected = receipt.signedData.certificates?.contentsRange ?? 0..<0
      require(certificates == expected, "certificates in \(expected)")
    } catch {
      SignatureClaims.check(error, receipt)
    }
    do throws(ReceiptValidationError) {
      _ = try receipt.validate(
        ReceiptExpectations(
          bundleIdentifier: (receipt.bundleIdentifier ?? "") + "x", devices: .notChecked,
          now: ReceiptDate(millisecondsSince1970: 0)), verifier: TrustingVerifier())
      require(false, "validated for another app")
    } catch {
      guard error.check == .bundleIdentifier else { return }
      let refreshing: RecommendedAction = receipt.platform == 2 ? .requestReceipt : .refresh
      let action = error.isAnotherReceipts ? RecommendedAction.refuse : refreshing
      require(error.recommendedAction == action, "\(error)")
    }
  }
}

extension ReceiptValidationError {
  /// Whether another receipt of the store would say the same.
  var isAnotherReceipts: Bool {
    guard case .differs = reason else { return check == .signature }
    return check == .bundleIdentifier || check == .environment
  }
}

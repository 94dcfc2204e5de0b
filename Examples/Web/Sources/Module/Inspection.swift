import DERParsing
import ReceiptHashing
import ReceiptInspection
import ReceiptJSON
import ReceiptParsing
import ReceiptPurchases
import ReceiptRedaction
import ReceiptTrust
import ReceiptValidation
import TextCoding

/// The answer to one question about some bytes, which need not be a receipt, as one JSON object.
///
/// The question is in lines of a name, a space and a value in hexadecimal, of text its UTF-8. `ask` says which:
///
/// | `ask` | other lines | answer |
/// |---|---|---|
/// | `form` | | `form`: `encoding` (DER, BER or unknown), `isBase64`, `bytes`; and a `fault` if they can't be read as a receipt. Without `form` there is nothing to show |
/// | `decoded` | | `base64`: the bytes that all offsets count |
/// | `children` | `of`: the offset of a node; the top without | `nodes`, and the `fault` that the last one ends with |
/// | `path` | `to`: the offset of a byte | `offsets` of the nodes it belongs to, the innermost last |
/// | `find` | `text`; `after`: the offset that was found last | `offset`, where the next part with that text in its name begins; missing if there is none |
/// | `access` | `at`: an instant (RFC 3339) | `products`: what is owned then, and why |
/// | `timeline` | `at`: an instant (RFC 3339) | `svg`, `products`, `first`, `last` |
/// | `doctor` | `at`: the time, if the receipt's own won't do | `healthy`, `findings`; and `repaired`, the unwrapped receipt in Base64 |
/// | `redact` | `seed`: 16 random bytes or more | `receipt` in Base64, `replaced`: ranges of `offset` and `end`; `summary` |
/// | `difference` | `other`: the second input | `equal`, `differences` with a `path` and the values, `first` and `second` |
///
/// A node has `offset`, `contents`, `end` (where it, its contents and what follows begin), `type`, and `children`,
/// whether there may be nodes in it; if known, `name`, `value` in a line, and the whole `text`; `isCut` if it goes on
/// beyond the end. A `fault` has `code`, `message` and, if known, `offset`, which may be the end, and `expected`.
///
/// `misunderstanding`, instead of all these, says what is wrong with the question. Numbers that JavaScript would round
/// are strings.
struct Inspection {
  private(set) var text = JSONWriter(quotesLargeIntegers: true)

  init(of bytes: [UInt8], asked question: [UInt8]) {
    do throws(Misunderstanding) {
      let question = try InspectionQuestion(question)
      text.object { question.answer(about: bytes, to: &$0) }
    } catch {
      text.object { $0.member("misunderstanding", error.message) }
    }
  }
}

/// What is asked.
struct InspectionQuestion {
  private var ask = ""
  private var offset: Int?
  private var searched = ""
  private var date: ReceiptDate?
  private var seed: [UInt8] = []
  private var other: [UInt8] = []

  init(_ text: [UInt8]) throws(Misunderstanding) {
    for (name, value) in try QuestionLines(text).all {
      let text = String(decoding: value, as: UTF8.self)
      switch name {
      case "ask": ask = text
      case "of", "to", "after":
        guard let number = Int(text) else { throw Misunderstanding("'" + text + "' is no offset") }
        offset = number
      case "at":
        guard let at = ReceiptDate(text) else {
          throw Misunderstanding("'" + text + "' is not a date")
        }
        date = at
      case "text": searched = text
      case "seed": seed = value
      case "other": other = value
      default: throw Misunderstanding("'" + name + "' is no part of a question")
      }
    }
  }

  func answer(about bytes: [UInt8], to text: inout JSONWriter) {
    do throws(ReceiptError) {
      switch ask {
      case "form": try writeForm(bytes, to: &text)
      case "decoded":
        text.member("base64", try Anatomy(bytes).bytes.base64Text)
      case "children": try writeChildren(bytes, to: &text)
      case "path": try writePath(bytes, to: &text)
      case "find":
        text.member(
          "offset", try Anatomy(bytes).offset(ofPartNamed: searched, after: offset ?? -1))
      case "access", "timeline":
        guard let date else { return text.member("misunderstanding", "'at' is missing") }
        writeTimeline(
          try AppReceipt(bytes), at: date, withPicture: ask == "timeline", to: &text)
      case "doctor": writeDiagnosis(bytes, to: &text)
      case "difference": try writeDifferences(bytes, to: &text)
      case "redact":
        guard seed.count >= 16 else { return text.member("misunderstanding", "'seed' is missing") }
        try writeRedaction(bytes, to: &text)
      default: text.member("misunderstanding", "'" + ask + "' can't be asked")
      }
    } catch {
      text.fault(error)
    }
  }

  private func writeForm(_ bytes: [UInt8], to text: inout JSONWriter) throws(ReceiptError) {
    let anatomy = try Anatomy(bytes)
    var (encoding, fault): (String, ReceiptError?) = ("unknown", nil)
    do throws(ReceiptError) {
      encoding = try anatomy.encoding() == .ber ? "BER" : "DER"
    } catch {
      fault = error
    }
    text.object("form") { text in
      text.member("encoding", encoding)
      text.member("isBase64", anatomy.isBase64)
      text.member("bytes", anatomy.bytes.count)
    }
    if let fault { text.fault(fault) }
  }

  private func writeChildren(_ bytes: [UInt8], to text: inout JSONWriter) throws(ReceiptError) {
    let (nodes, fault) = try Anatomy(bytes).children(of: offset)
    text.objects("nodes", nodes) { text, node in
      text.member("offset", node.offset)
      text.member("contents", node.contentsOffset)
      text.member("end", node.endOffset)
      text.member("type", node.type)
      text.member("name", node.name)
      let value = node.value ?? node.summary
      text.member("value", value?.shortened)
      if let whole = node.text, whole != value { text.member("text", whole) }
      text.member("children", node.isOpen && node.contentsOffset < node.endOffset)
      if node.isCut { text.member("isCut", true) }
    }
    if let fault { text.fault(ReceiptError(fault), fault) }
  }

  private func writePath(_ bytes: [UInt8], to text: inout JSONWriter) throws(ReceiptError) {
    let offsets = try Anatomy(bytes).path(to: offset ?? 0)
    text.key("offsets")
    text.array(offsets) { $0.integer(Int64($1)) }
  }

  private func writeTimeline(
    _ receipt: AppReceipt, at date: ReceiptDate, withPicture: Bool, to text: inout JSONWriter
  ) {
    let timeline = Timeline(receipt.unverifiedPurchaseHistory(), at: date)
    if withPicture { text.member("svg", timeline.svg) }
    text.objects("products", timeline.rows) { text, row in
      let words = row.state.words
      text.member("id", row.productIdentifier)
      text.member("owned", row.state.grantsAccess)
      text.member("state", words.name)
      text.member("why", words.text)
      text.member(words.isOver ? "since" : "until", words.date?.utcText)
      text.member("periods", row.periods.count)
    }
    text.member("first", timeline.first?.utcText)
    text.member("last", timeline.last?.utcText)
  }

  private func writeDiagnosis(_ bytes: [UInt8], to text: inout JSONWriter) {
    var others = ReceiptExpectations(bundleIdentifier: "", devices: .notChecked, now: .notChecked)
    others.environments = .notChecked
    if let date { others.now = .required(date) }
    let diagnosis = Diagnosis(
      bytes,
      InspectionExpectations(
        bundleIdentifiers: [], others,
        verifier: AppleSignatureVerifier(anchors: [.appleRootCA])))
    diagnosis.write(to: &text)
    if diagnosis.isWrapped { text.member("repaired", diagnosis.receipt?.receiptInBase64) }
  }

  private func writeDifferences(
    _ bytes: [UInt8], to text: inout JSONWriter
  ) throws(ReceiptError) {
    let differences: [ReceiptDifference]
    switch try compared(AppReceipt(bytes)) {
    case .success(let found): differences = found
    case .failure(let error):
      return text.object("fault") { text in
        text.member("code", error.code.rawValue)
        text.member("message", error.code.description)  // its place is in text that nobody sees
      }
    }
    text.member("equal", differences.isEmpty)
    text.objects("differences", differences) { text, difference in
      text.member("path", difference.path)
      text.member("first", difference.first)
      text.member("second", difference.second)
    }
  }

  private func compared(
    _ receipt: AppReceipt
  ) throws(ReceiptError) -> Result<[ReceiptDifference], JSONError> {
    if case .object(let answer)? = try? JSON(text: other) {
      return Result { () throws(JSONError) in
        try ReceiptDifference.all(receipt, answer: answer)
      }
    }
    let other = try AppReceipt(other)
    return Result { () throws(JSONError) in try ReceiptDifference.all(receipt, other) }
  }

  private func writeRedaction(_ bytes: [UInt8], to text: inout JSONWriter) throws(ReceiptError) {
    var generator = SeededGenerator(seed)
    let redaction = try ReceiptRedaction(bytes, using: &generator)
    // Base64 with the line breaks of the original, or binary.
    let isText = try Anatomy(bytes).isBase64
    text.member(
      "receipt",
      isText
        ? String(decoding: redaction.bytes, as: UTF8.self) : redaction.bytes.base64Text)
    let receipt = redaction.readingError == nil ? try AppReceipt(bytes) : nil
    let replaced = redaction.places.flatMap { receipt?.inputRanges(ofContainerBytes: $0) ?? [$0] }
    text.objects("replaced", replaced) { text, range in
      text.member("offset", range.lowerBound)
      text.member("end", range.upperBound)
    }
    text.object("summary") { text in
      text.member("replaced", replaced.reduce(0) { $0 + $1.count })
      text.member("places", replaced.count)
    }
    text.member("error", redaction.readingError?.description)
  }
}

extension JSONWriter {
  /// Writes why something can't be read.
  fileprivate mutating func fault(_ error: ReceiptError, _ der: DERError? = nil) {
    let der = der ?? error.der
    object("fault") { text in
      if error.hasOffset, !error.isAboutBase64 { text.member("offset", error.offset) }
      text.member("code", der?.code.rawValue ?? error.code.rawValue)
      text.member("message", error.description)
      text.member("expected", der?.expected?.description)
    }
  }
}

extension AppReceipt {
  /// Where bytes of the container are in the input: in one piece, unless chunks of BER were joined.
  fileprivate func inputRanges(ofContainerBytes range: Range<Int>) -> [Range<Int>] {
    guard form.encoding == .ber else { return [range] }
    var ranges: [Range<Int>] = []
    for offset in range {
      let input = inputOffset(ofContainerByte: offset)
      if let last = ranges.last, last.upperBound == input {
        ranges[ranges.count - 1] = last.lowerBound..<input + 1
      } else {
        ranges.append(input..<input + 1)
      }
    }
    return ranges
  }
}

extension [UInt8] {
  fileprivate var base64Text: String { String(decoding: base64Characters(), as: UTF8.self) }
}

extension String {
  /// A line for a list.
  fileprivate var shortened: String {
    let limit = 100
    guard utf8.count > limit else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.prefix(limit))) + "…"
  }
}

/// Random numbers of the host, stretched: SHA-256 of its bytes and a counter.
private struct SeededGenerator: RandomNumberGenerator {
  private let seed: [UInt8]
  private var counter: UInt64 = 0

  init(_ seed: [UInt8]) { self.seed = seed }

  mutating func next() -> UInt64 {
    counter += 1
    let block = seed + (0..<8).map { UInt8(truncatingIfNeeded: counter >> (8 * $0)) }
    return block.withRawSpan { block in
      SHA256.hash(block).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
}

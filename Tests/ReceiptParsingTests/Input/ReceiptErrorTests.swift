import DERParsing
import ReceiptParsing
import TestSupport
import Testing

/// What errors and problems say.
@Suite struct ReceiptErrorTests {
  typealias Part = SampleReceipt

  struct Sentence: Sendable, CustomTestStringConvertible {
    let input: [UInt8]
    let text: String
    var testDescription: String { text }
  }

  private static let twice = Part(Part.attribute(12, []), Part.attribute(12, []))
  private static let late = Part(DER.sequence(DER.integer(1), DER.integer(2), DER.null))

  @Test(arguments: [
    Sentence(input: [], text: "the input is empty"),
    Sentence(
      input: Array(twice.bytes.dropLast()),
      text: "the receipt is truncated at byte \(twice.bytes.count - 1)"),
    Sentence(
      input: twice.bytes,
      text: "attribute 12: duplicate attribute at byte "
        + "\(twice.bytes.offset(of: Part.attribute(12, []), occurrence: 1))"),
    Sentence(
      input: late.bytes,
      text: "ReceiptAttribute.value: malformed: unexpected identifier, expected OCTET STRING, "
        + "found NULL, at byte \(late.bytes.offset(of: DER.null + [0x31]))"),
    Sentence(
      input: Array("MIIB%2B".utf8),
      text: "this Base64 is percent-encoded at byte 4; decode it first"),
    Sentence(
      input: Array("eyJ".utf8),
      text: "this is a JWS (StoreKit 2 signed transaction), not an App Store receipt"),
  ])
  func `One sentence: field, what is wrong, where`(row: Sentence) throws {
    let error = try #require(refusal(row.input))
    #expect(error.description == row.text)
    #expect("\(error)" == row.text)
  }

  @Test func `Codes differ, and each has words of its own`() {
    let codes: [ReceiptError.Code] = [
      .empty, .tooLarge, .truncated, .malformed, .notAReceipt, .jsonWebSignature,
      .transactionReceipt, .pem, .jsonString, .jsonObject, .percentEncoded, .base64WithSpaces,
      .base64InvalidCharacter, .base64InvalidLength, .certificate, .appAttestReceipt,
      .notSignedData, .contentTypeNotData, .detachedContent, .duplicateAttribute,
      .tooManyAttributes, .certificateNotDER, .doubleBase64, .jsonEscapes, .byteOrderMark, .utf16,
      .decodedAsText, .hexadecimal, .printedDescription, .formField, .dataURL,
      .transactionIdentifier, .markup, .archive,
    ]
    #expect(Set(codes).count == 34)
    #expect(Set(codes.map(\.description)).count == 34)
  }

  @Test func `A code says what is wrong and, where it can, what to do`() {
    #expect(ReceiptError.Code.empty.description == "the input is empty")
    #expect(
      ReceiptError.Code.tooLarge.description
        == "the input is too large; raise DERLimits.maximumInputBytes if receipts may be that large"
    )
    #expect(
      ReceiptError.Code.transactionReceipt.description
        == "this is an iOS 6 style transaction receipt; read it with TransactionReceipt")
  }

  @Test func `Errors are equal when all of them is`() throws {
    let (first, second) = (refusal(Self.twice.bytes), refusal(Self.twice.bytes))
    #expect(first == second && first != refusal(Self.late.bytes))
    #expect(Set([first, second]).count == 1)
    #expect(first?.der == nil && first?.attributeType == .creationDate)
    #expect(refusal(Self.late.bytes)?.attributeType == nil)
  }

  @Test(arguments: [
    (ReceiptProblem.Reason.notADate, "not a date"), (.notABoolean, "neither 0 nor 1"),
    (.wrongLength, "not 20 bytes"), (.duplicate, "appears more than once"),
    (.malformed(.truncated), "input is truncated"),
  ])
  func `A reason has a few words`(reason: ReceiptProblem.Reason, text: String) {
    #expect(reason.description == text)
  }

  @Test func `A problem is one sentence`() throws {
    let (own, inner) = (Part.attribute(19, DER.null), Part.attribute(1713, DER.integer(2)))
    let bytes = Part(own, Part.purchase(), Part.purchase(inner)).bytes
    let problems = try AppReceipt(bytes).problems.map(\.description)
    #expect(
      problems == [
        "attribute 19 at byte \(bytes.offset(of: own)): unexpected identifier",
        "purchase 1, attribute 1713 at byte \(bytes.offset(of: inner)): neither 0 nor 1",
      ])
  }
}

import DERParsing
package import FuzzSupport
import InstructionPairs
import ReceiptParsing

/// The input is text, or what somebody gave for a receipt. The processor's instructions decode it as portable code does.
/// It is read if it is Base64 of a container, with the answer that the container itself gets, and by nothing else. Then
/// the input is taken for bytes, of which every way of writing Base64 gives the same.
package enum Base64Property: FuzzProperty {
  package static let name = "base64"
  package static let isTree = false

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let text = input.copy
    let first = Answer(text)
    if !isContainer(text) {
      let bytes = NaiveBase64.decode(text)
      switch first {
      case .receipt(let receipt):
        guard let bytes else { fatalError("VIOLATED: no Base64 \(text.hexadecimal)") }
        require(receipt.form.isBase64, "the form says so")
        require(Answer(bytes) == first, "the same as its bytes")
      case .refused(let error):
        require(0...text.count ~= error.offset || bytes != nil, "offset of \(error)")
        // Base64 of something that begins as a container is explained as that.
        if let bytes, bytes.first == 0x30, isContainer(bytes) {
          require(Answer(bytes) == first, "\(error), but \(Answer(bytes))")
        }
      }
    }
    checkInstructions(input)
    let string = String(decoding: text, as: UTF8.self)
    if string.utf8.elementsEqual(text) { checkString(string, first) }
    places.forEach(text) { bytes, place in
      checkInstructions(bytes)
      require(Answer(bytes) == first, "the same answer in \(place)")
    }
    checkForms(text)
    checkPEM(text)
    checkPEM(Array("-----BEGIN A-----\n".utf8) + text + Array("\n-----END A-----".utf8))
  }

  private static func checkPEM(_ text: [UInt8]) {
    let naive = NaivePEM.blocks(text)
    do throws(PEMError) {
      let blocks = try PEMBlock.all(in: text)
      require(
        naive == blocks.map { NaivePEM.Block(label: $0.label, bytes: $0.bytes) },
        "PEM: \(blocks), not \(String(describing: naive))")
    } catch {
      require(naive == nil && 0...text.count ~= error.offset, "no PEM: \(error)")
    }
  }

  private static func checkInstructions(_ text: RawSpan) {
    for repairsSpaces in [false, true] {
      let answers = Base64Answers(text, repairsSpaces: repairsSpaces)
      require(answers.shuffled == answers.portable, "instructions: \(answers)")
      require(answers.permuted == answers.portable, "instructions: \(answers)")
    }
  }

  /// Whether bytes are taken for a container without a look at Base64: by the first byte, and as what
  /// follows is not text.
  private static func isContainer(_ bytes: [UInt8]) -> Bool {
    let follows = bytes.prefix(16).dropFirst()
    return bytes.first == 0x30 && (bytes.count == 1 || follows.contains { !(0x20...0x7E ~= $0) })
  }

  private static func checkString(_ text: String, _ first: Answer) {
    do throws(ReceiptError) {
      require(first == .receipt(try AppReceipt(base64: text)), "as a string")
    } catch {
      require(first == .refused(error), "as a string: \(error)")
    }
  }

  /// A container's bytes in several forms of Base64.
  private static func checkForms(_ input: [UInt8]) {
    let bytes = [0x30, UInt8(truncatingIfNeeded: input.count)] + input
    guard isContainer(bytes) else { return }
    let answer = Answer(bytes)
    let standard = NaiveBase64.encode(bytes)
    var forms = [standard, standard.filter { $0 != "=" }]
    switch input.count % 3 {
    case 0:
      forms.append(String(standard.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }))
    case 1:
      forms.append(" \t\r\n" + standard.map { "\($0)\n" }.joined() + "  ")
    default:
      guard standard.last != "+" else { return }  // a space at the end is none of Base64
      let spaces = String(standard.map { $0 == "+" ? " " : $0 })
      let repaired: Answer
      do throws(ReceiptError) {
        repaired = .receipt(try AppReceipt(base64: spaces, repairsSpaces: true))
      } catch {
        repaired = .refused(error)
      }
      require(repaired == answer, "with spaces repaired: \(repaired)")
    }
    for form in forms { require(Answer(Array(form.utf8)) == answer, "as \(form)") }
  }
}

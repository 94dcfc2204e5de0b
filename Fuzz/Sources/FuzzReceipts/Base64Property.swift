import DERParsing
package import FuzzSupport
import InstructionPairs
import ReceiptParsing

/// The input is text, or what somebody gave for a receipt. The processor's instructions decode it as portable code does.
/// It is read if it is Base64 of a container, with the answer that the container itself gets, and by nothing else. Then
/// the input is taken for bytes, of which every way of writing Base64 gives the same; with another character, it is read
/// by the same rules.
package enum Base64Property: FuzzProperty {
  package static let name = "base64"
  package static let isTree = false

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    _ = Documented.codes
    let text = input.copy
    let first = Answer(text)
    if !isContainer(text) { check(text, first) }
    checkInstructions(input)
    let string = String(decoding: text, as: UTF8.self)
    if string.utf8.elementsEqual(text) { checkString(string, first) }
    places.forEach(text) { bytes, place in
      checkInstructions(bytes)
      require(Answer(bytes) == first, "the same answer in \(place)")
    }
    checkForms(text)
    checkPEM(text)
    let block = Array("-----BEGIN A-----\n".utf8) + text + Array("\n-----END A-----".utf8)
    checkPEM(block)
    if block.count % 4 == 0 { checkPEMLimit(block) }
    // Behind one of another label, whose end is right, wrong or missing, or that another one begins in.
    for rest in [
      "-----END B-----\n", "-----END C-----\n", "", "-----BEGIN B-----\n-----END B-----\n",
      "-----BEGIN B\n",
    ] {
      let other = "-----BEGIN B-----\nM:\n" + rest
      for label in ["A", "B"] { checkPEM(Array(other.utf8) + block, label) }
    }
    let label = text.prefix(4) + Array("-----".utf8)
    // The labels are the same, and then not.
    for end in [label, text.prefix(3) + Array("-----".utf8)] {
      checkPEM(Array("-----BEGIN ".utf8) + label + Array("\nMAA=\n-----END ".utf8) + end)
    }
  }

  /// What is no container is read as Base64, and as nothing else.
  private static func check(_ text: [UInt8], _ answer: Answer) {
    let naive = Result { () throws(NaiveFault) in try NaiveBase64.read(text) }
    let bytes = try? naive.get()
    switch answer {
    case .receipt(let receipt):
      guard let bytes else { fatalError("VIOLATED: no Base64 \(text.hexadecimal)") }
      require(receipt.form.isBase64, "the form says so")
      require(Answer(bytes) == answer, "the same as its bytes")
    case .refused(let error):
      Sentences.check(error)
      // Base64 of something that begins as a container is explained as that.
      if let bytes, bytes.first == 0x30, isContainer(bytes) {
        require(Answer(bytes) == answer, "\(error), but \(Answer(bytes))")
      }
      if let bytes, NaiveForeign.code(bytes) == .transactionReceipt {
        return require(error.code == .transactionReceipt, "\(error) of a list in Base64")
      }
      // What does not begin as Base64 of a SEQUENCE or of a brace has no place in its error.
      let start = NaiveBase64.decode(Array(NaiveBase64.characters(text).prefix(2) + [0x41, 0x41]))
      require(
        error.offset == 0 || start?.first == 0x30 || start?.first == 0x7B,
        "\(error) of \(text.hexadecimal)")
      // What does is broken Base64.
      if case .failure(let fault) = naive, start?.first == 0x30,
        NaiveBase64.characters(text).count > 1
      {
        require(
          NaiveFault(code: error.code.rawValue, at: error.offset) == fault, "\(error), not \(fault)"
        )
      }
      guard let first = text.first, let last = text.last, first != 0x20, last != 0x20,
        !(0x09...0x0D ~= first), !(0x09...0x0D ~= last),
        text.starts(with: "eyJ".utf8) || start?.first != 0x30 && start?.first != 0x7B,
        let code = NaiveForeign.code(text)
      else { return }
      require(error.code == code, "\(error.code), not \(code): \(text.hexadecimal)")
    }
  }

  private static func checkPEM(_ text: [UInt8]) {
    let answer: Result<[NaivePEM.Block], NaiveFault>
    do throws(PEMError) {
      answer = .success(
        try PEMBlock.all(in: text).map { block in
          Sentences.check(block)
          return NaivePEM.Block(label: block.label, bytes: block.bytes, offset: block.offset)
        })
    } catch {
      Sentences.check(error)
      answer = .failure(NaiveFault(code: error.code.rawValue, at: error.offset))
    }
    let naive = Result { () throws(NaiveFault) in try NaivePEM.blocks(text) }
    require(answer == naive, "PEM: \(answer), not \(naive)")
    let labels = ((try? naive.get()) ?? []).suffix(1).map(\.label) + ["A"]
    for label in labels { checkPEM(text, label) }
  }

  /// The one block with a label.
  private static func checkPEM(_ text: [UInt8], _ label: String) {
    let naive = Result { () throws(NaiveFault) in try NaivePEM.blocks(text, wanted: label) }
    do throws(PEMError) {
      let block = try PEMBlock(text, label: label)
      Sentences.check(block)
      let found = NaivePEM.Block(label: block.label, bytes: block.bytes, offset: block.offset)
      require(.success([found]) == naive, "\(label): \(found), not \(naive)")
    } catch {
      Sentences.check(error)
      guard error.code != .blockMissing else {
        return require(naive == .success([]) && error.offset == text.count, "no \(label): \(naive)")
      }
      let fault = NaiveFault(code: error.code.rawValue, at: error.offset)
      require(.failure(fault) == naive, "\(label): \(fault), not \(naive)")
    }
  }

  /// As many characters as there are may be read, and not one less.
  private static func checkPEMLimit(_ text: [UInt8]) {
    func errors(_ limits: DERLimits) -> [PEMError?] {
      var errors: [PEMError?] = [nil, nil]
      do throws(PEMError) {
        _ = try PEMBlock.all(in: text, limits: limits)
      } catch {
        errors[0] = error
      }
      do throws(PEMError) {
        _ = try PEMBlock(text, label: "A", limits: limits)
      } catch {
        errors[1] = error
      }
      return errors
    }
    let isSame = errors(DERLimits(maximumInputBytes: text.count)) == errors(.default)
    require(isSame, "\(text.count) characters")
    for error in errors(DERLimits(maximumInputBytes: text.count - 1)) {
      require(
        error?.code == .inputTooLarge && error?.offset == 0,
        "more than \(text.count - 1) characters: \(error, default: "no error")")
    }
  }

  private static func checkInstructions(_ text: RawSpan) {
    for spacesArePlusSigns in [false, true] {
      let answers = Base64Answers(text, spacesArePlusSigns: spacesArePlusSigns)
      require(answers.shuffled == answers.portable, "instructions: \(answers)")
      require(answers.permuted == answers.portable, "instructions: \(answers)")
      let answer: Result<[UInt8], NaiveFault> =
        switch answers.portable {
        case .bytes(let bytes): .success(bytes)
        case .refused(let error): .failure(NaiveFault(code: error.code.rawValue, at: error.offset))
        }
      let naive = Result { () throws(NaiveFault) in
        try NaiveBase64.read(text.copy, spacesArePlusSigns: spacesArePlusSigns)
      }
      require(answer == naive, "\(answer), not \(naive)")
    }
  }

  /// A text with one character more, another one, or others at its end or its beginning.
  private static func changed(_ text: [UInt8], by input: [UInt8]) -> [UInt8] {
    guard let kind = input.first, let character = input.last, text.count > 4 else { return text }
    var changed = text
    let digit = NaiveBase64.alphabet[Int(character % 64)]
    let places = [0, text.count / 2, text.count, Int(character) % text.count]
    let place = places[Int(kind / 8) % 4]
    switch kind % 5 {
    case 0: changed.insert(character, at: place)
    case 1: changed[min(place, text.count - 1)] = character
    case 2:
      // The last character has bits that no byte has.
      guard let last = changed.lastIndex(where: { $0 != 0x3D }) else { return text }
      changed[last] = digit
    case 3:
      // What it is taken for.
      changed[0] = kind & 0x80 == 0 ? UInt8(ascii: "M") : UInt8(ascii: "e")
      changed[1] = digit
    default: changed += repeatElement(0x3D, count: 1 + Int(kind / 5 % 5))
    }
    return changed
  }

  /// Whether bytes are taken for a container without a look at Base64: by the first byte, and as what
  /// follows is not text.
  private static func isContainer(_ bytes: [UInt8]) -> Bool {
    let follows = bytes.prefix(16).dropFirst()
    return bytes.first == 0x30
      && (bytes.count == 1 || follows.contains { !(0x20...0x7E ~= $0 || 9...13 ~= $0) })
  }

  /// As a string or as bytes, the answer is the same; also of a text that is too large, and with spaces repaired.
  private static func checkString(_ text: String, _ first: Answer) {
    checkText(text, first)
    let repaired = Answer(Array(text.utf8), spacesArePlusSigns: true)
    checkText(text, repaired, spacesArePlusSigns: true)
    guard !text.isEmpty else { return }
    // More than two characters for a byte are too many, whatever they are.
    let limits = ReceiptLimits(der: DERLimits(maximumInputBytes: (text.utf8.count - 1) / 2))
    let refused = Answer(base64: text, limits: limits)
    require(
      refused.error?.code == .tooLarge && refused.error?.offset == 0,
      "\(text.utf8.count) characters within \(limits): \(refused)")
    checkText(text, refused, limits: limits)
  }

  private static func checkText(
    _ text: String, _ answer: Answer, limits: ReceiptLimits = .default,
    spacesArePlusSigns: Bool = false
  ) {
    let bytes = Array(text.utf8)
    let answers = [
      Answer(base64: text, limits: limits, spacesArePlusSigns: spacesArePlusSigns),
      Answer(bytes, limits: limits, spacesArePlusSigns: spacesArePlusSigns),
      bytes.withBytes { Answer($0, limits: limits, spacesArePlusSigns: spacesArePlusSigns) },
    ]
    require(
      answers.allSatisfy { $0 == answer },
      "as a string and as bytes, spaces repaired: \(spacesArePlusSigns): \(answers)")
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
      let spaces = String(standard.map { $0 == "+" ? " " : $0 })
      checkText(spaces, answer, spacesArePlusSigns: true)
    }
    for form in forms {
      require(Answer(Array(form.utf8)) == answer, "as \(form)")
      let changed = changed(Array(form.utf8), by: input)
      changed.withBytes { checkInstructions($0) }
      if !isContainer(changed) { check(changed, Answer(changed)) }
    }
  }
}

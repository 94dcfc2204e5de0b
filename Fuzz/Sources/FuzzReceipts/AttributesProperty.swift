import DERParsing
import FuzzDER
package import FuzzSupport
import ReceiptParsing

/// The input is the contents of a payload's SET. Streaming reads the attributes that a naive reader reads and
/// refuses what it refuses, at whatever depth that is allowed; the owned receipt says the same.
package enum AttributesProperty: FuzzProperty {
  package static let name = "attributes"

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    _ = Documented.limits
    let (bytes, payload) = Message.container(input.copy)
    // Seven levels are around the attributes.
    let naive = NaiveAttribute.list(bytes, payload, levels: 32 - 7)
    let first = bytes.withBytes { StreamedAttributes($0) }
    require((first.error == nil) == (naive != nil), "\(String(describing: first.error))")
    if let naive { require(first.attributes == naive, "\(first.attributes), not \(naive)") }

    checkFault(first.error, bytes, payload)
    let steps = first.attributes.reduce(0) { $0 + 1 + $1.inApp.count }
    require(steps * 10 <= bytes.count, "one step for ten bytes at most")

    let depth = 7 + bytes.count % 6
    let shallow = bytes.withBytes { StreamedAttributes($0, limits: DERLimits(maximumDepth: depth)) }
    let isShallow = NaiveAttribute.list(bytes, payload, levels: depth - 7) != nil
    require((shallow.error == nil) == isShallow, "depth \(depth)")

    let answer = Answer(bytes)
    let limits = ReceiptLimits(der: DERLimits(maximumDepth: depth))
    for form in [bytes, Message.indefinite(bytes)] {
      let deep = Answer(form, limits: limits)
      require(deep.receipt == (isShallow ? answer.receipt : nil), "owned, depth \(depth): \(deep)")
    }
    Sentences.check(answer.error)
    checkOwned(bytes, answer, naive, first.error)
    checkBER(bytes, answer)
    checkWrappedTwice(Array(bytes[payload]), answer)
    if input.byteCount % 4 == 1 { checkContent(input.copy) }
    places.forEach(bytes) { bytes, place in
      require(StreamedAttributes(bytes) == first, "the same answer in \(place)")
    }
  }

  /// The rule that is broken first, the first byte of what breaks it, and which part of an attribute that is. No seven
  /// levels inside are too many.
  private static func checkFault(_ error: ReceiptError?, _ bytes: [UInt8], _ payload: Range<Int>) {
    if let fault = NaiveFault.first(bytes, payload) {
      require(
        error?.der.map { NaiveFault($0) } == fault && error?.offset == fault.offset,
        "\(fault), not \(error, default: "nothing")")
    }
    guard bytes.count % 16 == 0 else { return }
    // Two of them have as many letters.
    let fields: [DERField] = ["payload", "payment", "", error?.der?.field ?? "attribute"]
    Hashes.check(fields) { $0.name }
  }

  private static func checkOwned(
    _ bytes: [UInt8], _ answer: Answer, _ naive: [NaiveAttribute]?, _ streamed: ReceiptError?
  ) {
    switch answer {
    case .receipt(let receipt):
      guard let naive else { fatalError("VIOLATED: owned, not streamed: \(bytes.hexadecimal)") }
      require(!isAppAttest(naive, bytes), "an App Attest receipt")
      require(firstDuplicate(naive) == nil, "duplicates decide nothing")
      require(receipt.containerBytes == bytes, "one copy of the container")
      OwnedFields.check(receipt, naive)
      checkLimit(bytes, naive)
    case .refused(let error):
      guard let naive else {
        // Only what is twice may be told before.
        let isSame = error == streamed || error.code == .duplicateAttribute
        return require(isSame, "owned: \(error), streamed: \(streamed, default: "read")")
      }
      if let attribute = firstDuplicate(naive) {
        require(
          error.code == .duplicateAttribute && error.offset == attribute.offset
            && error.attributeType.map { Int($0.rawValue) } == attribute.type,
          "\(error), not \(attribute) twice")
        require(error.field == "attribute \(attribute.type)", "the field of \(error)")
      } else {
        require(
          error.code == .appAttestReceipt && error.offset == 0 && isAppAttest(naive, bytes),
          "streamed, not owned: \(error)")
      }
    }
  }

  /// The first attribute on which trust depends and whose type was there before.
  private static func firstDuplicate(_ attributes: [NaiveAttribute]) -> NaiveAttribute? {
    var seen: Set<Int> = []
    return attributes.first {
      [2, 3, 4, 5, 12].contains($0.type) && !seen.insert($0.type).inserted
    }
  }

  /// The last attribute 6 says so in letters, and no attribute 2 begins as a UTF8String does.
  private static func isAppAttest(_ attributes: [NaiveAttribute], _ bytes: [UInt8]) -> Bool {
    guard let kind = attributes.last(where: { $0.type == 6 }).map({ bytes[$0.value] }) else {
      return false
    }
    return (kind.equals("ATTEST") || kind.equals("RECEIPT"))
      && !attributes.contains { $0.type == 2 && bytes[$0.value].first == 0x0C }
  }

  /// A container of indefinite length gets the same answer, with the error at its place there.
  private static func checkBER(_ bytes: [UInt8], _ answer: Answer) {
    let indefinite = Answer(Message.indefinite(bytes))
    let none = Answer(
      Message.indefinite(bytes), limits: ReceiptLimits(der: DERLimits(maximumRewrites: 0)))
    require(none.error?.der?.code == .tooManyRewrites, "as BER, and nothing rewritten: \(none)")
    guard let header = Message.headerCount(bytes), let error = answer.error,
      let other = indefinite.error
    else {
      return require(
        (answer.receipt == nil) == (indefinite.receipt == nil), "as BER: \(indefinite)")
    }
    require(
      other.code == error.code && other.field == error.field
        && other.offset == (error.offset == 0 ? 0 : error.offset + 2 - header),
      "as BER: \(other), not \(error)")
    let (found, right) = (other.der, error.der)
    require(
      found?.expected == right?.expected && found?.actual == right?.actual,
      "as BER: \(other), not \(error)")
  }

  /// With one more OCTET STRING, one level deeper, the attributes are the same, and nothing may be behind them.
  private static func checkWrappedTwice(_ payload: [UInt8], _ answer: Answer) {
    let limits = ReceiptLimits(der: DERLimits(maximumDepth: 33))
    let twice = Answer(Message.wrappedTwice(payload, behind: []), limits: limits)
    require(
      twice.error?.code == answer.error?.code
        && twice.receipt?.attributes.map(\.type) == answer.receipt?.attributes.map(\.type),
      "wrapped twice: \(twice)")
    let longer = Message.wrappedTwice(payload, behind: [0x05, 0x00])
    let more = Answer(longer, limits: limits)
    // The last two bytes are those of the SET of signers.
    let fault = NaiveFault(.trailingContents, at: longer.count - 4, field: "payload")
    require(
      more.error?.der.map { NaiveFault($0) } == fault,
      "wrapped twice, with something behind: \(more)")
  }

  /// The input as the whole content, without a SET around it.
  private static func checkContent(_ input: [UInt8]) {
    let (bytes, content) = Message.container(content: input)
    let streamed = bytes.withBytes { StreamedAttributes($0) }
    let fault = NaiveFault.first(ofContent: content, in: bytes)
    require(
      streamed.error?.der.map { NaiveFault($0) } == fault
        && (streamed.error == nil) == (fault == nil),
      "as content: \(streamed.error, default: "nothing"), not \(fault, default: "nothing")")
  }

  /// As many attributes as there are may be read, and not one less. The first that is too many is named.
  private static func checkLimit(_ bytes: [UInt8], _ naive: [NaiveAttribute]) {
    let offsets = naive.flatMap { [$0.offset] + $0.inApp.map(\.offset) }
    let count = offsets.count
    require(
      Answer(bytes, limits: ReceiptLimits(maximumAttributes: count)).receipt != nil,
      "\(count) attributes")
    guard count > 0 else { return }
    for limit in [count - 1, bytes.count % count] {
      let tooMany = Answer(bytes, limits: ReceiptLimits(maximumAttributes: limit))
      require(
        tooMany.error?.code == .tooManyAttributes && tooMany.error?.offset == offsets[limit],
        "more than \(limit): \(tooMany)")
    }
  }
}

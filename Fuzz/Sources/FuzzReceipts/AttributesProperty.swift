import DERParsing
package import FuzzSupport
import ReceiptParsing

/// The input is the contents of a payload's SET. Streaming reads the attributes that a naive reader reads and
/// refuses what it refuses, at whatever depth that is allowed; the owned receipt says the same.
package enum AttributesProperty: FuzzProperty {
  package static let name = "attributes"

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let (bytes, payload) = Message.container(input.copy)
    // Seven levels are around the attributes.
    let naive = NaiveAttribute.list(bytes, payload, levels: 32 - 7)
    let first = bytes.withBytes { StreamedAttributes($0) }
    require((first.error == nil) == (naive != nil), "\(String(describing: first.error))")
    if let naive { require(first.attributes == naive, "\(first.attributes), not \(naive)") }

    let steps = first.attributes.reduce(0) { $0 + 1 + $1.inApp.count }
    require(steps * 10 <= bytes.count, "one step for ten bytes at most")

    let depth = 7 + bytes.count % 6
    let shallow = bytes.withBytes { StreamedAttributes($0, limits: DERLimits(maximumDepth: depth)) }
    let isShallow = NaiveAttribute.list(bytes, payload, levels: depth - 7) != nil
    require((shallow.error == nil) == isShallow, "depth \(depth)")

    checkOwned(bytes, naive)
    checkBER(bytes)
    let contents = Array(bytes[payload])
    let twice = Answer(Message.wrappedTwice(contents, behind: [])).receipt
    require(
      twice == nil || twice?.attributes.count == Answer(bytes).receipt?.attributes.count,
      "wrapped twice")
    require(
      Answer(Message.wrappedTwice(contents, behind: [0x05, 0x00])).receipt == nil,
      "wrapped twice, with something behind")
    places.forEach(bytes) { bytes, place in
      require(StreamedAttributes(bytes) == first, "the same answer in \(place)")
    }
  }

  private static func checkOwned(_ bytes: [UInt8], _ naive: [NaiveAttribute]?) {
    switch Answer(bytes) {
    case .receipt(let receipt):
      guard let naive else { fatalError("VIOLATED: owned, not streamed: \(bytes.hexadecimal)") }
      let decisive = naive.map(\.type).filter { [2, 3, 4, 5, 12].contains($0) }
      require(Set(decisive).count == decisive.count, "duplicates decide nothing")
      require(receipt.containerBytes == bytes, "one copy of the container")
      OwnedFields.check(receipt, naive)
      checkLimit(bytes, naive)
    case .refused(let error):
      guard let naive else { return }
      let own = NaiveScope(bytes: bytes, attributes: naive)
      switch error.code {
      case .duplicateAttribute:
        let type = Int(error.attributeType?.rawValue ?? -1)
        require(
          [2, 3, 4, 5, 12].contains(type) && naive.filter { $0.type == type }.count > 1, "\(error)")
      case .appAttestReceipt:
        require(
          own.attributes.contains {
            $0.type == 6
              && (bytes[$0.value].equals("ATTEST") || bytes[$0.value].equals("RECEIPT"))
          }, "\(error)")
      default: require(false, "streamed, not owned: \(error)")
      }
    }
  }

  /// A container of indefinite length gets the same answer, with the error at its place there.
  private static func checkBER(_ bytes: [UInt8]) {
    let answer = Answer(Message.indefinite(bytes)), first = Answer(bytes)
    guard let header = Message.headerCount(bytes), let error = first.error, let other = answer.error
    else {
      return require((first.receipt == nil) == (answer.receipt == nil), "as BER: \(answer)")
    }
    require(
      other.code == error.code && other.field == error.field
        && other.offset == (error.offset == 0 ? 0 : error.offset + 2 - header),
      "as BER: \(other), not \(error)")
  }

  /// As many attributes as there are may be read, and not one less.
  private static func checkLimit(_ bytes: [UInt8], _ naive: [NaiveAttribute]) {
    let count = naive.reduce(0) { $0 + 1 + $1.inApp.count }
    require(
      Answer(bytes, limits: ReceiptLimits(maximumAttributes: count)).receipt != nil,
      "\(count) attributes")
    guard count > 0 else { return }
    let tooMany = Answer(bytes, limits: ReceiptLimits(maximumAttributes: count - 1))
    require(tooMany.error?.code == .tooManyAttributes, "more than \(count - 1): \(tooMany)")
  }
}

import AppStoreReceipt
import DERParsing
package import FuzzSupport

/// The input is the contents of a payload's SET. Streaming reads the attributes that a naive reader reads and
/// refuses what it refuses, at whatever depth that is allowed; the owned receipt says the same.
package enum AttributesProperty: FuzzProperty {
  package static let name = "attributes"

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let (octets, payload) = Message.container(input.copy)
    // Seven levels are around the attributes.
    let naive = NaiveAttribute.list(octets, payload, levels: 32 - 7)
    let first = octets.withOctets { StreamedAttributes($0) }
    require((first.error == nil) == (naive != nil), "\(String(describing: first.error))")
    if let naive { require(first.attributes == naive, "\(first.attributes), not \(naive)") }

    let steps = first.attributes.reduce(0) { $0 + 1 + $1.inApp.count }
    require(steps * 10 <= octets.count, "one step for ten octets at most")

    let depth = 7 + octets.count % 6
    let shallow = octets.withOctets { StreamedAttributes($0, limits: DERLimits(depth: depth)) }
    let isShallow = NaiveAttribute.list(octets, payload, levels: depth - 7) != nil
    require((shallow.error == nil) == isShallow, "depth \(depth)")

    checkOwned(octets, naive)
    places.forEach(octets) { octets, place in
      require(StreamedAttributes(octets) == first, "the same answer in \(place)")
    }
  }

  private static func checkOwned(_ octets: [UInt8], _ naive: [NaiveAttribute]?) {
    switch Answer(octets) {
    case .receipt(let receipt):
      guard let naive else { fatalError("VIOLATED: owned, not streamed: \(octets.hexadecimal)") }
      let decisive = naive.map(\.type).filter { [2, 3, 4, 5, 12].contains($0) }
      require(Set(decisive).count == decisive.count, "duplicates decide nothing")
      require(receipt.containerOctets == octets, "one copy of the container")
      OwnedFields.check(receipt, naive)
    case .refused(let error):
      guard let naive else { return }
      let own = NaiveScope(octets: octets, attributes: naive)
      switch error.code {
      case .duplicateAttribute:
        let type = Int(error.attributeType?.rawValue ?? -1)
        require(
          [2, 3, 4, 5, 12].contains(type) && naive.filter { $0.type == type }.count > 1, "\(error)")
      case .appAttestReceipt:
        require(
          own.attributes.contains {
            $0.type == 6
              && (octets[$0.value].equals("ATTEST") || octets[$0.value].equals("RECEIPT"))
          }, "\(error)")
      default: require(false, "streamed, not owned: \(error)")
      }
    }
  }
}

import DERParsing
package import FuzzSupport

/// Whatever `DERReader` accepts is DER: written again it gives the same octets. It accepts what a naive
/// reader of X.690 accepts and nothing else, and gives one answer wherever the octets lie.
package enum ReaderProperty: FuzzProperty {
  package static let name = "reader"

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let octets = input.copy
    let first = DERWalk(input, compared: octets)
    let count = NaiveTree.elementCount(octets)
    require(
      (first.error == nil) == (count != nil),
      "accepts what X.690 accepts: \(String(describing: first.error)) for \(octets.hexadecimal)")
    if let count {
      require(first.elementCount == count, "\(first.elementCount) elements, not \(count)")
      require(first.encoding == octets, "re-encoded \(first.encoding.hexadecimal)")
    } else if let error = first.error {
      require(0...octets.count ~= error.offset, "offset of \(error)")
    }
    require(first.elementCount * 2 <= octets.count, "one step for two octets at most")
    places.forEach(octets) { octets, place in
      require(DERWalk(octets, compared: nil) == first, "the same answer in \(place)")
    }
  }
}

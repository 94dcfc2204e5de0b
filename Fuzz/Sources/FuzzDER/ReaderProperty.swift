import DERParsing
package import FuzzSupport

/// Whatever `DERReader` accepts is DER: written again it gives the same bytes. It accepts what a naive
/// reader of X.690 accepts and nothing else, and gives one answer wherever the bytes lie.
package enum ReaderProperty: FuzzProperty {
  package static let name = "reader"

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let bytes = input.copy
    let first = DERWalk(input, compared: bytes)
    let count = NaiveTree.elementCount(bytes)
    require(
      (first.error == nil) == (count != nil),
      "accepts what X.690 accepts: \(String(describing: first.error)) for \(bytes.hexadecimal)")
    if let count {
      require(first.elementCount == count, "\(first.elementCount) elements, not \(count)")
      require(first.encoding == bytes, "re-encoded \(first.encoding.hexadecimal)")
    } else if let error = first.error {
      require(0...bytes.count ~= error.offset, "offset of \(error)")
    }
    require(first.elementCount * 2 <= bytes.count, "one step for two bytes at most")
    places.forEach(bytes) { bytes, place in
      require(DERWalk(bytes, compared: nil) == first, "the same answer in \(place)")
    }
  }
}

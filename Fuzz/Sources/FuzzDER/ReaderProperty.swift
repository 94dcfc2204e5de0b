import DERParsing
package import FuzzSupport

/// Whatever `DERReader` accepts is DER: written again it gives the same bytes. It accepts what a naive
/// reader of X.690 accepts and nothing else, names the rule that is broken first and its place as that does, and gives one
/// answer wherever the bytes lie.
package enum ReaderProperty: FuzzProperty {
  package static let name = "reader"

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    _ = DepthBound.isKept
    _ = NumberBounds.areKept
    let bytes = input.copy
    let first = DERWalk(input, compared: bytes)
    do throws(NaiveFault) {
      let count = try NaiveTree.countElements(bytes)
      require(first.error == nil, "X.690 accepts it: \(first.error, default: "")")
      require(first.elementCount == count, "\(first.elementCount) elements, not \(count)")
      require(first.encoding == bytes, "re-encoded \(first.encoding.hexadecimal)")
    } catch {
      require(
        first.error.map(NaiveFault.init) == error,
        "\(first.error, default: "nothing"), not \(error)")
    }
    require(first.elementCount * 2 <= bytes.count, "one step for two bytes at most")
    checkFrame(bytes)
    for count in [17, bytes.count % 17] { checkStart(Array(bytes.prefix(count))) }
    places.forEach(bytes) { bytes, place in
      require(DERWalk(bytes, compared: nil) == first, "the same answer in \(place)")
    }
  }

  /// What can't become an element is refused as soon as that is there; for everything else there is something to wait for.
  private static func checkStart(_ bytes: [UInt8]) {
    do throws(NaiveFault) {
      _ = try NaiveHeader(bytes, at: 0, end: bytes.count, isDER: true, isInside: false)
    } catch {
      do throws(DERError) {
        let frame = try DERFrame(startOf: bytes)
        guard case .incomplete = frame else { return require(false, "\(frame), not \(error)") }
        require(error.rule == .truncated, "waits in spite of \(error)")
      } catch let found {
        require(
          NaiveFault(found) == error || found.code == .inputTooLarge && error.rule == .truncated,
          "\(found), not \(error)")
      }
    }
  }

  /// Piece by piece, an element is there when its last byte is, and no sooner: within the limit of its length.
  private static func checkFrame(_ bytes: [UInt8]) {
    guard let header = NaiveHeader(der: bytes, at: 0, end: bytes.count) else { return }
    for count in Set([0, 1, 2, header.contents - 1, header.contents, header.end - 1, bytes.count]) {
      let frame = try? DERFrame(startOf: Array(bytes.prefix(count)))
      let missing = header.end - count
      if missing <= 0 {
        require(frame == .complete(byteCount: header.end), "\(bytes.hexadecimal)")
      } else if count >= header.contents {
        require(frame == .incomplete(missingByteCount: missing), "\(missing) bytes are missing")
      } else {
        guard case .incomplete(let least)? = frame else { return require(false, "\(count) bytes") }
        require(1...missing ~= least && least >= 2 - count, "\(least) of \(missing) are missing")
      }
    }
    for (limit, isAllowed) in [(header.end - 1, false), (header.end, true)] {
      let frame = try? DERFrame(startOf: bytes, limits: DERLimits(maximumInputBytes: limit))
      require((frame != nil) == isAllowed, "\(header.end) bytes for \(limit)")
    }
  }
}

import CMSParsing
import DERParsing
import ReceiptParsing
import TextCoding

/// SETs whose order is checked when a receipt is read, so that the replacements must not change it: the signed
/// attributes of each signer, and the parts of the name of its issuer.
struct OrderedSets {
  /// The contents of each, in ascending order.
  private(set) var sets: [Range<Int>] = []

  /// - Complexity: O(n).
  init(_ receipt: AppReceipt) {
    receipt.withContainerBytes { bytes in
      var signers = receipt.signedData.signerInfos.reader(in: bytes)
      do throws(DERError) {
        while !signers.isAtEnd {
          let signer: SignerInfo = try signers.read()
          if case .issuerAndSerialNumber(let sid) = signer.sid {
            var parts = sid.issuer.relativeDistinguishedNames.reader(in: bytes)
            while !parts.isAtEnd { sets.append(try parts.readElement().contents) }
          }
          if let attributes = signer.signedAttrs { sets.append(attributes.contents) }
        }
      } catch {
        // Not possible, they were read once already.
      }
    }
  }

  /// Sorts the sets whose order the replacements changed, which happens only between elements of the same length that
  /// begin alike.
  ///
  /// - Parameters:
  ///   - places: what was replaced, in ascending order.
  /// - Complexity: O(n).
  func restore(
    _ redacted: inout [UInt8], from original: [UInt8], _ places: [Range<Int>],
    using generator: inout some RandomNumberGenerator
  ) {
    var next = 0
    for set in sets {
      while next < places.count, places[next].lowerBound < set.lowerBound { next += 1 }
      let first = next
      while next < places.count, places[next].upperBound <= set.upperBound { next += 1 }
      guard first < next, !Self.isAscending(set, of: redacted) else { continue }
      var isReplaced = [Bool](repeating: false, count: set.count)
      for place in places[first..<next] {
        for offset in place { isReplaced[offset - set.lowerBound] = true }
      }
      Self.sort(
        Self.elements(of: set, original), &redacted, from: original,
        isReplaced: { isReplaced[$0 - set.lowerBound] }, using: &generator)
    }
  }

  /// Replaces bytes once more, so that elements stand in the order of their originals: column by column, as long as
  /// the originals of several begin alike. Equal bytes become equal ones, greater bytes greater ones.
  private static func sort(
    _ elements: [Range<Int>], _ redacted: inout [UInt8], from original: [UInt8],
    isReplaced: (Int) -> Bool, using generator: inout some RandomNumberGenerator
  ) {
    // Elements whose originals are equal up to a column.
    var alike = [(elements: elements.indices, column: 0)]
    while let (group, column) = alike.popLast() {
      // No encoding is the beginning of another one: those that end here are equal.
      guard group.count > 1, column < elements[group.lowerBound].count else { continue }
      var bytes: [(original: UInt8, isKept: Bool, elements: Range<Int>)] = []
      for index in group {
        let place = elements[index].lowerBound + column
        let isKept = !isReplaced(place)
        if let last = bytes.last, last.original == original[place] {
          bytes[bytes.count - 1].isKept = last.isKept || isKept
          bytes[bytes.count - 1].elements = last.elements.lowerBound..<index + 1
        } else {
          bytes.append((original[place], isKept, index..<index + 1))
        }
      }
      let others = ascending(bytes.map { ($0.original, $0.isKept) }, using: &generator)
      for (byte, other) in zip(bytes, others) {
        for index in byte.elements {
          let place = elements[index].lowerBound + column
          if isReplaced(place) { redacted[place] = other }
        }
        alike.append((byte.elements, column + 1))
      }
    }
  }

  /// Random bytes in ascending order instead of others in ascending order, except those that are kept.
  private static func ascending(
    _ bytes: [(byte: UInt8, isKept: Bool)], using generator: inout some RandomNumberGenerator
  ) -> [UInt8] {
    var result: [UInt8] = []
    var least = 0
    while result.count < bytes.count {
      let rest = bytes[result.count...]
      let run = rest.prefix { !$0.isKept }.count
      // There are at least as many values as originals, which are among them: `most` is never below `least`.
      let end = run < rest.count ? Int(rest[rest.startIndex + run].byte) : 256
      for count in stride(from: run, to: 0, by: -1) {
        // Of the values that leave room for the others, the spread is even for the next one.
        let most = end - count
        least = Int.random(in: least...least + (most - least) / count, using: &generator)
        result.append(UInt8(least))
        least += 1
      }
      if run < rest.count {
        result.append(UInt8(end))
        least = end + 1
      }
    }
    return result
  }

  private static func elements(of set: Range<Int>, _ bytes: [UInt8]) -> [Range<Int>] {
    bytes.withRawSpan { bytes in
      var reader = DERReader(bytes, contents: set)
      var elements: [Range<Int>] = []
      do throws(DERError) {
        while !reader.isAtEnd { elements.append(try reader.readElement().encoding) }
      } catch {
        // Not possible, they were read once already.
      }
      return elements
    }
  }

  /// Whether the elements of a set stand in ascending order (X.690 §11.6).
  private static func isAscending(_ set: Range<Int>, of bytes: [UInt8]) -> Bool {
    let elements = elements(of: set, bytes)
    return zip(elements, elements.dropFirst()).allSatisfy {
      !bytes[$1].lexicographicallyPrecedes(bytes[$0])
    }
  }
}

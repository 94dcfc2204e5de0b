package import DERParsing
package import ReceiptParsing
import TextCoding

/// A receipt, a certificate or any other encoding as a tree of named parts over its bytes as they are, DER or BER.
///
/// Every byte belongs to exactly one innermost node: to the identifier and length octets of one, to a value, or to what
/// comes after a fault. Nodes nest. No tree is kept: the ones asked for are found from the top.
package struct Anatomy: Sendable {
  /// What the offsets count: the input, after Base64 decoding.
  package let bytes: [UInt8]

  /// Whether that was Base64.
  package let isBase64: Bool

  private let receiptLimits: ReceiptLimits

  var limits: DERLimits { receiptLimits.der }

  /// - Throws: `ReceiptError` if there is nothing to show: the input is empty, too large, or text that isn't Base64.
  package init(_ given: [UInt8], limits: ReceiptLimits = .default) throws(ReceiptError) {
    receiptLimits = limits
    do throws(ReceiptError) {
      let input = try ReceiptInput(given, maximumBytes: limits.der.inputBound)
      (bytes, isBase64) = (input.bytes, input.isBase64)
    } catch {
      // An element other than a SEQUENCE is shown, too.
      guard error.code == .notAReceipt, !given.isEmpty else { throw error }
      (bytes, isBase64) = (given, false)
    }
  }

  /// How the bytes are encoded.
  ///
  /// - Throws: why they can't be read as a receipt.
  /// - Complexity: O(n).
  package func encoding() throws(ReceiptError) -> ReceiptForm.Encoding {
    try AppReceipt(bytes, limits: receiptLimits).form.encoding
  }

  /// The nodes in the one at `offset`, or at the top, and the fault that the last one ends with.
  ///
  /// - Returns: no nodes if there is no such node, or nothing in it.
  /// - Complexity: O(n).
  package func children(of offset: Int? = nil) -> (nodes: [AnatomyNode], fault: DERError?) {
    bytes.withRawSpan { bytes in
      var parent: AnatomyElement?
      if let offset {
        parent = path(to: offset, in: bytes) { $0.offset == offset }.last
        guard parent?.offset == offset else { return ([], nil) }
      }
      guard var elements = AnatomyElements(in: parent, of: bytes, limits: limits) else {
        return ([], nil)
      }
      var nodes: [AnatomyNode] = []
      while let element = elements.next() {
        nodes.append(AnatomyNode(element, in: bytes, limits: limits))
      }
      return (nodes, elements.fault)
    }
  }

  /// The offsets of the nodes that a byte belongs to, from the top to the innermost; empty for none.
  package func path(to byteOffset: Int) -> [Int] {
    bytes.withRawSpan { bytes in
      path(to: byteOffset, in: bytes) { _ in false }.map { $0.offset }
    }
  }

  /// Calls `body` with all nodes, each before those in it, up to the first fault.
  ///
  /// - Returns: the fault.
  package func forEachNode<Failure>(
    _ body: (AnatomyNode) throws(Failure) -> Void
  ) throws(Failure) -> DERError? {
    try bytes.withRawSpan { (bytes) throws(Failure) in
      try visit(in: nil, of: bytes, body)
    }
  }

  /// The levels are as few as the limit of depth.
  private func visit<Failure>(
    in parent: AnatomyElement?, of bytes: RawSpan, _ body: (AnatomyNode) throws(Failure) -> Void
  ) throws(Failure) -> DERError? {
    guard var elements = AnatomyElements(in: parent, of: bytes, limits: limits) else { return nil }
    while let element = elements.next() {
      if element.kind == .fault { break }
      try body(AnatomyNode(element, in: bytes, limits: limits))
      if let fault = try visit(in: element, of: bytes, body) { return fault }
    }
    return elements.fault
  }

  /// The elements that a byte belongs to, from the top down to the first for which `isLast` holds.
  private func path(
    to offset: Int, in bytes: RawSpan, until isLast: (AnatomyElement) -> Bool
  ) -> [AnatomyElement] {
    var path: [AnatomyElement] = []
    while let inner = element(at: offset, in: path.last, of: bytes) {
      path.append(inner)
      if isLast(inner) { break }
    }
    return path
  }

  private func element(
    at offset: Int, in parent: AnatomyElement?, of bytes: RawSpan
  ) -> AnatomyElement? {
    guard var elements = AnatomyElements(in: parent, of: bytes, limits: limits) else { return nil }
    while let element = elements.next(), element.offset <= offset {
      if offset < element.endOffset { return element }
    }
    return nil
  }
}

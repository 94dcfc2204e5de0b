import DERParsing
import Foundation
import ReceiptInspection
import ReceiptParsing
import TestSupport
import Testing
import TextCoding

/// Every byte belongs to exactly one innermost node, whatever the input.
@Suite struct AnatomyTests {
  /// Walks down from the top, and checks the nodes on the way.
  private func check(_ anatomy: Anatomy) {
    var owned = 0
    visit(anatomy, nil, 0..<anatomy.bytes.count, level: 0, &owned)
    #expect(owned == anatomy.bytes.count)
  }

  /// Checks the nodes that lie in `range`.
  private func visit(
    _ anatomy: Anatomy, _ parent: AnatomyNode?, _ range: Range<Int>, level: Int, _ owned: inout Int
  ) {
    let (nodes, fault) = anatomy.children(of: parent?.offset)
    var position = nodes.first?.offset ?? range.upperBound
    // What comes before the first node in a string is its own: the number of unused bits.
    #expect(nodes.isEmpty || position - range.lowerBound <= 1)
    owned += position - range.lowerBound
    for node in nodes {
      let isWhole =
        node.offset == position && node.contentsOffset >= node.offset
        && node.endOffset >= node.contentsOffset && node.endOffset > node.offset
        && node.endOffset <= range.upperBound && node.level == level
      #expect(isWhole)
      guard isWhole else { return }
      position = node.endOffset
      owned += node.contentsOffset - node.offset
      if node.type == "fault" { #expect(fault != nil && node.endOffset == range.upperBound) }
      if node.isOpen {
        visit(anatomy, node, node.contentsOffset..<node.endOffset, level: level + 1, &owned)
      } else {
        #expect(anatomy.children(of: node.offset).nodes.isEmpty)
        owned += node.endOffset - node.contentsOffset
      }
    }
    #expect(nodes.isEmpty || position == range.upperBound)
  }

  /// Each byte's path leads to a node with it, and to none inside that has it.
  private func checkPaths(_ anatomy: Anatomy, every step: Int = 1) {
    for offset in stride(from: 0, to: anatomy.bytes.count, by: step) {
      let path = anatomy.path(to: offset)
      guard let last = path.last else {
        Issue.record("no node has byte \(offset)")
        return
      }
      #expect(path == path.sorted() && Set(path).count == path.count && last <= offset)
      let inner = anatomy.children(of: last).nodes
      #expect(!inner.contains { $0.offset <= offset && offset < $0.endOffset })
    }
    #expect(anatomy.path(to: anatomy.bytes.count).isEmpty && anatomy.path(to: -1).isEmpty)
  }

  private static func readingError(_ anatomy: Anatomy) -> ReceiptError? {
    do throws(ReceiptError) {
      _ = try anatomy.encoding()
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: Fixtures.names)
  func `The nodes of a fixture are its bytes`(name: String) throws {
    let anatomy = try Anatomy(Fixtures.receipt(name))
    #expect(Self.readingError(anatomy) == nil && anatomy.forEachNode { _ in } == nil)
    check(anatomy)
    checkPaths(anatomy, every: anatomy.bytes.count / 100 + 1)
  }

  @Test(
    .enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipped)),
    arguments: Corpus.files(in: "receipts/files", withExtensions: ["p7"]).thinnedInDebug(by: 5))
  func `The nodes of a real receipt are its bytes`(file: URL) throws {
    let anatomy = try Anatomy(Fixtures.bytes(of: file))
    #expect(Self.readingError(anatomy) == nil && anatomy.forEachNode { _ in } == nil)
    check(anatomy)
    checkPaths(anatomy, every: anatomy.bytes.count / 100 + 1)
  }

  @Test(arguments: ["ios-sha256-subscriptions", "xcode-ber", "xcode-ber-chunks", "vpp"])
  func `A receipt that is cut off shows all that is left`(name: String) throws {
    let bytes = try Fixtures.receipt(name)
    for count in stride(from: 1, to: bytes.count, by: 61).thinnedInDebug(by: 5) {
      let anatomy = try Anatomy(Array(bytes.prefix(count)))
      let error = try #require(Self.readingError(anatomy))
      check(anatomy)
      guard error.code == .truncated else { continue }
      let fault = anatomy.forEachNode { _ in }
      #expect(fault?.code == .truncated && fault?.offset == error.offset && fault?.offset == count)
    }
  }

  @Test(arguments: ["ios-sha1-purchases", "xcode-ber", "unknown-attributes"])
  func `Whatever is broken, every byte has a place`(name: String) throws {
    let bytes = try Fixtures.receipt(name)
    var generator = SeededGenerator(seed: 27)
    for _ in (0..<40).thinnedInDebug(by: 5) {
      var broken = bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let offset = Int.random(in: 0..<broken.count, using: &generator)
        broken[offset] =
          [0, 0x80, 0xFF, 0x30, 0x04, 0x24, broken[offset] ^ 1, 0x84]
          .randomElement(using: &generator) ?? 0
      }
      guard let anatomy = try? Anatomy(broken) else { continue }
      check(anatomy)
      checkPaths(anatomy, every: 499)
    }
  }

  /// Files that can't be read as a receipt: forgeries, and malformed ones of the corpus.
  private static let broken =
    Fixtures.files(in: "Forgeries", extension: "p7")
    + Corpus.files(in: "receipts/malformed", withExtensions: ["p7", "der", "bin", "b64"])

  @Test func `A cut receipt ends with the fault that its error names`() throws {
    let bytes = try Fixtures.receipt("every-field")
    for end in stride(from: 1, to: bytes.count, by: 97) {
      let anatomy = try Anatomy(Array(bytes[..<end]))
      let error = try #require(Self.readingError(anatomy))
      let fault = try #require(anatomy.forEachNode { _ in })
      #expect(error.code == .truncated && fault.code == .truncated)
      #expect(fault.offset == error.offset, "\(end)")
    }
  }

  @Test(arguments: broken.thinnedInDebug(by: 5))
  func `The byte at fault is that of the error`(file: URL) throws {
    let bytes = try Fixtures.bytes(of: file)
    let anatomy: Anatomy
    do {
      anatomy = try Anatomy(bytes)
    } catch {
      #expect(throws: error) { try AppReceipt(bytes) }
      return
    }
    check(anatomy)
    guard let error = Self.readingError(anatomy) else { return }
    #expect(throws: error) { try AppReceipt(bytes) }
    guard error.hasOffset, error.offset < anatomy.bytes.count else { return }
    // The error is about a node, or about the bytes of one.
    #expect(!anatomy.path(to: error.offset).isEmpty)
    if let fault = anatomy.forEachNode({ _ in }), error.der?.code == fault.code {
      #expect(fault.offset == error.offset)
    }
  }
}

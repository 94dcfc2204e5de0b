import CMSParsing
import DERParsing
import ReceiptParsing
import TestSupport
import Testing
import TextCoding

/// The streaming way to read.
@Suite struct ReceiptContainerTests {
  static let names = Fixtures.names.filter { !$0.hasPrefix("xcode") }

  /// All attributes as streaming finds them.
  private func rows(_ bytes: [UInt8]) throws(ReceiptError) -> [ExpectedReceipt.Attribute] {
    try withExactlySized(bytes) { (bytes) throws(ReceiptError) in
      var rows: [ExpectedReceipt.Attribute] = []
      var purchases = 0
      let container = try ReceiptContainer(bytes)
      var attributes = container.attributes
      while let attribute = try attributes.next() {
        rows.append(
          ExpectedReceipt.Attribute(
            path: [], type: Int(attribute.type.rawValue), version: attribute.version,
            offset: attribute.offset, value: attribute.value.hexadecimal))
        guard attribute.type == .inAppReceipt else { continue }
        var inApp = try attribute.inAppAttributes()
        while let attribute = try inApp.next() {
          rows.append(
            ExpectedReceipt.Attribute(
              path: [17, purchases], type: Int(attribute.type.rawValue),
              version: attribute.version, offset: attribute.offset,
              value: attribute.value.hexadecimal))
        }
        purchases += 1
      }
      return rows
    }
  }

  @Test(arguments: names)
  func `Streaming finds what the owned receipt finds`(name: String) throws {
    let bytes = try Fixtures.receipt(name)
    #expect(try rows(bytes) == ReceiptShow(try AppReceipt(bytes)).attributes)
    #expect(try rows(bytes) == ExpectedReceipt(name).attributes)
  }

  @Test(arguments: ["xcode-ber", "xcode-ber-chunks"])
  func `What became of BER can be streamed`(name: String) throws {
    let receipt = try AppReceipt(Fixtures.receipt(name))
    let expected = try ExpectedReceipt(name).attributes
    let found = try rows(receipt.containerBytes).map { row in
      ExpectedReceipt.Attribute(
        path: row.path, type: row.type, version: row.version,
        offset: receipt.inputOffset(ofContainerByte: row.offset), value: row.value)
    }
    #expect(found == expected)
  }

  @Test(arguments: ["xcode-ber", "xcode-ber-chunks"])
  func `BER itself cannot`(name: String) throws {
    let bytes = try Fixtures.receipt(name)
    let error = #expect(throws: ReceiptError.self) { try rows(bytes) }
    #expect(Complaint(error) == Complaint(.malformed, at: 0, "indefinite length"))
  }

  @Test func `Ranges count the bytes of the container`() throws {
    let bytes = try Fixtures.receipt("vpp")
    try withExactlySized(bytes) { (span) throws(ReceiptError) in
      let container = try ReceiptContainer(span)
      let (content, version) = (container.content, container.signedData.version)
      #expect(bytes[content].first == 0x31 && bytes[content.lowerBound - 4] == 0x04)
      #expect(version == 1)
      var attributes = container.attributes
      while let attribute = try attributes.next() {
        let (range, value) = (attribute.valueRange, attribute.value.hexadecimal)
        #expect(bytes[range].hexadecimal == value)
        #expect(content.contains(attribute.offset))
      }
    }
  }

  /// To Unicode both are the same, and as long.
  @Test func `A text is compared byte by byte`() throws {
    let texts = ["\u{212B}", "A\u{30A}"]
    for text in texts {
      let sample = SampleReceipt(SampleReceipt.attribute(2, DER.utf8(text)))
      let found = try withExactlySized(sample.bytes) { (bytes) throws(ReceiptError) in
        var attributes = try ReceiptContainer(bytes).attributes
        let attribute = try attributes.next()
        return texts.filter { attribute?.isText($0) == true }
      }
      #expect(found.map { Array($0.utf8) } == [Array(text.utf8)])
    }
  }

  @Test func `An IA5String with bytes that are not ASCII is no text`() throws {
    let sample = SampleReceipt(SampleReceipt.attribute(2, [0x16, 0x02, 0xC3, 0xA9]))
    try withExactlySized(sample.bytes) { (bytes) throws(ReceiptError) in
      var attributes = try ReceiptContainer(bytes).attributes
      #expect(try attributes.next()?.isText("\u{E9}") == false)
    }
  }

  @Test func `Who stops early does not meet what is wrong behind`() throws {
    let good = SampleReceipt.attribute(2, DER.utf8("a.b"))
    let sample = SampleReceipt(good, [0x30, 0x7F])
    let text = try withExactlySized(sample.bytes) { (bytes) throws(ReceiptError) in
      let container = try ReceiptContainer(bytes)
      var attributes = container.attributes
      while let attribute = try attributes.next() {
        if attribute.type == .bundleIdentifier { return attribute.value.hexadecimal }
      }
      return ""
    }
    #expect(text == "0c03612e62")
    let offset = sample.bytes.offset(of: [0x30, 0x7F])
    let error = #expect(throws: ReceiptError.self) { try rows(sample.bytes) }
    #expect(
      Complaint(error)
        == Complaint(
          .malformed, at: offset, "element runs past the end of its container",
          field: "ReceiptAttribute"))
  }

  @Test func `Each time attributes are asked for they begin anew`() throws {
    let sample = SampleReceipt(SampleReceipt.attribute(2, []), SampleReceipt.attribute(3, []))
    let types = try withExactlySized(sample.bytes) { (bytes) throws(ReceiptError) in
      let container = try ReceiptContainer(bytes)
      var first = container.attributes
      var second = container.attributes
      return [
        try first.next()?.type, try first.next()?.type, try second.next()?.type,
        try first.next()?.type, try first.next()?.type,
      ]
    }
    #expect(types == [.bundleIdentifier, .appVersion, .bundleIdentifier, nil, nil])
  }

  @Test func `Attributes of another type can be opened too, if a SET is inside`() throws {
    let inner = SampleReceipt.attribute(1702, DER.utf8("p"))
    let sample = SampleReceipt(
      SampleReceipt.attribute(99, DER.set(inner)), SampleReceipt.attribute(98, DER.null))
    let (type, complaint) = try withExactlySized(sample.bytes) { (bytes) throws(ReceiptError) in
      let container = try ReceiptContainer(bytes)
      var attributes = container.attributes
      var type: InAppAttributeType?
      while let attribute = try attributes.next() {
        do throws(ReceiptError) {
          var inApp = try attribute.inAppAttributes()
          type = try inApp.next()?.type
        } catch {
          return (type, Complaint(error))
        }
      }
      return (type, nil as Complaint?)
    }
    #expect(type == .productIdentifier)
    let value = sample.bytes.offset(of: DER.octetString(DER.null)) + 2
    #expect(
      complaint
        == Complaint(.malformed, at: value, "unexpected identifier", field: "in-app receipt"))
  }

  private struct OwnError: Error, Equatable {
    let offset: Int
  }

  @Test func `What a closure throws comes through, be it of DER or its own`() throws {
    let bytes = try Fixtures.receipt("ios-sha256-subscriptions")
    let expected = DERError(
      .unexpectedIdentifier, at: 0, expected: .sequence, actual: .utf8String)
    #expect(throws: expected) {
      try bytes.withReceiptContainer { container in
        var attributes = container.attributes
        while let attribute = try attributes.next() {
          guard attribute.type == .bundleIdentifier else { continue }
          var reader = try DERReader(attribute.value)
          _ = try reader.readElement(.sequence)
        }
      }
    }
    var offset = 0
    let thrown = #expect(throws: OwnError.self) {
      try bytes.withReceiptContainer { container in
        var attributes = container.attributes
        while let attribute = try attributes.next() {
          offset = attribute.offset
          if attribute.type == .bundleIdentifier { throw OwnError(offset: offset) }
        }
      }
    }
    #expect(thrown == OwnError(offset: offset) && offset > 0)
    let cut = #expect(throws: ReceiptError.self) {
      try Array(bytes.dropLast()).withReceiptContainer { _ in throw OwnError(offset: 0) }
    }
    #expect(cut?.code == .truncated)
  }

  @Test func `A closure that throws receipt errors only can throw what a reader of DER throws`()
    throws
  {
    let bytes = try Fixtures.receipt("ios-sha256-subscriptions")
    func count() throws(ReceiptError) -> Int {
      try bytes.withReceiptContainer { (container) throws(ReceiptError) in
        var attributes = container.attributes
        var count = 0
        while let attribute = try attributes.next() {
          do throws(DERError) {
            _ = try DERReader(attribute.value, limits: DERLimits(maximumInputBytes: 4))
            count += 1
          } catch { throw ReceiptError(error) }
        }
        return count
      }
    }
    let error = #expect(throws: ReceiptError.self) { try count() }
    #expect(error?.code == .tooLarge && error?.der?.code == .inputTooLarge)
  }

  @Test func `Closures of both kinds keep to the limits`() throws {
    let bytes = try Fixtures.receipt("vpp")
    let limits = DERLimits(maximumInputBytes: bytes.count - 1)
    let typed = #expect(throws: ReceiptError.self) {
      try bytes.withReceiptContainer(limits: limits) { (_) throws(ReceiptError) in }
    }
    let untyped = #expect(throws: ReceiptError.self) {
      try bytes.withReceiptContainer(limits: limits) { _ in throw OwnError(offset: 0) }
    }
    #expect(typed?.code == .tooLarge && untyped?.code == .tooLarge)
  }

  @Test func `The limit of levels holds inside a purchase, too`() throws {
    let bytes = SampleReceipt(
      SampleReceipt.purchase(SampleReceipt.attribute(1702, DER.utf8("p")))
    ).bytes
    func type(_ depth: Int) throws(ReceiptError) -> InAppAttributeType? {
      try bytes.withReceiptContainer(limits: DERLimits(maximumDepth: depth)) {
        (container) throws(ReceiptError) in
        var attributes = container.attributes
        guard let purchase = try attributes.next() else { return nil }
        var inApp = try purchase.inAppAttributes()
        return try inApp.next()?.type
      }
    }
    #expect(try type(11) == .productIdentifier)
    let error = #expect(throws: ReceiptError.self) { try type(10) }
    #expect(error?.der?.code == .nestedTooDeeply)
  }
}

import AppStoreReceipt
import CMSParsing
import FuzzSupport

extension EntryPoint {
  private static let encodings: Set<Shape.Kind> = [.encoding, .message, .receipt, .certificate]

  private static func der(
    _ name: String, memory: Double = 0, kinds: Set<Shape.Kind> = encodings,
    _ prepare: @escaping @Sendable (Subject) -> (() -> Void)?
  ) -> EntryPoint {
    EntryPoint(
      name: name, kinds: kinds, ordinary: .ordinaryReceipt, reading: "AppReceipt", memory: memory,
      prepare: prepare)
  }

  static let der: [EntryPoint] = [
    der("DERReader") { subject in
      {
        _ = try? subject.bytes.withDERReader { (reader) throws(DERError) in try walk(&reader) }
      }
    },
    der("DERFrame") { subject in
      { use(try? DERFrame(startOf: subject.bytes) == DERFrame(startOf: subject.bytes)) }
    },
    EntryPoint(name: "PEMBlock", kinds: [.pem], ordinary: .ordinaryPEM, memory: 3) { subject in
      {
        do throws(PEMError) {
          let blocks = try PEMBlock.all(in: subject.bytes)
          use(blocks == blocks)
          hash(blocks)
          for block in blocks { use(block.description) }
          use(try PEMBlock(subject.bytes, label: "LAST"))
        } catch { use(error.description) }
      }
    },
    der("DERReader: every type") { subject in
      {
        _ = try? subject.bytes.withDERReader { (reader) throws(DERError) in try types(&reader) }
      }
    },
    der("DERCharacterString: text", memory: 2) { subject in
      {
        _ = try? subject.bytes.withDERReader { (reader) throws(DERError) in try texts(&reader) }
      }
    },
    EntryPoint(
      name: "DERObjectIdentifier: description", kinds: encodings, ordinary: .objectIdentifiers,
      memory: 0
    ) { subject in
      {
        _ = try? subject.bytes.withDERReader { (reader) throws(DERError) in try names(&reader) }
      }
    },
    der("BERTranscoder", memory: 2) { subject in
      { use(try? BERTranscoder.transcode(subject.bytes)) }
    },
    der("BERTranscoding: == and hash") { subject in
      guard let one = try? BERTranscoder.transcode(subject.bytes),
        let other = try? BERTranscoder.transcode(subject.bytes)
      else { return nil }
      return {
        use(one == other)
        hash(one)
      }
    },
    der("BERTranscoding: places") { subject in
      guard let transcoding = try? BERTranscoder.transcode(subject.bytes) else { return nil }
      let count = transcoding.bytes.count
      return {
        for offset in stride(from: 0, to: count, by: 16) {
          use(transcoding.inputOffset(of: offset))
          use(transcoding.isUnchanged(offset..<min(offset + 16, count)))
        }
        use(transcoding.isUnchanged(0..<count))
      }
    },
    der("ContentInfo and what is in it", memory: 2, kinds: [.message, .receipt]) { subject in
      { subject.bytes.withBytes { parts($0) } }
    },
    der("Certificate and what is in it", memory: 2, kinds: [.certificate]) { subject in
      {
        subject.bytes.withBytes { bytes in
          guard let certificate = try? Certificate(derEncoded: bytes) else { return }
          look(into: certificate, bytes)
        }
      }
    },
  ]

  private static func walk(_ reader: inout DERReader) throws(DERError) {
    while !reader.isAtEnd {
      let element = try reader.readElement()
      guard element.identifier.isConstructed else { continue }
      var contents = try reader.contents(of: element)
      try walk(&contents)
    }
  }

  /// Reads each element as what it says that it is.
  private static func types(_ reader: inout DERReader) throws(DERError) {
    while !reader.isAtEnd {
      let element = try reader.readElement()
      read(element, DERReader(reader.bytes, contents: element.encodingRange, depth: 2))
      guard element.identifier.isConstructed else { continue }
      read(
        setOf: element, DERReader(reader.bytes, contents: element.encodingRange, depth: 2))
      var contents = try reader.contents(of: element)
      try types(&contents)
    }
  }

  private static func read(_ element: DERElement, _ reader: consuming DERReader) {
    do throws(DERError) {
      switch element.identifier {
      case .boolean: use(try reader.read(as: Bool.self))
      case .integer:
        var other = DERReader(reader.bytes, contents: element.encodingRange)
        use(try other.read(as: DERInteger.self))
        use(try reader.read(as: Int64.self))
      case .bitString:
        var other = DERReader(reader.bytes, contents: element.encodingRange)
        use(try other.read(as: DERBitString.self))
        use(try reader.read(as: DERNamedBitList.self))
      case .octetString: use(try reader.read(as: DEROctetString.self))
      case .null: use(try reader.read(as: DERNull.self))
      case .objectIdentifier:
        let identifier = try reader.read(as: DERObjectIdentifier.self)
        hash(identifier)
      case .utcTime: use(try reader.readUTCTime().description)
      case .generalizedTime: use(try reader.readGeneralizedTime().description)
      default: use(try reader.readAnyString())
      }
    } catch {
      use(error)
    }
  }

  private static func read(setOf element: DERElement, _ reader: consuming DERReader) {
    do throws(DERError) {
      use(try reader.readSetOf(of: Bool.self, tagged: element.identifier, sorted: true))
    } catch {
      use(error)
    }
  }

  private static func names(_ reader: inout DERReader) throws(DERError) {
    while !reader.isAtEnd {
      let element = try reader.readElement()
      if element.identifier == .objectIdentifier {
        var other = DERReader(reader.bytes, contents: element.encodingRange)
        if let identifier = try? other.read(as: DERObjectIdentifier.self) {
          use(identifier.description)
          use(DERObjectIdentifier(identifier.description) == identifier)
          use(identifier.name)
        }
      }
      guard element.identifier.isConstructed else { continue }
      var contents = try reader.contents(of: element)
      try names(&contents)
    }
  }

  private static func texts(_ reader: inout DERReader) throws(DERError) {
    while !reader.isAtEnd {
      let element = try reader.readElement()
      guard element.identifier.isConstructed else {
        var other = DERReader(reader.bytes, contents: element.encodingRange)
        if let string = try? other.readAnyString() { use(string.text(in: reader.bytes)) }
        continue
      }
      var contents = try reader.contents(of: element)
      try texts(&contents)
    }
  }

  /// Reads all parts of a message.
  private static func parts(_ bytes: RawSpan) {
    guard let message = try? ContentInfo(derEncoded: bytes), let signed = message.signedData
    else { return }
    each(signed.digestAlgorithms, bytes) { use($0.hasNoParameters) }
    each(signed.certificates, bytes) { look(into: $0, bytes) }
    each(signed.signerInfos, bytes) { signer in
      each(signer.signedAttrs, bytes) { use($0.attrType) }
      each(signer.unsignedAttrs, bytes) { use($0.attrType) }
    }
    hash(message)
    use(message == message)
  }

  private static func look(into certificate: Certificate, _ bytes: RawSpan) {
    let fields = certificate.tbsCertificate
    use(try? fields.issuer.text(in: bytes))
    use(try? fields.subject.text(in: bytes))
    try? fields.subject.forEachAttribute(in: bytes) { (attribute) throws(DERError) in
      use(attribute.text(in: bytes))
    }
    use(fields.validity.contains(fields.validity.notBefore))
    each(fields.extensions, bytes) { use($0.extnID) }
    hash(certificate)
    use(certificate == certificate)
  }

  private static func each<Value: DERDecodable>(
    _ elements: DERElements<Value>?, _ bytes: RawSpan, _ body: (Value) -> Void
  ) {
    guard let elements else { return }
    var reader = elements.reader(in: bytes)
    do throws(DERError) {
      while !reader.isAtEnd {
        let element = try reader.readElement()
        var one = DERReader(bytes, contents: element.encodingRange)
        if let value = try? one.read(as: Value.self) { body(value) }
      }
    } catch {}
  }
}

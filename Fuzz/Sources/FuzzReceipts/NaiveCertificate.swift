import CMSParsing
import DERParsing
import FuzzSupport
import ReceiptValidation

/// A certificate by RFC 5280 §4.1, field by field.
struct NaiveCertificate {
  private let types: NaiveTypes
  private let parts: [NaiveHeader]
  /// Those of what is signed, without the version.
  private let fields: [NaiveHeader]
  private let version: Int32
  private let issuerUniqueID: NaiveHeader?
  private let subjectUniqueID: NaiveHeader?
  private let extensions: NaiveHeader?

  /// `nil` if something is wrong with it.
  init?(_ bytes: [UInt8]) {
    guard NaiveSchema.certificate.fault(in: bytes) == nil else { return nil }
    let types = NaiveTypes(bytes: bytes)
    guard let parts = types.elements(0..<bytes.count).flatMap({ types.parts($0[0], 0x30) }),
      var fields = types.parts(parts[0], 0x30)
    else { return nil }
    (self.types, self.parts) = (types, parts)
    let version = fields[0].tag == 0xA0 ? types.parts(fields.removeFirst(), 0xA0)?[0] : nil
    self.version = version.map { Int32(bytes[$0.contents]) } ?? 0
    issuerUniqueID = fields.first { $0.tag == 0x81 }
    subjectUniqueID = fields.first { $0.tag == 0x82 }
    extensions = fields.first { $0.tag == 0xA3 }.flatMap { types.parts($0, 0xA3)?[0] }
    self.fields = fields
  }

  /// The contents of the issuer and of the serial number, which a signer names it by.
  var name: [ArraySlice<UInt8>] { [fields[2], fields[0]].map { types.bytes[$0.inside] } }

  /// Whether issuer and subject both have this organizationName.
  private func isFrom(_ organization: String) -> Bool {
    [fields[2], fields[4]].allSatisfy { name in
      let sets = types.parts(name, 0x30) ?? []
      let attributes = sets.flatMap { types.parts($0, 0x31) ?? [] }
      return attributes.compactMap { types.parts($0, 0x30) }.contains { parts in
        parts.count == 2
          && types.bytes[parts[0].encoding].elementsEqual([0x06, 0x03, 0x55, 0x04, 0x0A])
          && types.bytes[parts[1].inside].elementsEqual(organization.utf8)
      }
    }
  }

  /// Whether everybody has it: Apple's own, and the one that every Xcode signs with.
  var isPublished: Bool {
    let xcodes = "ff0ba36e721d2db741d2aa11e6112ef78bf7131b46c7f035b00891d045c864fe"
    return isFrom("Apple Inc.") || NaiveHash.sha256.digest(types.bytes).hexadecimal == xcodes
  }

  /// Every field is what it is here.
  func check(_ certificate: Certificate, _ input: RawSpan) {
    let found = certificate.tbsCertificate
    require(certificate.encodingRange == 0..<types.bytes.count, "the whole input")
    require(certificate.tbsCertificateEncoding == parts[0].encoding, "what is signed")
    require(types.agrees(certificate.signatureAlgorithm, parts[1]), "signature algorithm")
    require(types.agrees(certificate.signatureValue, parts[2]), "signature")
    require(found.version == version, "version \(version)")
    require(
      found.serialNumber.contentsRange == fields[0].inside
        && found.serialNumber.isNegative == (types.bytes[fields[0].contents] > 127), "serial number"
    )
    require(types.agrees(found.signature, fields[1]), "algorithm")
    require(types.agrees(found.issuer, fields[2], in: input), "issuer")
    require(types.agrees(found.subject, fields[4], in: input), "subject")
    checkKey(found.subjectPublicKeyInfo)
    checkValidity(found.validity)
    require(types.agrees(found.issuerUniqueID, issuerUniqueID), "unique identifier of the issuer")
    require(
      types.agrees(found.subjectUniqueID, subjectUniqueID), "unique identifier of the subject")
    require(types.agrees(found.extensions, extensions), "extensions")
    if let list = found.extensions { checkExtensions(list, input) }
    let agree = types.bytes[fields[1].encoding] == types.bytes[parts[1].encoding]
    require(certificate.signatureAlgorithmsAgree == agree, "the algorithms agree: \(agree)")
  }

  /// Whether it is of version 3, and may sign certificates by its extensions (RFC 5280 §4.2.1): at most 32, each once,
  /// and none that is critical but not known here.
  var isAuthority: Bool {
    guard version == 2 else { return false }
    let list = extensions.flatMap { types.elements($0.inside) } ?? []
    var values: [[UInt8]: NaiveHeader] = [:]
    for member in list {
      guard let own = types.parts(member, 0x30) else { return false }
      let identifier = Array(types.contents(own[0]))
      guard values.updateValue(own[own.count - 1], forKey: identifier) == nil else { return false }
      // Basic constraints, key usage, extended key usage.
      let isKnown = [0x13, 0x0F, 0x25].contains { identifier == [0x55, 0x1D, $0] }
      guard isKnown || own.count == 2 || types.contents(own[1]) == [0] else { return false }
    }
    guard list.count <= 32, let constraints = values[[0x55, 0x1D, 0x13]],
      types.areConstraintsOfAuthority(constraints)
    else { return false }
    if let policies = values[[0x55, 0x1D, 0x20]], !types.arePolicies(policies) { return false }
    return values[[0x55, 0x1D, 0x0F]].map { types.signsCertificates($0) } ?? true
  }

  /// Whether it is no authority by this rule: of extensions, at the first that breaks it.
  func breaks(_ code: ReceiptSignatureError.Code, at offset: Int?) -> Bool {
    let list = extensions.flatMap { types.elements($0.inside) } ?? []
    let rows = list.map { types.parts($0, 0x30) ?? [] }
    let names = rows.map { $0.first.map { Array(types.contents($0)) } ?? [] }
    func value(_ number: UInt8) -> NaiveHeader? {
      names.firstIndex(of: [0x55, 0x1D, number]).flatMap { rows[$0].last }
    }
    func isFirst(_ isBroken: (Int) -> Bool) -> Bool {
      list.indices.first(where: isBroken).map { list[$0].offset } == offset && offset != nil
    }
    switch code {
    case .unsupportedCertificateVersion: return version != 2 && offset == nil
    case .tooManyExtensions: return isFirst { $0 == 32 }
    case .repeatedExtension: return isFirst { names[..<$0].contains(names[$0]) }
    case .unknownCriticalExtension:
      return isFirst { place in
        rows[place].count == 3 && types.contents(rows[place][1]) == [0xFF]
          && ![0x13, 0x0F, 0x25].contains { names[place] == [0x55, 0x1D, $0] }
      }
    case .malformedExtension:
      let faults = list.indices.lazy.compactMap { place -> Int? in
        guard let value = rows[place].last, let schema = NaiveSchema.extensions[names[place]] else {
          return nil
        }
        return schema.fault(in: Array(types.contents(value)), isInside: true)
          .map { value.contents + $0.offset }
      }
      return faults.first == offset
    case .notAnAuthority:
      return offset == 0 && value(0x13).map { types.areConstraintsOfAuthority($0) } != true
    case .wrongKeyUsage:
      return offset == 0 && value(0x0F).map { types.signsCertificates($0) } == false
    default: return false
    }
  }

  private func checkKey(_ key: SubjectPublicKeyInfo) {
    let own = types.parts(fields[5], 0x30) ?? []
    require(
      key.encodingRange == fields[5].encoding && types.agrees(key.algorithm, own[0])
        && types.agrees(key.subjectPublicKey, own[1]), "public key")
  }

  private func checkValidity(_ validity: Validity) {
    let seconds = (types.parts(fields[3], 0x30) ?? []).compactMap { types.seconds($0) }
    let times = [validity.notBefore, validity.notAfter]
    require(
      validity.offset == fields[3].offset && times.map(\.secondsSince1970) == seconds
        && times.allSatisfy { $0.nanoseconds == 0 }, "valid at \(seconds)")
    for time in times {
      require(validity.contains(time) == (seconds[0] <= seconds[1]), "contains \(time)")
    }
    for instant in Set(seconds.flatMap { [$0 - 1, $0, $0 + 1] }) {
      guard let time = NaiveTime.time(secondsSince1970: Int(instant)) else { continue }
      let isInside = seconds[0] <= instant && instant <= seconds[1]
      require(validity.contains(time) == isInside, "contains \(time): \(isInside)")
      // Nothing within a second is before the first one or behind the last.
      guard instant < seconds[0] || instant == seconds[1],
        let later = NaiveTime.time(secondsSince1970: Int(instant), fraction: ".5")
      else { continue }
      require(!validity.contains(later), "contains \(later)")
    }
  }

  private func checkExtensions(_ list: DERElements<CertificateExtension>, _ input: RawSpan) {
    var members = (extensions.flatMap { types.elements($0.inside) } ?? [])[...]
    do throws(DERError) {
      try list.forEach(in: input) { (found) throws(DERError) in
        guard let own = members.popFirst().flatMap({ types.parts($0, 0x30) }) else {
          fatalError("VIOLATED: an extension too many")
        }
        let isCritical = own.count == 3 && types.contents(own[1]) == [0xFF]
        require(
          types.agrees(found.extnID, own[0]) && found.critical == isCritical
            && types.agrees(found.extnValue, own[own.count - 1]), "extension \(found)")
      }
    } catch {
      require(false, "read once, not twice: \(error)")
    }
    require(members.isEmpty, "every extension")
  }
}

extension NaiveTypes {
  /// Since 1970, of a time without a fraction.
  func seconds(_ element: NaiveHeader) -> Int64? {
    let yearDigits = element.tag == 0x17 ? 2 : 4
    guard element.tag == 0x17 || element.tag == 0x18,
      let time = NaiveValue.time(contents(element), yearDigits: yearDigits), time.fraction.isEmpty
    else { return nil }
    func number(_ range: Range<Int>) -> Int { time.digits[range].reduce(0) { $0 * 10 + $1 } }
    let days = NaiveCalendar.days(number(0..<4), number(4..<6), number(6..<8))
    return Int64(days * 86_400 + number(8..<10) * 3600 + number(10..<12) * 60 + number(12..<14))
  }

  /// `BasicConstraints` of an authority, in an OCTET STRING.
  fileprivate func areConstraintsOfAuthority(_ value: NaiveHeader) -> Bool {
    guard let whole = elements(value.inside), whole.count == 1,
      var fields = parts(whole[0], 0x30), fields.first?.tag == 0x01,
      contents(fields.removeFirst()) == [0xFF]
    else { return false }
    return fields.isEmpty
      || fields.count == 1 && isInteger(fields[0]) && bytes[fields[0].contents] < 128
  }

  /// `KeyUsage` with its sixth bit, in an OCTET STRING.
  fileprivate func signsCertificates(_ value: NaiveHeader) -> Bool {
    guard let whole = elements(value.inside), whole.count == 1, whole[0].tag == 0x03,
      NaiveValue.fault(ofNamedBitList: contents(whole[0])) == nil,
      let bits = contents(whole[0]).dropFirst().first
    else { return false }
    return bits & 0x04 != 0
  }

  /// `CertificatePolicies`, in an OCTET STRING.
  fileprivate func arePolicies(_ value: NaiveHeader) -> Bool {
    guard let whole = elements(value.inside), whole.count == 1, let list = parts(whole[0], 0x30)
    else { return false }
    return !list.isEmpty
      && list.allSatisfy { policy in
        guard let fields = parts(policy, 0x30), 1...2 ~= fields.count else { return false }
        return isIdentifier(fields[0]) && (fields.count == 1 || fields[1].tag == 0x30)
      }
  }
}

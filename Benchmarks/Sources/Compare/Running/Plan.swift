/// A comparison that can be made when its turn comes, so that memory of the others does not disturb it.
struct PlannedComparison {
  let measure: Measure
  /// What rows call the input; empty if there is only one.
  let input: String
  /// Makes it.
  ///
  /// - Throws: `Unavailable` if something is missing for it.
  let make: () throws -> Comparison

  /// What `--list` calls it, and `--only` means.
  var name: String { input.isEmpty ? measure.rawValue : "\(measure.rawValue)/\(input)" }
}

/// Everything that could be measured.
struct Plan {
  private(set) var comparisons: [PlannedComparison] = []

  private let parsing: Parsing
  private let validation: Validation
  private let openSSL: OpenSSL?

  /// With receipts that somebody gave.
  init(
    receipts: [ReceiptSample], authority: TestAuthority, roots: [[UInt8]], openSSL: OpenSSL?,
    asn1c: ASN1C?
  ) {
    self.init(authority: authority, roots: roots, openSSL: openSSL, asn1c: asn1c)
    addReceipts(receipts)
    #if !PUBLIC_ONLY
      for sample in receipts { add(.base64, sample.name) { TextForms.base64(sample) } }
    #endif
  }

  /// With the made-up ones and, if `corpus` has some, real ones.
  init(
    synthetic: [ReceiptSample], corpus: [ReceiptSample], authority: TestAuthority,
    openSSL: OpenSSL?, asn1c: ASN1C?
  ) {
    self.init(authority: authority, roots: [], openSSL: openSSL, asn1c: asn1c)
    guard let medium = synthetic.first(where: { $0.name == "medium" }),
      let large = synthetic.first(where: { $0.name == "large" })
    else { preconditionFailure("no such samples") }
    addReceipts(synthetic + corpus)
    add(.date) { try TextForms.date(large) }
    #if !PUBLIC_ONLY
      addInternals(large, authority)
    #endif
    add(.batch) { try Batch(receipt: medium, authority: authority).comparison() }
  }

  private init(authority: TestAuthority, roots: [[UInt8]], openSSL: OpenSSL?, asn1c: ASN1C?) {
    parsing = Parsing(asn1c: asn1c, openSSL: openSSL)
    validation = Validation(authority: authority, roots: roots, openSSL: openSSL)
    self.openSSL = openSSL
  }

  private mutating func addReceipts(_ samples: [ReceiptSample]) {
    let (parsing, validation) = (parsing, validation)
    // Borrowing is for DER.
    let ofDER = samples.filter { !$0.isBER }
    for sample in ofDER { add(.walk, sample.name) { parsing.walk(sample) } }
    for sample in samples { add(.owned, sample.name) { try parsing.owned(sample) } }
    for sample in samples { add(.materialise, sample.name) { parsing.materialise(sample) } }
    #if !PUBLIC_ONLY
      for sample in ofDER { add(.identifier, sample.name) { parsing.identifier(sample) } }
      for sample in ofDER where sample.origin != .corpus {
        add(.latest, sample.name) { try parsing.latest(sample) }
      }
    #endif
    for sample in samples where sample.origin != .corpus {
      add(.validate, sample.name) { try validation.comparison(sample) }
    }
  }

  #if !PUBLIC_ONLY
    /// What isn't public.
    private mutating func addInternals(_ large: ReceiptSample, _ authority: TestAuthority) {
      let openSSL = openSSL
      let digests = Digests(openSSL: openSSL)
      for count in Digests.counts { add(.sha1, "\(count)") { digests.sha1(count) } }
      for count in Digests.counts { add(.sha256, "\(count)") { digests.sha256(count) } }
      add(.rsa2048) { try RSA(authority: authority, openSSL: openSSL).comparison() }
      add(.base64, large.name) { TextForms.base64(large) }
      let encodings = Encodings(openSSL: openSSL)
      for kind in DERSamples.Kind.allCases {
        add(.der, kind.rawValue) { try encodings.elements(kind) }
      }
      add(.certificate) { try encodings.certificates() }
    }
  #endif

  private mutating func add(
    _ measure: Measure, _ input: String = "", _ make: @escaping () throws -> Comparison
  ) {
    comparisons.append(PlannedComparison(measure: measure, input: input, make: make))
  }

  /// Leaves those that one of the patterns means.
  ///
  /// - Throws: `UsageError` for a pattern that means none.
  mutating func choose(_ patterns: [Pattern]) throws(UsageError) {
    guard !patterns.isEmpty else { return }
    for pattern in patterns where !comparisons.contains(where: { pattern.matches($0.name) }) {
      throw UsageError("--only \(pattern.text): nothing has that name; --list shows what there is")
    }
    comparisons.removeAll { comparison in !patterns.contains { $0.matches(comparison.name) } }
  }
}

/// Something is missing, so that a comparison is left out.
struct Unavailable: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

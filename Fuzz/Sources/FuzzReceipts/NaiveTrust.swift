import FuzzSupport
import ReceiptTrust
import ReceiptValidation

/// What a verifier of the fixtures goes by: the names of its roots, which certificates are Xcode's, and its limits.
struct NaiveTrust {
  /// The contents of the names that a path may end at.
  let roots: [[UInt8]]
  /// The key of these roots; `nil` if the fixtures don't have it.
  let key: (modulus: [UInt8], exponent: UInt64)?
  let allowsXcode: Bool
  let limits: SignatureLimits
  let minimumKeyBits: Int
  /// Whether the root is the fixtures' as it is.
  private let isUsual: Bool
  /// Whether there are certificates of Xcode's.
  private let hasXcodes: Bool
  /// Whether there are others than the fixtures'.
  private let hasOthers: Bool

  init(_ verifier: AppleSignatureVerifier) {
    (allowsXcode, limits) = (verifier.allowsXcode, verifier.limits)
    minimumKeyBits = verifier.minimumKeyBits
    isUsual = verifier.anchors == SignedFixtures.shared.verifier.anchors
    let others = verifier.xcodeCertificates.filter { $0 != Self.xcodes }
    (hasXcodes, hasOthers) = (!verifier.xcodeCertificates.isEmpty, !others.isEmpty)
    let isApples = verifier.anchors == [.appleRootCA]
    // The only other certificate has the root's key. A key of Xcode's is no root's.
    roots = isApples ? [Self.applesRoot] : others.isEmpty ? [Self.authoritysRoot] : []
    key = isApples ? nil : SignatureProof.key(of: Self.root)
  }

  /// Whether a certificate is one that this verifier takes for Xcode's. Of certificates that the fixtures don't have, any
  /// may be.
  func isXcodes(_ certificate: [UInt8]) -> Bool {
    hasOthers || hasXcodes && certificate == Self.storeKit
      || NaiveHash.sha256.digest(certificate).hexadecimal
        == "ff0ba36e721d2db741d2aa11e6112ef78bf7131b46c7f035b00891d045c864fe"
  }

  /// Whether a root is as an error says. The fixtures' is valid from 25 April 2006 to 9 February 2035, at 20:00 in UTC. All
  /// have keys of 2,048 bits.
  ///
  /// - Parameter seconds: since 1970, at which the receipt was made.
  func isTrueOfRoot(_ code: ReceiptSignatureError.Code, _ seconds: Int64) -> Bool {
    switch code {
    case .certificateExpired: !isUsual || seconds > 2_054_664_000
    case .certificateNotYetValid: !isUsual || seconds < 1_145_995_200
    case .keyNotUsable: minimumKeyBits > 2048
    default: false
    }
  }

  // MARK: Names

  /// Of the roots that sign other things than receipts.
  static let otherRoots = ["G2", "G3"].map { generation in
    name([
      (3, 0x0C, "Apple Root CA - \(generation)"), (11, 0x0C, "Apple Certification Authority"),
      (10, 0x0C, "Apple Inc."), (6, 0x13, "US"),
    ])
  }

  static let applesRoot = name([
    (6, 0x13, "US"), (10, 0x13, "Apple Inc."), (11, 0x13, "Apple Certification Authority"),
    (3, 0x13, "Apple Root CA"),
  ])

  private static let authoritysRoot = Array(NaiveCertificate(root)?.name[0] ?? [])

  /// The contents of a name whose parts have these types, of X.520, and these strings.
  private static func name(_ parts: [(type: UInt8, tag: UInt8, text: String)]) -> [UInt8] {
    func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
      [tag, UInt8(contents.count)] + contents
    }
    return parts.flatMap { part in
      let type = element(0x06, [0x55, 0x04, part.type])
      return element(0x31, element(0x30, type + element(part.tag, Array(part.text.utf8))))
    }
  }

  // MARK: Files

  private static let root = file("root")
  private static let storeKit = file("storekit-test")
  private static let xcodes = try? XcodeCertificate(certificate: storeKit)

  private static func file(_ name: String) -> [UInt8] {
    do {
      return try FixtureFiles.bytes("authority/\(name).cer")
    } catch {
      fatalError("\(name): \(error)")
    }
  }
}

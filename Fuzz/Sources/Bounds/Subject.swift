import AppStoreReceipt
import Foundation
import FuzzSupport
import VerifyReceipt

/// An input, and what was made of it so far: what one entry point is given is not read again for the next.
final class Subject {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  private(set) lazy var data = Data(bytes)
  private(set) lazy var text = String(decoding: bytes, as: UTF8.self)
  private(set) lazy var base64 = Base64Text.of(bytes)
  private(set) lazy var base64Text = String(decoding: base64, as: UTF8.self)

  /// The same but for a bit of the last byte.
  private(set) lazy var lastChanged = bytes.dropLast() + bytes.suffix(1).map { $0 ^ 1 }

  /// The same but for the last letter or digit: JSON with this is still JSON.
  private(set) lazy var lastWordChanged: [UInt8] = {
    var changed = bytes
    let isWord = { (byte: UInt8) in
      0x30...0x39 ~= byte || 0x61...0x7A ~= byte || 0x41...0x5A ~= byte
    }
    if let index = bytes.lastIndex(where: isWord) { changed[index] ^= 1 }
    return changed
  }()

  private(set) lazy var receipt = try? AppReceipt(bytes)
  private(set) lazy var validated = receipt.flatMap(Self.validated)
  private(set) lazy var history = validated.map { $0.purchaseHistory() }

  /// Each receipt of several that stand one behind the other.
  private(set) lazy var receipts: [ValidatedReceipt] = bytes.withBytes { bytes in
    var found: [ValidatedReceipt] = []
    do throws(DERError) {
      var reader = try DERReader(bytes)
      while !reader.isAtEnd {
        let element = try reader.readElement()
        guard let receipt = try? AppReceipt(Array(self.bytes[element.encodingRange])),
          let validated = Self.validated(receipt)
        else { break }
        found.append(validated)
      }
    } catch {}
    return found
  }

  /// No more keys than bytes.
  static let transactionLimits = TransactionReceiptLimits(
    maximumBytes: 32 << 20, maximumKeys: 32 << 20)
  private(set) lazy var transaction = try? TransactionReceipt(
    bytes, limits: Self.transactionLimits)

  private(set) lazy var json = try? JSON(text: bytes)
  /// The same as ``json`` with the members of each object the other way round.
  private(set) lazy var reversedJSON = json.flatMap {
    try? JSON(text: Self.reversed($0))
  }
  private(set) lazy var answer = try? VerifyReceiptResponse(json: bytes)
  private(set) lazy var answered = answer?.latestReceipt.flatMap { try? AppReceipt(base64: $0) }
  private(set) lazy var request = try? VerifyReceiptRequest(json: bytes)

  static let now = ReceiptDate(millisecondsSince1970: 1_750_000_000_000)

  static let expectations = ReceiptExpectations(
    bundleIdentifier: "com.example.app", devices: .notChecked, now: now,
    environments: [.production])

  static let transactionExpectations = ReceiptExpectations(
    bundleIdentifier: "com.example.app", devices: .notChecked, now: .notChecked)

  private static func reversed(_ json: JSON) -> [UInt8] {
    switch json {
    case .object(let object):
      let members = object.members.reversed().map {
        JSON.string($0.key).json() + [0x3A] + reversed($0.value)
      }
      return [0x7B] + members.joined(separator: [0x2C]) + [0x7D]
    case .array(let elements):
      return [0x5B] + elements.map(reversed).joined(separator: [0x2C]) + [0x5D]
    default: return json.json()
    }
  }

  private static func validated(_ receipt: AppReceipt) -> ValidatedReceipt? {
    try? receipt.validate(expectations, verifier: TrustingVerifier())
  }
}

/// Takes every signature for genuine.
struct TrustingVerifier: ReceiptSignatureVerifier, TransactionSignatureVerifier {
  func verify(_ material: borrowing ReceiptSignatureMaterial) throws(ReceiptSignatureError) {}
  func verify(_ material: TransactionSignatureMaterial) throws(ReceiptSignatureError) {}
}

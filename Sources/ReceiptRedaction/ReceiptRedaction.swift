import DERParsing
public import ReceiptParsing

/// A receipt that can be shown to others: the same structure and the same lengths, nothing of what it says about
/// somebody.
///
/// ```swift
/// var generator = SystemRandomNumberGenerator()
/// let redaction = try ReceiptRedaction(bytes, using: &generator)
/// ```
///
/// | | becomes |
/// |---|---|
/// | bundle identifier | `redactedredacted…` |
/// | other text | letters; a number for a number, a version for a version |
/// | dates | other dates, all moved by the same random number of seconds |
/// | numbers | other numbers of the same length and sign; 0 stays 0 |
/// | opaque value, hash, unknown bytes, signature | random bytes |
///
/// What was equal is equal again, and what was different is different, within one receipt. Signed attributes of one
/// type, which no receipt should have, stand in ascending order again instead. No original of four or
/// more bytes is left inside a replacement, as long as there are enough values to choose from.
///
/// These stay, because problems are about them and they say nothing about anybody: identifiers and lengths of all
/// elements, types and versions of attributes, the environment, the kind of a product, how many were bought, and
/// flags; certificates that Apple has issued to itself by their names, and Xcode's, which is the same on every machine.
/// All others are redacted: they may have the name of a person, a company or a machine. The signature does not match any longer.
///
/// The signature is not looked at, and what cannot be read is redacted too.
public struct ReceiptRedaction: Hashable, Sendable {
  /// The redacted receipt in the form of the original: DER or BER, or Base64 with the same line breaks.
  public let bytes: [UInt8]

  /// Why the original cannot be read as a receipt; `nil` if it can. It was redacted as far as its structure could be
  /// followed, everything else was replaced as a whole.
  public let readingError: ReceiptError?

  /// Redacts a receipt.
  ///
  /// - Parameters:
  ///   - original: the container, or Base64 text in either alphabet.
  ///   - limits: the bounds of reading.
  ///   - generator: where replacements come from. With one that can be foreseen, dates can be moved back.
  /// - Throws: ``/ReceiptParsing/ReceiptError`` if there is no structure to follow: the input is empty, too large, or something known that
  ///   is no container, such as a transaction receipt in the style of iOS 6.
  /// - Complexity: O(n log n).
  public init(
    _ original: some Collection<UInt8>, limits: ReceiptLimits = .default,
    using generator: inout some RandomNumberGenerator
  ) throws(ReceiptError) {
    let given = Array(original)
    let input = try ReceiptInput(given, limits: limits, repairsSpaces: false)
    let receipt: AppReceipt?
    do throws(ReceiptError) {
      receipt = try AppReceipt(input.bytes, limits: limits)
      readingError = nil
    } catch {
      receipt = nil
      readingError = error
    }
    let bytes = receipt?.containerBytes ?? input.bytes
    let places = RedactionPlaces(
      bytes, keeping: try receipt?.publicParts() ?? [], depth: limits.der.depth
    ).places
    var replacements = Replacements(places, of: bytes, using: &generator)
    var redacted = bytes
    for place in places {
      redacted.replaceSubrange(
        place.range,
        with: replacements.replacement(
          of: Array(bytes[place.range]), place.kind, using: &generator))
    }
    if let receipt {
      OrderedSets(receipt).restore(
        &redacted, from: bytes, places.map { $0.range }, using: &generator)
    }
    if let receipt, receipt.form.encoding == .ber {
      var rewritten = input.bytes
      for place in places {
        for offset in place.range {
          rewritten[receipt.inputOffset(ofContainerByte: offset)] = redacted[offset]
        }
      }
      redacted = rewritten
    }
    self.bytes = input.isBase64 ? Base64Refilling.refilled(given, with: redacted) : redacted
  }
}

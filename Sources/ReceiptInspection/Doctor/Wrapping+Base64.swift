import ReceiptParsing
import TextCoding

extension Wrapping {
  /// What happens to Base64 in transit.
  static let base64: [Wrapping] = [
    Wrapping(
      .percentEncoded, "the Base64 is percent-encoded",
      next: "Percent-decode the form before extracting the field, or send JSON."
    ) { input, _ in input.trimmed.percentDecoded },
    Wrapping(
      .base64WithSpaces, "the Base64 has spaces instead of plus signs",
      next: "Percent-encode plus signs (%2B) in forms, or send JSON. In code, "
        + "AppReceipt(base64: text, spacesArePlusSigns: true) reads it."
    ) { input, _ in
      let space = UInt8(ascii: " ")
      let repaired = input.trimmed.map { $0 == space ? UInt8(ascii: "+") : $0 }
      guard repaired.beginsReceipt else { return nil }
      // With plus signs where there were none it may look like the beginning of something long.
      let isForeign =
        repaired.refusal != nil && input.trimmed.filter { $0 != space }.refusal == nil
      return isForeign ? nil : repaired
    },
    Wrapping(
      "spaces", of: [.base64WithSpaces], "the Base64 contains spaces",
      next: "Remove them: tr -d ' ' <FILE"
    ) { input, _ in input.trimmed.filter { $0 != UInt8(ascii: " ") } },
    Wrapping(
      .doubleBase64, "this is Base64 of Base64",
      next: "Encode once: a Base64 receipt is a string, not data. "
        + "To decode it once: base64 -d FILE"
    ) { input, _ in [UInt8](base64: input.trimmed) },
    Wrapping(
      "base64", of: [.notAReceipt, .jsonWebSignature], "this is Base64 of something else",
      next: "Decode it once: base64 -d FILE"
    ) { input, _ in
      // A JWS has dots, so it isn't Base64; short words are by chance.
      guard input.trimmed.count >= 8, let inner = [UInt8](base64: input.trimmed) else { return nil }
      let isText = inner.allSatisfy { 0x20...0x7E ~= $0 || 0x09...0x0D ~= $0 }
      return isText || inner.refusal != .notAReceipt ? inner : nil
    },
    Wrapping(
      .base64InvalidLength, "the Base64 is truncated or badly padded",
      next:
        "It is truncated, or something follows it. Check the length of the field, column or buffer."
    ) { input, _ in
      let text = input.bytes.prefix { $0 != UInt8(ascii: "=") }.filter { $0.isBase64 }
      guard text.count >= 4 else { return nil }
      // Perhaps only the padding of the last group is missing.
      return text.beginsReceipt ? text : Array(text.prefix(text.count / 4 * 4))
    },
    Wrapping(
      .base64InvalidCharacter, "the Base64 contains invalid characters",
      next: "Look for a comma, a zero, or the ellipsis of a log."
    ) { input, _ in input.trimmed.isElided ? nil : input.trimmed.filter { $0.isBase64 } },
    Wrapping(
      "surroundings", of: [.notAReceipt, .jsonObject, .base64InvalidCharacter, .jsonString],
      "there is other text around the Base64", next: "Pass only the Base64."
    ) { input, finding in
      guard !input.trimmed.isElided else { return nil }
      let text = input.bytes
      var start = text.startIndex
      // One pass, without going back.
      while let begin = text[start...].firstIndex(of: UInt8(ascii: "M")) {
        let run = text[begin...].prefix { $0.isBase64 }
        if run.count >= 64, run.beginsReceipt {
          finding.offset = begin
          return Array(run)
        }
        start = max(run.endIndex, begin + 1)
      }
      return nil
    },
  ]
}

extension Collection<UInt8> {
  /// Whether it is a receipt, complete or truncated.
  fileprivate var beginsReceipt: Bool {
    [nil, .truncated, .transactionReceipt].contains(refusal)
  }
}

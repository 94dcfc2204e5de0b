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
    // Before what would take the words around the Base64 for a part of it.
    Wrapping(
      "surroundings", of: [.notAReceipt, .jsonObject, .base64InvalidCharacter, .jsonString],
      "there is other text around the Base64", next: "Pass only the Base64."
    ) { input, finding in
      // A receipt that begins where the text does is only damaged.
      let isDamaged = input.code == .base64InvalidCharacter && input.trimmed.beginsMessage
      guard !input.trimmed.isElided, !isDamaged else { return nil }
      let text = input.bytes
      var start = text.startIndex
      // One pass, without going back.
      while let begin = text[start...].firstIndex(of: UInt8(ascii: "M")) {
        let run = text[begin...].base64Lines
        if run.count >= 64, run.beginsMessage, run.beginsReceipt {
          finding.offset = begin
          return Array(run)
        }
        start = max(run.endIndex, begin + 1)
      }
      return nil
    },
    Wrapping(
      .base64InvalidCharacter, "the Base64 contains invalid characters",
      next: "Look for a comma, a zero, or the ellipsis of a log."
    ) { input, _ in
      // One character in 16, rounded up, may be damage; with more it is text.
      let invalid = input.trimmed.count { !$0.isBase64 && !(0x09...0x0D ~= $0) }
      guard !input.trimmed.isElided, invalid <= (input.trimmed.count + 15) / 16 else { return nil }
      return input.trimmed.filter { $0.isBase64 }
    },
  ]
}

extension Collection<UInt8> {
  /// Whether it is a receipt, complete or truncated.
  fileprivate var beginsReceipt: Bool {
    [nil, .truncated, .transactionReceipt].contains(refusal)
  }

  /// Whether it is the beginning of a signed message in Base64, whatever is between the characters.
  fileprivate var beginsMessage: Bool {
    let bytes = [UInt8](base64: Array(lazy.filter { $0.isBase64 }.prefix(32)))
    return bytes?.place(of: Wrapping.signedData).map { 2...6 ~= $0 } ?? false
  }
}

extension ArraySlice<UInt8> {
  /// The Base64 that it begins with, with its next lines if it was broken into lines of one length; only the last may
  /// be shorter.
  fileprivate var base64Lines: ArraySlice<UInt8> {
    let first = prefix { $0.isBase64 }
    var (line, end) = (first, first.endIndex)
    while line.count == first.count, line.last != UInt8(ascii: "="), end < endIndex {
      guard self[end].endsLine else { break }
      let start = end + (self[end...].begins(with: "\r\n") ? 2 : 1)
      line = self[start...].prefix { $0.isBase64 }
      let isWhole = line.endIndex == endIndex || self[line.endIndex].endsLine
      // A line of two hyphens and more ends a part of a MIME message.
      guard isWhole, 1...first.count ~= line.count, !line.begins(with: "--") else { break }
      end = line.endIndex
    }
    return self[startIndex..<end]
  }
}

import AppStoreReceipt
import Foundation

extension Wrapping {
  /// What happens to Base64 in transit.
  static let base64: [Wrapping] = [
    Wrapping(
      "percentEncoded", "the Base64 is percent-encoded",
      next: "Percent-decode the form before extracting the field, or send JSON."
    ) { specimen in specimen.text.removingPercentEncoding.map { Array($0.utf8) } },
    Wrapping(
      "base64WithSpaces", "the Base64 has spaces instead of plus signs",
      next: "Percent-encode plus signs (%2B) in forms, or send JSON. In code, "
        + "AppReceipt(base64: text, repairsSpaces: true) reads it."
    ) { specimen in
      let space = UInt8(ascii: " ")
      let repaired = specimen.trimmed.map { $0 == space ? UInt8(ascii: "+") : $0 }
      guard isReadable(repaired) else { return nil }
      // With plus signs where there were none it may look like the beginning of something long.
      let isForeign =
        !isReceipt(repaired[...]) && isReceipt(specimen.trimmed.filter { $0 != space }[...])
      return isForeign ? nil : repaired
    },
    Wrapping(
      "spaces", of: ["base64WithSpaces"], "the Base64 contains spaces",
      next: "Remove them: tr -d ' ' <FILE"
    ) { specimen in specimen.trimmed.filter { $0 != UInt8(ascii: " ") } },
    Wrapping(
      "doubleBase64", "this is Base64 of Base64",
      next: "Encode once: a Base64 receipt is a string, not data. "
        + "To decode it once: base64 -d FILE"
    ) { $0.trimmed.base64Decoded },
    Wrapping(
      "base64", of: ["notAReceipt", "jsonWebSignature"], "this is Base64 of something else",
      next: "Decode it once: base64 -d FILE"
    ) { specimen in
      // A JWS has dots, so it isn't Base64; short words are by chance.
      guard specimen.trimmed.count >= 8, let inner = specimen.trimmed.base64Decoded,
        inner.allSatisfy({ 0x20...0x7E ~= $0 || 0x09...0x0D ~= $0 }) || !isUnknown(inner)
      else { return nil }
      return inner
    },
    Wrapping(
      "base64InvalidLength", "the Base64 is truncated or badly padded",
      next:
        "It is truncated, or something follows it. Check the length of the field, column or buffer."
    ) { specimen in
      let text = specimen.bytes.prefix { $0 != UInt8(ascii: "=") }
        .filter { $0.isBase64 }
      let whole = Array(text.prefix(text.count / 4 * 4))
      guard whole.count >= 4 else { return nil }
      // Perhaps only the padding of the last group is missing.
      return isReadable(text) ? text : whole
    },
    Wrapping(
      "base64InvalidCharacter", "the Base64 contains invalid characters",
      next: "Look for a comma, a zero, or the ellipsis of a log."
    ) { specimen in
      isElided(specimen.text) ? nil : specimen.trimmed.filter(\.isBase64)
    },
    Wrapping(
      "surroundings", of: ["notAReceipt", "jsonObject", "base64InvalidCharacter", "jsonString"],
      "there is other text around the Base64", next: "Pass only the Base64."
    ) { specimen -> Opened? in
      guard !isElided(specimen.text) else { return nil }
      let text = specimen.bytes
      var start = text.startIndex
      // One pass, without going back.
      while let begin = text[start...].firstIndex(of: UInt8(ascii: "M")) {
        let run = text[begin...].prefix { $0.isBase64 }
        if run.count >= 64, isReadable(Array(run)) {
          return Opened(inner: Array(run), offset: begin)
        }
        start = max(run.endIndex, begin + 1)
      }
      return nil
    },
  ]

  /// Whether it is not recognized at all.
  private static func isUnknown(_ bytes: [UInt8]) -> Bool {
    do throws(ReceiptError) {
      _ = try AppReceipt(bytes)
      return false
    } catch {
      return error.code == .notAReceipt
    }
  }

  /// Whether it is a receipt, complete or truncated.
  private static func isReadable(_ bytes: [UInt8]) -> Bool {
    do throws(ReceiptError) {
      _ = try AppReceipt(bytes)
      return true
    } catch {
      return error.code == .truncated || error.code == .transactionReceipt
    }
  }

  /// Whether a log has elided something.
  static func isElided(_ text: String) -> Bool { text.contains("...") || text.contains("…") }
}

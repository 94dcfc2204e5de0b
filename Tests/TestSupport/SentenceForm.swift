/// What the house asks of a sentence in an error: short, plain, without a full stop, small at the beginning.
package func faults(ofSentence text: String) -> [String] {
  var faults: [String] = []
  if text.isEmpty { faults.append("empty") }
  if text.utf8.count > 120 { faults.append("longer than 120 bytes") }
  if text.hasSuffix(".") || text.hasSuffix("!") { faults.append("ends with a full stop") }
  if text.contains(where: \.isNewline) || text.contains("  ") { faults.append("white space") }
  for word in [" octet", " anybody", "nobody", " is none", "another one", "something among"]
  where " \(text)".contains(word) {
    faults.append("says '\(word)'")
  }
  // INTEGER, SignedData, Base64, JSON: names, which keep their form.
  let first = text.prefix { $0 != " " }
  let isName = first.dropFirst().contains { $0.isUppercase || $0.isNumber }
  if first.first?.isUppercase == true, !isName { faults.append("begins with a capital") }
  return faults
}

/// What the codes of an error say.
package enum CodeTexts {
  /// Each code has a text, and no two have the same.
  package static func check<Code: CaseIterable & CustomStringConvertible>(_ type: Code.Type) {
    let texts = type.allCases.map { Array($0.description.utf8) }
    for (place, text) in texts.enumerated() {
      require(
        !text.isEmpty && !texts[..<place].contains(text),
        "\(type), code \(place): \(String(decoding: text, as: UTF8.self))")
    }
  }
}

/// The parsed arguments of a command: options and files, in any order.
struct Arguments: Sendable {
  /// The values of each given option, by long name; empty strings for flags.
  private let values: [String: [String]]
  private(set) var files: [String] = []

  /// Parses `--option value`, `--option=value`, `-o value`, and files; everything after `--` is a file.
  init(_ arguments: [String], of manual: Manual) throws(ToolError) {
    var values: [String: [String]] = [:]
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument != "-" else {
        files.append(argument)
        continue
      }
      if argument == "--" {
        files += rest
        break
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let isLong = argument.hasPrefix("--")
      let name = isLong ? String(parts[0]) : argument
      guard let option = manual.option(name) else {
        let names = manual.options.map(\.name)
        throw .usage("unknown option '\(name)'" + Suggestion.text(for: name, among: names))
      }
      let attached = isLong && parts.count == 2 ? String(parts[1]) : nil
      let value = try Self.value(of: option, attached, &rest)
      values[option.name] = (option.repeats ? values[option.name] ?? [] : []) + [value]
    }
    self.values = values
  }

  private static func value(
    of option: Option, _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws(ToolError) -> String {
    guard let valueName = option.valueName else {
      guard attached == nil else { throw .usage("\(option.name) takes no value") }
      return ""
    }
    guard let value = attached ?? rest.popFirst() else {
      throw .usage("\(option.name) needs a value: \(valueName)")
    }
    if case .choice(_, let choices) = option.value, !choices.contains(value) {
      throw .usage(
        "\(option.name): unknown value '\(value)'; expected "
          + choices.joined(separator: ", ") + Suggestion.text(for: value, among: choices))
    }
    return value
  }

  /// Whether the option was given.
  func has(_ option: Option) -> Bool { values[option.name] != nil }

  /// The last value of an option.
  subscript(_ option: Option) -> String? { values[option.name]?.last }

  /// Every value of an option that may be repeated.
  func all(_ option: Option) -> [String] { values[option.name] ?? [] }

  /// The value of an option as a number in `range`.
  func number(_ option: Option, in range: ClosedRange<Int>) throws(ToolError) -> Int? {
    guard let text = self[option] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .usage(
        "\(option.name): expected a number from \(range.lowerBound) to \(range.upperBound), "
          + "found '\(text)'")
    }
    return number
  }

  /// The only file, `-` if there is none.
  func file() throws(ToolError) -> String {
    guard files.count <= 1 else { throw .usage("more than one file given") }
    return files.first ?? "-"
  }
}

/// Suggestions for misspelt words.
enum Suggestion {
  /// "; did you mean '--json'?" if one of the words is close, else empty.
  static func text(for word: String, among words: [String]) -> String {
    guard word.utf8.count <= 64 else { return "" }
    // "sandbox" for "ProductionSandbox".
    let lower = word.lowercased()
    if word.utf8.count >= 4,
      let longer = words.first(where: { $0.lowercased().hasSuffix(lower) && $0 != word })
    {
      return "; did you mean '\(longer)'?"
    }
    let typed = Array(word.lowercased().utf8)
    let ranked = words.map { (word: $0, distance: distance(typed, Array($0.lowercased().utf8))) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }),
      best.distance <= max(1, typed.count / 4), best.word != word
    else { return "" }
    return "; did you mean '\(best.word)'?"
  }

  /// The edit distance, counting swapped neighbors as one edit.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let isSame = left[row] == right[column]
        var cost = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}

import Foundation

/// What `--only` takes: a measure, or a measure and an input after a slash, with `*`, `?` and `[…]` as in a shell.
struct Pattern {
  let text: String

  /// Whether it means a comparison of this name, `measure` or `measure/input`.
  func matches(_ name: String) -> Bool {
    let whole = text.contains("/") ? name : String(name.prefix { $0 != "/" })
    return unsafe fnmatch(text, whole, 0) == 0
  }
}

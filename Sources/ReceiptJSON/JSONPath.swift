import TextCoding

/// The keys and indexes that lead to a value.
public struct JSONPath: Hashable, Sendable {
  /// One step.
  public enum Element: Hashable, Sendable {
    /// The member of an object.
    case key(String)
    /// The element of an array, from 0.
    case index(Int)
  }

  /// The steps, outermost first.
  public var elements: [Element]

  /// Creates a path; without elements, that of the outermost value.
  public init(_ elements: [Element] = []) {
    self.elements = elements
  }

  /// The path one step further.
  package func appending(_ element: Element) -> JSONPath {
    JSONPath(elements + [element])
  }
}

extension JSONPath: CustomStringConvertible {
  /// `receipt.in_app[3].purchase_date_ms`. Quotes keys with characters other than letters, digits, `_` and `-`. Empty
  /// for the outermost value.
  public var description: String { text(limit: .max) }

  /// ``description`` with at most `limit` characters of each key.
  func text(limit: Int) -> String {
    var text = ""
    for element in elements {
      switch element {
      case .index(let index): text += "[" + String(index) + "]"
      case .key(let key)
      where !key.isEmpty && key.utf8.count <= limit && key.utf8.allSatisfy({ $0.isOfKey }):
        text += (text.isEmpty ? "" : ".") + key
      case .key(let key): text += "[" + key.quoted(limit: limit) + "]"
      }
    }
    return text
  }
}

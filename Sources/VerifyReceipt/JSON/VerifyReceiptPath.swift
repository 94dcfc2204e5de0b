import DERParsing

/// A place in JSON: the keys and indexes that lead to it.
public struct VerifyReceiptPath: Hashable, Sendable {
  /// One step.
  public enum Element: Hashable, Sendable {
    /// Into the member of an object.
    case key(String)
    /// Into the element of an array, from 0.
    case index(Int)
  }

  /// The steps, from the outermost value on.
  public var elements: [Element]

  /// Makes a path; without elements it is the outermost value.
  public init(_ elements: [Element] = []) {
    self.elements = elements
  }

  /// The path of a decoder or encoder.
  init(_ codingPath: [any CodingKey]) {
    elements = codingPath.map { key in
      key.intValue.map { .index($0) } ?? .key(key.stringValue)
    }
  }

  /// The path one step further.
  func appending(_ element: Element) -> VerifyReceiptPath {
    VerifyReceiptPath(elements + [element])
  }
}

extension VerifyReceiptPath: CustomStringConvertible {
  /// `receipt.in_app[3].purchase_date_ms`; a key with other characters than letters, digits, `_` and `-` is
  /// quoted. Empty for the outermost value.
  public var description: String { text(limit: .max) }

  /// The same, with at most so many characters of each key.
  func text(limit: Int) -> String {
    var text = ""
    for element in elements {
      switch element {
      case .index(let index): text += "[\(index)]"
      case .key(let key)
      where !key.isEmpty && key.utf8.count <= limit && key.utf8.allSatisfy(\.isPlain):
        text += (text.isEmpty ? "" : ".") + key
      case .key(let key): text += "[" + key.quoted(limit: limit) + "]"
      }
    }
    return text
  }
}

extension UInt8 {
  /// Whether a key with this byte can stand in a path without quotation marks.
  fileprivate var isPlain: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

import AppStoreReceipt

/// Something that people put around a receipt by mistake, and that can be taken off again.
struct Wrapping: Sendable {
  /// What is inside.
  struct Opened: Sendable {
    let inner: [UInt8]
    /// The byte at which it is wrong, if it is about one.
    var offset: Int?
    // What is to be said in place of the wrapping's own words.
    var name: String?
    var message: String?
    var next: String?
  }

  /// A word for scripts.
  let name: String
  /// With which complaints receipts in it are refused: words of ``ReceiptError/Code/name``.
  let codes: Set<String>
  /// What it is.
  let message: String
  /// How not to make it again.
  let next: String
  /// Takes it off; `nil` if it is another one.
  let open: @Sendable (Specimen) -> Opened?

  /// - Parameters:
  ///   - name: a word for scripts; also the complaint, unless others are given.
  ///   - open: takes it off; gives what is inside, or `nil`.
  init(
    _ name: String, of codes: Set<String>? = nil, _ message: String, next: String,
    open: @escaping @Sendable (Specimen) -> [UInt8]?
  ) {
    self.init(name, of: codes, message, next: next) { specimen -> Opened? in
      let offset = specimen.error.hasByte ? specimen.error.offset : nil
      return open(specimen).map { Opened(inner: $0, offset: offset) }
    }
  }

  /// - Parameter open: takes it off, and says where it is wrong.
  init(
    _ name: String, of codes: Set<String>? = nil, _ message: String, next: String,
    open: @escaping @Sendable (Specimen) -> Opened?
  ) {
    self.name = name
    self.codes = codes ?? [name]
    self.message = message
    self.next = next
    self.open = open
  }

  func fits(_ specimen: Specimen) -> Bool { codes.contains(specimen.code.name) }

  func finding(_ opened: Opened) -> Finding {
    var message = opened.message ?? message
    if let offset = opened.offset { message += ", at byte \(offset)" }
    return Finding(
      .problem, opened.name ?? name, message, next: opened.next ?? next, at: opened.offset)
  }

  /// All that are known. The first that fits and can be taken off counts.
  static let all: [Wrapping] = text + json + base64 + bytes
}

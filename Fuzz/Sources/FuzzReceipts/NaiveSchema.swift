import FuzzSupport

/// An ASN.1 type as data, and what is wrong first with bytes that should be one.
indirect enum NaiveSchema: Sendable {
  typealias Rule = @Sendable (ArraySlice<UInt8>) -> NaiveFault.Rule?

  /// Any element, or any of this tag, without a look inside.
  case any(UInt8?)
  /// A primitive one whose contents keep a rule.
  case value(UInt8, Rule)
  case sequence([Member])
  /// A SEQUENCE whose other members depend on what its first one has for contents.
  case dependent(Member, @Sendable (ArraySlice<UInt8>) -> [Member])
  /// SEQUENCE OF or SET OF, in ascending order or not.
  case list(UInt8, of: NaiveSchema, isSorted: Bool = false, empty: Emptiness = .allowed)
  case explicit(UInt8, NaiveSchema)
  /// The first if the next element has its tag, otherwise the second.
  case choice(UInt8, NaiveSchema, NaiveSchema)
  /// What has to hold besides, of the whole element.
  case also(NaiveSchema, @Sendable (_ bytes: [UInt8], _ element: NaiveHeader) -> NaiveFault?)

  /// Whether a list may be empty. If not, its contents are missing, or the list as a whole is wrong once it was read.
  enum Emptiness { case allowed, contentsMissing, refused }

  struct Member: Sendable {
    enum Presence { case always, ifTagged(UInt8), ifAny }

    /// What errors call it; one without a name is part of the one around it.
    let name: String?
    let type: NaiveSchema
    let presence: Presence

    init(_ name: String?, _ type: NaiveSchema, _ presence: Presence = .always) {
      (self.name, self.type, self.presence) = (name, type, presence)
    }
  }

  /// What is wrong first with bytes that should be one such element; `nil` if nothing is.
  ///
  /// - Parameter isInside: whether they are the contents of another element.
  func fault(in bytes: [UInt8], isInside: Bool = false) -> NaiveFault? {
    do throws(NaiveFault) {
      let context = Context(bytes: bytes, end: bytes.count, levels: 32, isInside: isInside)
      let end = try read(at: 0, context)
      guard end == bytes.count else { throw NaiveFault(.trailingContents, at: end) }
      return nil
    } catch {
      return error
    }
  }

  /// What is around an element.
  private struct Context {
    let bytes: [UInt8]
    var end: Int
    var levels: Int
    var isInside: Bool
    var field: String?

    func fault(_ rule: NaiveFault.Rule, at offset: Int) -> NaiveFault {
      NaiveFault(rule, at: offset, field: field)
    }

    func header(_ tag: UInt8?, at offset: Int) throws(NaiveFault) -> NaiveHeader {
      do throws(NaiveFault) {
        return try NaiveHeader(
          bytes, at: offset, end: end, isDER: true, isInside: isInside, tag: tag)
      } catch {
        var fault = error
        fault.field = field
        throw fault
      }
    }

    /// Whether the next element has this tag. Of its header only the identifier is read, if there is one.
    func isNext(_ tag: UInt8, at offset: Int) throws(NaiveFault) -> Bool {
      guard offset < end else { return false }
      do throws(NaiveFault) {
        _ = try header(tag, at: offset)
        return true
      } catch {
        // With the right identifier, what is wrong comes after it.
        guard bytes[offset] != tag else { return true }
        guard error.rule == .unexpectedIdentifier else { throw error }
        return false
      }
    }

    func inside(_ header: NaiveHeader) throws(NaiveFault) -> Context {
      guard levels > 0 else { throw fault(.nestedTooDeeply, at: header.offset) }
      var context = self
      (context.end, context.levels, context.isInside) = (header.end, levels - 1, true)
      return context
    }
  }

  /// Where the element ends that begins at `offset`.
  private func read(at offset: Int, _ context: Context) throws(NaiveFault) -> Int {
    switch self {
    case .any(let tag):
      return try context.header(tag, at: offset).end
    case .value(let tag, let rule):
      let header = try context.header(tag, at: offset)
      _ = try context.inside(header)
      if let rule = rule(context.bytes[header.inside]) { throw context.fault(rule, at: offset) }
      return header.end
    case .sequence(let members):
      let header = try context.header(0x30, at: offset)
      var inside = try context.inside(header)
      return try Self.read(members, at: header.contents, &inside, isLast: true)
    case .dependent(let first, let others):
      let header = try context.header(0x30, at: offset)
      var inside = try context.inside(header)
      let end = try Self.read([first], at: header.contents, &inside, isLast: false)
      let element = try inside.header(nil, at: header.contents)
      return try Self.read(
        others(context.bytes[element.inside]), at: end, &inside, isLast: true)
    case .list(let tag, let type, let isSorted, let empty):
      let header = try context.header(tag, at: offset)
      let inside = try context.inside(header)
      // Reading the first element fails, and says what is missing.
      if empty == .contentsMissing, header.inside.isEmpty {
        _ = try type.read(at: header.contents, inside)
      }
      var (next, previous) = (header.contents, header.contents)
      while next < header.end {
        let end = try type.read(at: next, inside)
        let isDescending = context.bytes[next..<end].lexicographicallyPrecedes(
          context.bytes[previous..<next])
        if isSorted, isDescending { throw context.fault(.unsortedSet, at: next) }
        (previous, next) = (next, end)
      }
      if empty == .refused, header.inside.isEmpty {
        throw context.fault(.missingElement, at: offset)
      }
      return header.end
    case .explicit(let tag, let type):
      let header = try context.header(tag, at: offset)
      var inside = try context.inside(header)
      return try Self.read([Member(nil, type)], at: header.contents, &inside, isLast: true)
    case .choice(let tag, let first, let second):
      return try (context.isNext(tag, at: offset) ? first : second).read(at: offset, context)
    case .also(let type, let rule):
      let end = try type.read(at: offset, context)
      if var fault = rule(context.bytes, try context.header(nil, at: offset)) {
        fault.field = context.field
        throw fault
      }
      return end
    }
  }

  private static func read(
    _ members: [Member], at offset: Int, _ context: inout Context, isLast: Bool
  ) throws(NaiveFault) -> Int {
    var next = offset
    for member in members {
      context.field = member.name ?? context.field
      let isThere =
        switch member.presence {
        case .always: true
        case .ifAny: next < context.end
        case .ifTagged(let tag): try context.isNext(tag, at: next)
        }
      if isThere { next = try member.type.read(at: next, context) }
    }
    guard !isLast || next == context.end else { throw context.fault(.trailingContents, at: next) }
    return next
  }
}

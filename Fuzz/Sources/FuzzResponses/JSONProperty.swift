import Foundation
package import FuzzSupport
import VerifyReceipt

/// The input is JSON text. It is read as a naive reader does, and by Foundation's decoder; what is written of it is the
/// same; answers say what their members say, and they and requests are written so that they are read again.
package enum JSONProperty: FuzzProperty {
  package static let name = "json"
  package static let isTree = false

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    _ = (DocumentedJSON.limits, DocumentedJSON.codes)
    let bytes = input.copy
    // What is longer may have more values than are allowed.
    guard bytes.count <= 1 << 16 else { return }
    let (naive, fault) = NaiveJSON.read(bytes)
    let tree = tree(bytes, fault)
    if let tree, let naive {
      require(isSame(tree, naive), "\(tree), not \(naive)")
      let written = tree.json()
      require(NaiveJSON.value(written).map { isSame(tree, $0) } == true, "written as JSON")
      require(self.tree(written) == tree, "the same again")
      require(self.tree(written)?.json() == written, "written again")
      if case .object(let object) = tree { checkEquality(object) }
      checkLimits(bytes, naive)
      checkPlaces(bytes, tree)
      let response = response(bytes, naive)
      NaiveAnswer.check(naive, response)
      FoundationCoders.check(bytes, tree, response)
    }
    checkResponse(bytes, naive)
    checkRequest(bytes, naive)
    var choices = Choices(bytes)
    ValueHashes.checkCodes(&choices)
    checkPath(&choices)
    // One of them for each input: they take longer than most of the others.
    switch choices.below(8) {
    case 0...2: ChosenDates.check(&choices)
    case 3...4: ChosenTransaction.check(&choices)
    case 5: ChosenMarks.check(&choices)
    case 6: ValueHashes.checkNames()
    default: if let tree { ValueHashes.check(tree) }
    }
  }

  static func isSame(_ json: JSON, _ naive: NaiveJSON.Value) -> Bool {
    switch (json, naive) {
    case (.null, .null): return true
    case (.boolean(let first), .boolean(let second)): return first == second
    case (.number(let first), .number(let second)):
      let isInteger = second.utf8.allSatisfy { $0 == 0x2D || 0x30...0x39 ~= $0 }
      return first.text == second && first.int64 == (isInteger ? Int64(second) : nil)
    case (.string(let first), .string(let second)): return first.utf8.elementsEqual(second)
    case (.array(let first), .array(let second)):
      return first.count == second.count && zip(first, second).allSatisfy { isSame($0, $1) }
    case (.object(let first), .object(let second)):
      return first.members.count == second.count
        && zip(first.members, second).allSatisfy {
          $0.key.utf8.elementsEqual($1.key) && isSame($0.value, $1.value)
            && first[$0.key] == $0.value
        }
    default: return false
    }
  }

  /// Members may be in any order.
  private static func checkEquality(_ object: JSON.Object) {
    func made(_ members: [JSON.Object.Member]) -> JSON.Object {
      members.reduce(into: JSON.Object()) { $0[$1.key] = $1.value }
    }
    let members = Array(object.members.reversed())
    require(made(members) == object, "in another order")
    guard let last = members.last else { return }
    var other = object
    other[last.key] = .array([last.value])
    require(other != object, "with another value")
    other[last.key] = nil
    require(other != object && object != other, "without a member")
    other[last.key + "x"] = last.value
    require(other != object, "with another key")
    checkRemoval(object)
  }

  /// Of many members, the others are found when one is gone, until there are few.
  private static func checkRemoval(_ object: JSON.Object) {
    var many = object
    for number in 0..<40 { many["\(number)"] = .number(JSON.Number(Int64(number))) }
    remove(1, of: &many)
    var few = JSON.Object()
    for member in many.members.suffix(40) { few[member.key] = member.value }
    remove(10, of: &few)
  }

  private static func remove(_ count: Int, of object: inout JSON.Object) {
    for _ in 0..<count {
      let key = object.members[object.members.count / 2].key
      object[key] = nil
      let areThere = object.members.allSatisfy { object[$0.key] == $0.value }
      require(object[key] == nil && areThere, "without \(key)")
    }
  }

  private static func tree(_ bytes: [UInt8], _ fault: NaiveJSON.Fault? = nil) -> JSON? {
    do throws(JSONError) {
      let tree = try JSON(text: bytes)
      require(fault == nil, "read in spite of \(fault, default: "")")
      return tree
    } catch {
      guard let offset = error.offset else { fatalError("VIOLATED: no place of \(error)") }
      let path = error.path.elements.map { element -> NaiveJSON.Fault.Step in
        switch element {
        case .key(let key): .key(Array(key.utf8))
        case .index(let index): .index(index)
        }
      }
      let found = NaiveJSON.Fault(code: error.code.rawValue, offset: offset, path: path)
      require(found == fault, "\(found), not \(fault, default: "readable")")
      checkSentence(error)
      return nil
    }
  }

  private static func checkResponse(_ bytes: [UInt8], _ naive: NaiveJSON.Value?) {
    guard let response = response(bytes, naive) else { return }
    require(naive != nil, "an answer is JSON")
    ValueHashes.check(response)
    for problem in response.problems { checkSentence(problem) }
    let written = response.json()
    guard let again = self.response(written, NaiveJSON.value(written)) else {
      fatalError("VIOLATED: wrote \(String(decoding: written, as: UTF8.self))")
    }
    require(again.json() == written, "an answer written again")
    require(again == response, "the same answer")
    require(again.problems.count == response.problems.count, "the same problems")
    var crowded = response
    for key in ["environment", "receipt", "x"] { crowded.otherMembers[key] = .null }
    // No key is there twice.
    _ = tree(crowded.json())
    for purchase in response.latestPurchases where purchase.cancellationDate != nil {
      require(purchase.isCancelled, "what has a cancellation date is cancelled")
    }
  }

  /// As large as it is, and not by one less.
  private static func checkLimits(_ bytes: [UInt8], _ naive: NaiveJSON.Value) {
    let (depth, count) = (naive.depth, naive.count)
    for (limits, code) in [
      (JSONLimits(maximumBytes: bytes.count, maximumDepth: depth, maximumValues: count), nil),
      (JSONLimits(maximumBytes: bytes.count - 1), .tooLarge),
      (JSONLimits(maximumDepth: depth - 1), depth > 0 ? .tooDeep : nil),
      (JSONLimits(maximumValues: count - 1), .tooManyValues),
    ] as [(JSONLimits, JSONError.Code?)] {
      do throws(JSONError) {
        _ = try JSON(text: bytes, limits: limits)
        require(code == nil, "\(limits) for \(bytes.count), \(depth), \(count)")
      } catch {
        require(error.code == code, "\(error), \(limits) for \(bytes.count), \(depth), \(count)")
      }
    }
    guard bytes.count % 32 == 1 else { return }
    for levels in [127, 128, 131, 140] {
      let text = Data(
        (String(repeating: "[", count: levels) + String(repeating: "]", count: levels)).utf8)
      let isRead = (try? JSONDecoder().decode(JSON.self, from: text)) != nil
      require(isRead == (levels <= 128), "\(levels) levels for a decoder: \(isRead)")
      let isBound = (try? JSON(text: text, limits: JSONLimits(maximumDepth: 1_000))) == nil
      require(isBound == (levels > 128), "\(levels) levels of a thousand: \(isBound)")
    }
    for count in 37...41 { FoundationCoders.check(digits: count) }
  }

  /// Behind a value an escape may be wrong. Of one in brackets or quotation marks: cut, it is truncated there; with
  /// something more, that is too much; and a key twice is not one.
  private static func checkPlaces(_ bytes: [UInt8], _ tree: JSON) {
    func error(_ text: [UInt8]) -> JSONError? {
      do throws(JSONError) {
        _ = try JSON(text: text)
        return nil
      } catch {
        checkSentence(error)
        return error
      }
    }
    guard let last = bytes.lastIndex(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
      return
    }
    let more = error(bytes[...last] + [0x20, 0x5D])
    require(
      more?.code == .trailingCharacters && more?.offset == last + 2, "\(more, default: "") in more")
    require(error(bytes + [0x20, 0x09, 0x0A, 0x0D]) == nil, "with blanks")
    let escapes = [#"\q"#, #"\u12x4"#, #"\uDE00"#, #"\uD83Dx"#, #"\uD83D\uDE0x"#]
    let escape = escapes[bytes.count % escapes.count]
    let wrong = error([0x5B] + bytes + ",\"a\(escape)\"]".utf8)
    require(
      wrong?.code == .invalidString && wrong?.offset == bytes.count + 4 || wrong?.code == .tooDeep,
      "\(wrong, default: "") of \(escape)")
    switch tree {
    case .object, .array, .string: break
    default: return
    }
    for cut in [last, last / 2, bytes.count / 3] where cut <= last {
      let error = error(Array(bytes[..<cut]))
      require(
        error?.code == .truncated && error?.offset == cut, "\(error, default: "") cut at \(cut)")
    }
    guard case .object(let object) = tree, let first = object.members.first else { return }
    let member = JSON.object([first].reduce(into: JSON.Object()) { $0[$1.key] = $1.value }).json()
      .dropFirst()
    let twice = error(bytes[..<last] + [0x2C] + member)
    require(
      twice?.code == .duplicateKey && twice?.path.elements.last == .key(first.key),
      "twice: \(twice, default: "")")
  }

  private static func response(
    _ bytes: [UInt8], _ naive: NaiveJSON.Value?
  ) -> VerifyReceiptResponse? {
    do throws(JSONError) {
      return try VerifyReceiptResponse(json: bytes)
    } catch {
      if let naive { checkKind(error, naive, in: .answer(like: naive)) }
      return nil
    }
  }

  private static func checkRequest(_ bytes: [UInt8], _ naive: NaiveJSON.Value?) {
    guard let request = request(bytes, naive) else { return }
    guard let naive else { return require(false, "a request is JSON") }
    require(naive.depth <= 8 && naive.count <= 128, "within the limits of a request")
    let texts = [request.receiptData, request.password].map { $0.map { Array($0.utf8) } }
    require(
      texts == ["receipt-data", "password"].map { NaiveAnswer.text(naive[$0]) }
        && request.excludesOldTransactions == NaiveAnswer.flag(naive["exclude-old-transactions"]),
      "\(request) is what its members say")
    let written = request.json()
    require(self.request(written, NaiveJSON.value(written)) == request, "the same request")
    FoundationCoders.check(request)
    ValueHashes.check(request)
    checkPrinted(request)
  }

  private static func request(
    _ bytes: [UInt8], _ naive: NaiveJSON.Value?
  ) -> VerifyReceiptRequest? {
    do throws(JSONError) {
      return try VerifyReceiptRequest(json: bytes)
    } catch {
      guard let naive else { return nil }
      if error.offset == nil {
        checkKind(error, naive, in: .request)
      } else {
        require(naive.depth > 8 || naive.count > 128, "more than a request has: \(error)")
      }
      return nil
    }
  }
}

package import FuzzSupport
import VerifyReceipt

/// The input is JSON text. It is read as a naive reader does, and by Foundation's decoder; what is written of it is the
/// same; answers say what their members say, and they and requests are written so that they are read again.
package enum JSONProperty: FuzzProperty {
  package static let name = "json"
  package static let isTree = false

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let bytes = input.copy
    let tree = tree(bytes)
    let naive = NaiveJSON.value(bytes)
    require((tree != nil) == (naive != nil), "JSON: \(tree != nil)")
    if let tree, let naive {
      require(isSame(tree, naive), "\(tree), not \(naive)")
      let written = tree.json()
      require(NaiveJSON.value(written).map { isSame(tree, $0) } == true, "written as JSON")
      require(self.tree(written) == tree, "the same again")
      require(self.tree(written)?.json() == written, "written again")
      if case .object(let object) = tree { checkEquality(object) }
      let response = response(bytes)
      NaiveAnswer.check(naive, response)
      FoundationCoders.check(bytes, tree, response)
    }
    checkResponse(bytes, isJSON: tree != nil)
    checkRequest(bytes, isJSON: tree != nil)
  }

  private static func isSame(_ json: JSON, _ naive: NaiveJSON.Value) -> Bool {
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
    other[last.key + "x"] = last.value
    require(other != object, "with another key")
  }

  private static func tree(_ bytes: [UInt8]) -> JSON? {
    do throws(JSONError) {
      return try JSON(text: bytes)
    } catch {
      require(error.offset.map { 0...bytes.count ~= $0 } ?? true, "offset of \(error)")
      require(!error.description.isEmpty, "a sentence")
      return nil
    }
  }

  private static func checkResponse(_ bytes: [UInt8], isJSON: Bool) {
    guard let response = response(bytes) else { return }
    require(isJSON, "an answer is JSON")
    let written = response.json()
    guard let again = self.response(written) else {
      fatalError("VIOLATED: wrote \(String(decoding: written, as: UTF8.self))")
    }
    require(again.json() == written, "an answer written again")
    require(again == response, "the same answer")
    require(again.problems.count == response.problems.count, "the same problems")
    for purchase in response.latestPurchases where purchase.cancellationDate != nil {
      require(purchase.isCancelled, "what has a cancellation date is cancelled")
    }
  }

  private static func response(_ bytes: [UInt8]) -> VerifyReceiptResponse? {
    do throws(JSONError) {
      return try VerifyReceiptResponse(json: bytes)
    } catch {
      return nil
    }
  }

  private static func checkRequest(_ bytes: [UInt8], isJSON: Bool) {
    guard let request = request(bytes) else { return }
    require(isJSON, "a request is JSON")
    require(self.request(request.json()) == request, "the same request")
    if request.password != nil {
      var other = request
      other.password = "another"
      require("\(request)" == "\(other)", "passwords are not printed")
    }
  }

  private static func request(_ bytes: [UInt8]) -> VerifyReceiptRequest? {
    do throws(JSONError) {
      return try VerifyReceiptRequest(json: bytes)
    } catch {
      return nil
    }
  }
}

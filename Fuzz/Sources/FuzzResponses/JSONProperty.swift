package import FuzzSupport
import VerifyReceipt

/// The input is JSON text. It is read if a naive recogniser says that it is JSON; what is written of it is the same;
/// and answers and requests that can be read are written so that they are read again.
package enum JSONProperty: FuzzProperty {
  package static let name = "json"
  package static let isTree = false

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let bytes = input.copy
    let tree = tree(bytes)
    require((tree != nil) == NaiveJSON.isText(bytes), "JSON: \(tree != nil)")
    if let tree {
      let written = tree.json()
      require(NaiveJSON.isText(written), "written as JSON")
      require(self.tree(written)?.json() == written, "written again")
    }
    checkResponse(bytes, isJSON: tree != nil)
    checkRequest(bytes, isJSON: tree != nil)
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
    if let password = request.password, password.utf8.count > 30 {
      require(!"\(request)".contains(password), "passwords are not printed")
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

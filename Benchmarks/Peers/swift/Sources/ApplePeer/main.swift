import AppStoreServerLibrary
import Foundation
import Shared

// Apple's receipt utility: Base64 in, one identifier out.

try await measure { operation, _ in
  guard operation == "identifiers" else { throw Skip("it finds one identifier, and nothing else") }
  return { data in
    let text = data.base64EncodedString()
    return ["last": ReceiptUtility.extractTransactionId(appReceipt: text) ?? "0"]
  }
}
